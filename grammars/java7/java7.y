%grmtools {yacckind: Original(GenericParseTree)}

// Java SE 7, from the language specification, whose names the rules have: the
// syntax of chapters 4, 6 to 10, 14 and 15, and of chapter 18 where it is easier
// to parse. The grammar is LR(1) and has no conflicts. Four things make it so.
//
// - Names. One token cannot tell whether the name in `a.b` or `(a` is that of a
//   type or of a variable, so Name stands for both and is kept as it is until
//   more is known. Therefore an Expression is either a Name or one of the other
//   kinds, and in the rules of chapter 15 "AdditiveExpression" and so on never
//   are a bare Name; "AdditiveExpressionOrName" may be.
// - `>>` and `>>>`. A closing token ends up to three lists of type arguments at
//   once. The rules whose name ends in 1, 2 or 3 include the closing of one, two
//   or three lists.
// - `if` without `else`. Statements have a second form "NoShortIf" (section 14.5).
// - Relational operators do not associate: `(a < b > c)` cannot be an expression,
//   so that it can be the beginning of a cast. Such an expression never has a
//   type (section 15.20).

%start CompilationUnit

// What reports call them
%epp Expression "an expression"
%epp StatementExpression "an expression"
%epp AdditiveExpressionOrName "an expression"
%epp AndExpressionOrName "an expression"
%epp ConditionalAndExpressionOrName "an expression"
%epp ConditionalExpressionOrName "an expression"
%epp ConditionalOrExpressionOrName "an expression"
%epp EqualityExpressionOrName "an expression"
%epp ExclusiveOrExpressionOrName "an expression"
%epp InclusiveOrExpressionOrName "an expression"
%epp MultiplicativeExpressionOrName "an expression"
%epp PostfixExpressionOrName "an expression"
%epp RelationalExpressionOrName "an expression"
%epp ShiftExpressionOrName "an expression"
%epp UnaryExpressionNotPlusMinusOrName "an expression"
%epp UnaryExpressionOrName "an expression"
%epp VariableInitializer "an initial value"
%epp ElementValue "a value"
%epp BlockStatement "a statement"
%epp Statement "a statement"
%epp StatementNoShortIf "a statement"
%epp Type "a type"
%epp PrimitiveType "a type"
%epp ClassBodyDeclaration "a member"
%epp TypeDeclaration "a type declaration"

// Section 3.9: reserved, but not part of any sentence
%expect-unused ReservedKeyword "const" "goto"
%%
// Chapter 3: lexical structure
Literal
    : "INTEGER_LITERAL"
    | "FLOATING_POINT_LITERAL"
    | "true"
    | "false"
    | "CHARACTER_LITERAL"
    | "STRING_LITERAL"
    | "null"
    ;

ReservedKeyword
    : "const"
    | "goto"
    ;

// Chapter 4: types, values, and variables
Type
    : PrimitiveType
    | ReferenceType
    ;

PrimitiveType
    : "byte"
    | "short"
    | "int"
    | "long"
    | "char"
    | "float"
    | "double"
    | "boolean"
    ;

ReferenceType
    : ClassOrInterfaceType
    | ArrayType
    ;

ReferenceType1
    : ReferenceType ">"
    | Name "<" TypeArgumentList2
    | GenericType "." "IDENTIFIER" "<" TypeArgumentList2
    ;

ReferenceType2
    : ReferenceType ">>"
    | Name "<" TypeArgumentList3
    | GenericType "." "IDENTIFIER" "<" TypeArgumentList3
    ;

ReferenceType3
    : ReferenceType ">>>"
    ;

ClassOrInterfaceType
    : Name
    | GenericType
    ;

GenericType
    : Name TypeArguments
    | GenericType "." "IDENTIFIER"
    | GenericType "." "IDENTIFIER" TypeArguments
    ;

ArrayType
    : PrimitiveType Dims
    | Name Dims
    | GenericType Dims
    ;

Dims
    : "[" "]"
    | Dims "[" "]"
    ;

Dims_opt
    : %empty
    | Dims
    ;

TypeParameters
    : "<" TypeParameterList1
    ;

TypeParameterList
    : TypeParameter
    | TypeParameterList "," TypeParameter
    ;

TypeParameterList1
    : TypeParameter1
    | TypeParameterList "," TypeParameter1
    ;

TypeParameter
    : "IDENTIFIER"
    | "IDENTIFIER" "extends" Bound
    ;

TypeParameter1
    : "IDENTIFIER" ">"
    | "IDENTIFIER" "extends" Bound1
    ;

Bound
    : ReferenceType
    | Bound "&" ReferenceType
    ;

Bound1
    : ReferenceType1
    | Bound "&" ReferenceType1
    ;

TypeArguments
    : "<" TypeArgumentList1
    ;

TypeArgumentList
    : TypeArgument
    | TypeArgumentList "," TypeArgument
    ;

TypeArgumentList1
    : TypeArgument1
    | TypeArgumentList "," TypeArgument1
    ;

TypeArgumentList2
    : TypeArgument2
    | TypeArgumentList "," TypeArgument2
    ;

TypeArgumentList3
    : TypeArgument3
    | TypeArgumentList "," TypeArgument3
    ;

TypeArgument
    : ReferenceType
    | "?"
    | "?" "extends" ReferenceType
    | "?" "super" ReferenceType
    ;

TypeArgument1
    : ReferenceType1
    | "?" ">"
    | "?" "extends" ReferenceType1
    | "?" "super" ReferenceType1
    ;

TypeArgument2
    : ReferenceType2
    | "?" ">>"
    | "?" "extends" ReferenceType2
    | "?" "super" ReferenceType2
    ;

TypeArgument3
    : ReferenceType3
    | "?" ">>>"
    | "?" "extends" ReferenceType3
    | "?" "super" ReferenceType3
    ;

NonWildcardTypeArguments
    : "<" ReferenceTypeList1
    ;

ReferenceTypeList
    : ReferenceType
    | ReferenceTypeList "," ReferenceType
    ;

ReferenceTypeList1
    : ReferenceType1
    | ReferenceTypeList "," ReferenceType1
    ;

// Chapter 6: names
Name
    : "IDENTIFIER"
    | Name "." "IDENTIFIER"
    ;

// Chapter 7: packages
CompilationUnit
    : CompilationUnitBody
    | PackageDeclaration CompilationUnitBody
    ;

CompilationUnitBody
    : %empty
    | ImportDeclarations
    | TypeDeclarations
    | ImportDeclarations TypeDeclarations
    ;

PackageDeclaration
    : "package" Name ";"
    | Annotations "package" Name ";"
    ;

ImportDeclarations
    : ImportDeclaration
    | ImportDeclarations ImportDeclaration
    ;

ImportDeclaration
    : "import" Name ";"
    | "import" Name "." "*" ";"
    | "import" "static" Name "." "IDENTIFIER" ";"
    | "import" "static" Name "." "*" ";"
    ;

TypeDeclarations
    : TypeDeclaration
    | TypeDeclarations TypeDeclaration
    ;

TypeDeclaration
    : ClassOrInterfaceDeclaration
    | ";"
    ;

ClassOrInterfaceDeclaration
    : Modifiers_opt NormalClassDeclaration
    | Modifiers_opt EnumDeclaration
    | Modifiers_opt NormalInterfaceDeclaration
    | AnnotationTypeDeclaration
    ;

// Sections 8.1.1, 8.3.1, 8.4.3, 8.8.3 and 9.1.1: modifiers. Before a package only
// annotations are allowed, hence two rules; Modifiers hold at least one keyword.
Modifiers_opt
    : %empty
    | Annotations
    | Modifiers
    ;

Modifiers
    : ModifierKeyword
    | Annotations ModifierKeyword
    | Modifiers ModifierKeyword
    | Modifiers Annotation
    ;

ModifierKeyword
    : "public"
    | "protected"
    | "private"
    | "static"
    | "abstract"
    | "final"
    | "native"
    | "synchronized"
    | "transient"
    | "volatile"
    | "strictfp"
    ;

// Chapter 8: classes
NormalClassDeclaration
    : "class" "IDENTIFIER" TypeParameters_opt Super_opt Interfaces_opt ClassBody
    ;

TypeParameters_opt
    : %empty
    | TypeParameters
    ;

Super_opt
    : %empty
    | "extends" ClassOrInterfaceType
    ;

Interfaces_opt
    : %empty
    | "implements" InterfaceTypeList
    ;

InterfaceTypeList
    : ClassOrInterfaceType
    | InterfaceTypeList "," ClassOrInterfaceType
    ;

ClassBody
    : "{" ClassBodyDeclarations_opt "}"
    ;

ClassBodyDeclarations_opt
    : %empty
    | ClassBodyDeclarations
    ;

ClassBodyDeclarations
    : ClassBodyDeclaration
    | ClassBodyDeclarations ClassBodyDeclaration
    ;

ClassBodyDeclaration
    : FieldDeclaration
    | MethodDeclaration
    | ConstructorDeclaration
    | ClassOrInterfaceDeclaration
    | InstanceInitializer
    | StaticInitializer
    | ";"
    ;

FieldDeclaration
    : Modifiers_opt Type VariableDeclarators ";"
    ;

VariableDeclarators
    : VariableDeclarator
    | VariableDeclarators "," VariableDeclarator
    ;

VariableDeclarator
    : VariableDeclaratorId
    | VariableDeclaratorId "=" VariableInitializer
    ;

VariableDeclaratorId
    : "IDENTIFIER" Dims_opt
    ;

VariableInitializer
    : Expression
    | ArrayInitializer
    ;

MethodDeclaration
    : MethodHeader MethodBody
    ;

MethodHeader
    : Modifiers_opt Type MethodDeclarator Throws_opt
    | Modifiers_opt VoidMethodDeclarator Throws_opt
    | Modifiers_opt TypeParameters Type MethodDeclarator Throws_opt
    | Modifiers_opt TypeParameters VoidMethodDeclarator Throws_opt
    ;

MethodDeclarator
    : "IDENTIFIER" FormalParameters Dims_opt
    ;

VoidMethodDeclarator
    : "void" "IDENTIFIER" FormalParameters
    ;

FormalParameters
    : "(" ")"
    | "(" FormalParameterList ")"
    ;

FormalParameterList
    : LastFormalParameter
    | FormalParameterDecls "," LastFormalParameter
    ;

FormalParameterDecls
    : FormalParameter
    | FormalParameterDecls "," FormalParameter
    ;

FormalParameter
    : VariableModifiers_opt Type VariableDeclaratorId
    ;

LastFormalParameter
    : VariableModifiers_opt Type "..." "IDENTIFIER"
    | FormalParameter
    ;

VariableModifiers_opt
    : %empty
    | VariableModifiers
    ;

VariableModifiers
    : VariableModifier
    | VariableModifiers VariableModifier
    ;

VariableModifier
    : "final"
    | Annotation
    ;

Throws_opt
    : %empty
    | "throws" ExceptionTypeList
    ;

ExceptionTypeList
    : Name
    | ExceptionTypeList "," Name
    ;

MethodBody
    : Block
    | ";"
    ;

InstanceInitializer
    : Block
    ;

StaticInitializer
    : "static" Block
    ;

ConstructorDeclaration
    : Modifiers_opt ConstructorDeclarator Throws_opt ConstructorBody
    | Modifiers_opt TypeParameters ConstructorDeclarator Throws_opt ConstructorBody
    ;

ConstructorDeclarator
    : "IDENTIFIER" FormalParameters
    ;

ConstructorBody
    : "{" BlockStatements_opt "}"
    | "{" ExplicitConstructorInvocation BlockStatements_opt "}"
    ;

ExplicitConstructorInvocation
    : "this" Arguments ";"
    | NonWildcardTypeArguments "this" Arguments ";"
    | "super" Arguments ";"
    | NonWildcardTypeArguments "super" Arguments ";"
    | Primary "." "super" Arguments ";"
    | Primary "." NonWildcardTypeArguments "super" Arguments ";"
    | Name "." "super" Arguments ";"
    | Name "." NonWildcardTypeArguments "super" Arguments ";"
    ;

// Section 8.9: enums
EnumDeclaration
    : "enum" "IDENTIFIER" Interfaces_opt EnumBody
    ;

EnumBody
    : "{" Comma_opt EnumBodyDeclarations_opt "}"
    | "{" EnumConstants Comma_opt EnumBodyDeclarations_opt "}"
    ;

Comma_opt
    : %empty
    | ","
    ;

EnumConstants
    : EnumConstant
    | EnumConstants "," EnumConstant
    ;

EnumConstant
    : Annotations_opt "IDENTIFIER" Arguments_opt ClassBody_opt
    ;

Arguments_opt
    : %empty
    | Arguments
    ;

ClassBody_opt
    : %empty
    | ClassBody
    ;

EnumBodyDeclarations_opt
    : %empty
    | ";" ClassBodyDeclarations_opt
    ;

// Chapter 9: interfaces
NormalInterfaceDeclaration
    : "interface" "IDENTIFIER" TypeParameters_opt ExtendsInterfaces_opt InterfaceBody
    ;

ExtendsInterfaces_opt
    : %empty
    | "extends" InterfaceTypeList
    ;

InterfaceBody
    : "{" InterfaceMemberDeclarations_opt "}"
    ;

InterfaceMemberDeclarations_opt
    : %empty
    | InterfaceMemberDeclarations
    ;

InterfaceMemberDeclarations
    : InterfaceMemberDeclaration
    | InterfaceMemberDeclarations InterfaceMemberDeclaration
    ;

InterfaceMemberDeclaration
    : ConstantDeclaration
    | AbstractMethodDeclaration
    | ClassOrInterfaceDeclaration
    | ";"
    ;

ConstantDeclaration
    : Modifiers_opt Type ConstantDeclarators ";"
    ;

ConstantDeclarators
    : ConstantDeclarator
    | ConstantDeclarators "," ConstantDeclarator
    ;

ConstantDeclarator
    : VariableDeclaratorId "=" VariableInitializer
    ;

AbstractMethodDeclaration
    : MethodHeader ";"
    ;

// Section 9.6: annotation types
AnnotationTypeDeclaration
    : "@" "interface" "IDENTIFIER" AnnotationTypeBody
    | Annotations "@" "interface" "IDENTIFIER" AnnotationTypeBody
    | Modifiers "@" "interface" "IDENTIFIER" AnnotationTypeBody
    ;

AnnotationTypeBody
    : "{" AnnotationTypeElementDeclarations_opt "}"
    ;

AnnotationTypeElementDeclarations_opt
    : %empty
    | AnnotationTypeElementDeclarations
    ;

AnnotationTypeElementDeclarations
    : AnnotationTypeElementDeclaration
    | AnnotationTypeElementDeclarations AnnotationTypeElementDeclaration
    ;

AnnotationTypeElementDeclaration
    : Modifiers_opt Type "IDENTIFIER" "(" ")" Dims_opt DefaultValue_opt ";"
    | ConstantDeclaration
    | ClassOrInterfaceDeclaration
    | ";"
    ;

DefaultValue_opt
    : %empty
    | "default" ElementValue
    ;

// Section 9.7: annotations
Annotations_opt
    : %empty
    | Annotations
    ;

Annotations
    : Annotation
    | Annotations Annotation
    ;

Annotation
    : "@" Name
    | "@" Name "(" ")"
    | "@" Name "(" ElementValuePairs ")"
    | "@" Name "(" ElementValue ")"
    ;

ElementValuePairs
    : ElementValuePair
    | ElementValuePairs "," ElementValuePair
    ;

ElementValuePair
    : "IDENTIFIER" "=" ElementValue
    ;

ElementValue
    : ConditionalExpressionOrName
    | Annotation
    | ElementValueArrayInitializer
    ;

ElementValueArrayInitializer
    : "{" Comma_opt "}"
    | "{" ElementValues Comma_opt "}"
    ;

ElementValues
    : ElementValue
    | ElementValues "," ElementValue
    ;

// Chapter 10: arrays
ArrayInitializer
    : "{" Comma_opt "}"
    | "{" VariableInitializers Comma_opt "}"
    ;

VariableInitializers
    : VariableInitializer
    | VariableInitializers "," VariableInitializer
    ;

// Chapter 14: blocks and statements
Block
    : "{" BlockStatements_opt "}"
    ;

BlockStatements_opt
    : %empty
    | BlockStatements
    ;

BlockStatements
    : BlockStatement
    | BlockStatements BlockStatement
    ;

BlockStatement
    : LocalVariableDeclarationStatement
    | LocalClassDeclaration
    | Statement
    ;

// Section 14.3: a local class may be abstract, final or strictfp. VariableModifiers
// come first because `final` and annotations may also begin a variable.
LocalClassDeclaration
    : NormalClassDeclaration
    | VariableModifiers NormalClassDeclaration
    | LocalClassModifiers NormalClassDeclaration
    ;

LocalClassModifiers
    : LocalClassModifier
    | VariableModifiers LocalClassModifier
    | LocalClassModifiers LocalClassModifier
    | LocalClassModifiers VariableModifier
    ;

LocalClassModifier
    : "abstract"
    | "strictfp"
    ;

LocalVariableDeclarationStatement
    : LocalVariableDeclaration ";"
    ;

LocalVariableDeclaration
    : Type VariableDeclarators
    | VariableModifiers Type VariableDeclarators
    ;

Statement
    : StatementWithoutTrailingSubstatement
    | LabeledStatement
    | IfThenStatement
    | IfThenElseStatement
    | WhileStatement
    | ForStatement
    ;

StatementNoShortIf
    : StatementWithoutTrailingSubstatement
    | LabeledStatementNoShortIf
    | IfThenElseStatementNoShortIf
    | WhileStatementNoShortIf
    | ForStatementNoShortIf
    ;

StatementWithoutTrailingSubstatement
    : Block
    | EmptyStatement
    | ExpressionStatement
    | AssertStatement
    | SwitchStatement
    | DoStatement
    | BreakStatement
    | ContinueStatement
    | ReturnStatement
    | SynchronizedStatement
    | ThrowStatement
    | TryStatement
    ;

EmptyStatement
    : ";"
    ;

LabeledStatement
    : "IDENTIFIER" ":" Statement
    ;

LabeledStatementNoShortIf
    : "IDENTIFIER" ":" StatementNoShortIf
    ;

ExpressionStatement
    : StatementExpression ";"
    ;

StatementExpression
    : Assignment
    | PreIncrementExpression
    | PreDecrementExpression
    | PostIncrementExpression
    | PostDecrementExpression
    | MethodInvocation
    | ClassInstanceCreationExpression
    ;

IfThenStatement
    : "if" "(" Expression ")" Statement
    ;

IfThenElseStatement
    : "if" "(" Expression ")" StatementNoShortIf "else" Statement
    ;

IfThenElseStatementNoShortIf
    : "if" "(" Expression ")" StatementNoShortIf "else" StatementNoShortIf
    ;

AssertStatement
    : "assert" Expression ";"
    | "assert" Expression ":" Expression ";"
    ;

SwitchStatement
    : "switch" "(" Expression ")" SwitchBlock
    ;

SwitchBlock
    : "{" "}"
    | "{" SwitchLabels "}"
    | "{" SwitchBlockStatementGroups "}"
    | "{" SwitchBlockStatementGroups SwitchLabels "}"
    ;

SwitchBlockStatementGroups
    : SwitchBlockStatementGroup
    | SwitchBlockStatementGroups SwitchBlockStatementGroup
    ;

SwitchBlockStatementGroup
    : SwitchLabels BlockStatements
    ;

SwitchLabels
    : SwitchLabel
    | SwitchLabels SwitchLabel
    ;

SwitchLabel
    : "case" Expression ":"
    | "default" ":"
    ;

WhileStatement
    : "while" "(" Expression ")" Statement
    ;

WhileStatementNoShortIf
    : "while" "(" Expression ")" StatementNoShortIf
    ;

DoStatement
    : "do" Statement "while" "(" Expression ")" ";"
    ;

ForStatement
    : "for" "(" ForControl ")" Statement
    ;

ForStatementNoShortIf
    : "for" "(" ForControl ")" StatementNoShortIf
    ;

// The basic and the enhanced form
ForControl
    : ForInit_opt ";" Expression_opt ";" StatementExpressionList_opt
    | Type VariableDeclaratorId ":" Expression
    | VariableModifiers Type VariableDeclaratorId ":" Expression
    ;

ForInit_opt
    : %empty
    | StatementExpressionList
    | LocalVariableDeclaration
    ;

Expression_opt
    : %empty
    | Expression
    ;

StatementExpressionList_opt
    : %empty
    | StatementExpressionList
    ;

StatementExpressionList
    : StatementExpression
    | StatementExpressionList "," StatementExpression
    ;

BreakStatement
    : "break" Identifier_opt ";"
    ;

ContinueStatement
    : "continue" Identifier_opt ";"
    ;

Identifier_opt
    : %empty
    | "IDENTIFIER"
    ;

ReturnStatement
    : "return" Expression_opt ";"
    ;

ThrowStatement
    : "throw" Expression ";"
    ;

SynchronizedStatement
    : "synchronized" "(" Expression ")" Block
    ;

TryStatement
    : "try" Block Catches
    | "try" Block Catches_opt Finally
    | TryWithResourcesStatement
    ;

Catches_opt
    : %empty
    | Catches
    ;

Catches
    : CatchClause
    | Catches CatchClause
    ;

CatchClause
    : "catch" "(" CatchFormalParameter ")" Block
    ;

CatchFormalParameter
    : VariableModifiers_opt CatchType VariableDeclaratorId
    ;

CatchType
    : Name
    | CatchType "|" Name
    ;

Finally
    : "finally" Block
    ;

Finally_opt
    : %empty
    | Finally
    ;

TryWithResourcesStatement
    : "try" ResourceSpecification Block Catches_opt Finally_opt
    ;

ResourceSpecification
    : "(" Resources ")"
    | "(" Resources ";" ")"
    ;

Resources
    : Resource
    | Resources ";" Resource
    ;

Resource
    : VariableModifiers_opt Type VariableDeclaratorId "=" Expression
    ;

// Chapter 15: expressions
Primary
    : PrimaryNoNewArray
    | ArrayCreationExpression
    ;

PrimaryNoNewArray
    : Literal
    | ClassLiteral
    | "this"
    | Name "." "this"
    | "(" AssignmentExpression ")"
    | "(" Name ")"
    | ClassInstanceCreationExpression
    | FieldAccess
    | MethodInvocation
    | ArrayAccess
    ;

ClassLiteral
    : Name "." "class"
    | Name Dims "." "class"
    | PrimitiveType "." "class"
    | PrimitiveType Dims "." "class"
    | "void" "." "class"
    ;

ClassInstanceCreationExpression
    : "new" CreatedName Arguments ClassBody_opt
    | "new" NonWildcardTypeArguments CreatedName Arguments ClassBody_opt
    | Primary "." "new" InnerCreatedName Arguments ClassBody_opt
    | Primary "." "new" NonWildcardTypeArguments InnerCreatedName Arguments ClassBody_opt
    | Name "." "new" InnerCreatedName Arguments ClassBody_opt
    | Name "." "new" NonWildcardTypeArguments InnerCreatedName Arguments ClassBody_opt
    ;

CreatedName
    : ClassOrInterfaceType
    | Name "<" ">"
    | GenericType "." "IDENTIFIER" "<" ">"
    ;

InnerCreatedName
    : "IDENTIFIER"
    | "IDENTIFIER" TypeArguments
    | "IDENTIFIER" "<" ">"
    ;

Arguments
    : "(" ")"
    | "(" ArgumentList ")"
    ;

ArgumentList
    : Expression
    | ArgumentList "," Expression
    ;

ArrayCreationExpression
    : "new" PrimitiveType DimExprs Dims_opt
    | "new" Name DimExprs Dims_opt
    | "new" GenericType DimExprs Dims_opt
    | ArrayCreationExpressionWithInitializer
    ;

ArrayCreationExpressionWithInitializer
    : "new" ArrayType ArrayInitializer
    ;

DimExprs
    : DimExpr
    | DimExprs DimExpr
    ;

DimExpr
    : "[" Expression "]"
    ;

FieldAccess
    : Primary "." "IDENTIFIER"
    | "super" "." "IDENTIFIER"
    | Name "." "super" "." "IDENTIFIER"
    ;

MethodInvocation
    : Name Arguments
    | Name "." NonWildcardTypeArguments "IDENTIFIER" Arguments
    | Primary "." "IDENTIFIER" Arguments
    | Primary "." NonWildcardTypeArguments "IDENTIFIER" Arguments
    | "super" "." "IDENTIFIER" Arguments
    | "super" "." NonWildcardTypeArguments "IDENTIFIER" Arguments
    | Name "." "super" "." "IDENTIFIER" Arguments
    | Name "." "super" "." NonWildcardTypeArguments "IDENTIFIER" Arguments
    ;

ArrayAccess
    : Name "[" Expression "]"
    | PrimaryNoNewArray "[" Expression "]"
    | ArrayCreationExpressionWithInitializer "[" Expression "]"
    ;

PostfixExpression
    : Primary
    | PostIncrementExpression
    | PostDecrementExpression
    ;

PostfixExpressionOrName
    : PostfixExpression
    | Name
    ;

PostIncrementExpression
    : PostfixExpressionOrName "++"
    ;

PostDecrementExpression
    : PostfixExpressionOrName "--"
    ;

UnaryExpression
    : PreIncrementExpression
    | PreDecrementExpression
    | "+" UnaryExpressionOrName
    | "-" UnaryExpressionOrName
    | UnaryExpressionNotPlusMinus
    ;

UnaryExpressionOrName
    : UnaryExpression
    | Name
    ;

PreIncrementExpression
    : "++" UnaryExpressionOrName
    ;

PreDecrementExpression
    : "--" UnaryExpressionOrName
    ;

UnaryExpressionNotPlusMinus
    : PostfixExpression
    | "~" UnaryExpressionOrName
    | "!" UnaryExpressionOrName
    | CastExpression
    ;

UnaryExpressionNotPlusMinusOrName
    : UnaryExpressionNotPlusMinus
    | Name
    ;

CastExpression
    : "(" PrimitiveType ")" UnaryExpressionOrName
    | "(" Name ")" UnaryExpressionNotPlusMinusOrName
    | "(" GenericType ")" UnaryExpressionNotPlusMinusOrName
    | "(" ArrayType ")" UnaryExpressionNotPlusMinusOrName
    ;

MultiplicativeExpression
    : UnaryExpression
    | MultiplicativeExpressionOrName "*" UnaryExpressionOrName
    | MultiplicativeExpressionOrName "/" UnaryExpressionOrName
    | MultiplicativeExpressionOrName "%" UnaryExpressionOrName
    ;

MultiplicativeExpressionOrName
    : MultiplicativeExpression
    | Name
    ;

AdditiveExpression
    : MultiplicativeExpression
    | AdditiveExpressionOrName "+" MultiplicativeExpressionOrName
    | AdditiveExpressionOrName "-" MultiplicativeExpressionOrName
    ;

AdditiveExpressionOrName
    : AdditiveExpression
    | Name
    ;

ShiftExpression
    : AdditiveExpression
    | ShiftExpressionOrName "<<" AdditiveExpressionOrName
    | ShiftExpressionOrName ">>" AdditiveExpressionOrName
    | ShiftExpressionOrName ">>>" AdditiveExpressionOrName
    ;

ShiftExpressionOrName
    : ShiftExpression
    | Name
    ;

// After a Name, "<" may also begin the type arguments of a cast.
RelationalExpression
    : ShiftExpression
    | ShiftExpression "<" ShiftExpressionOrName
    | Name "<" ShiftExpressionOrName
    | ShiftExpressionOrName ">" ShiftExpressionOrName
    | ShiftExpressionOrName "<=" ShiftExpressionOrName
    | ShiftExpressionOrName ">=" ShiftExpressionOrName
    | ShiftExpressionOrName "instanceof" ReferenceType
    ;

RelationalExpressionOrName
    : RelationalExpression
    | Name
    ;

EqualityExpression
    : RelationalExpression
    | EqualityExpressionOrName "==" RelationalExpressionOrName
    | EqualityExpressionOrName "!=" RelationalExpressionOrName
    ;

EqualityExpressionOrName
    : EqualityExpression
    | Name
    ;

AndExpression
    : EqualityExpression
    | AndExpressionOrName "&" EqualityExpressionOrName
    ;

AndExpressionOrName
    : AndExpression
    | Name
    ;

ExclusiveOrExpression
    : AndExpression
    | ExclusiveOrExpressionOrName "^" AndExpressionOrName
    ;

ExclusiveOrExpressionOrName
    : ExclusiveOrExpression
    | Name
    ;

InclusiveOrExpression
    : ExclusiveOrExpression
    | InclusiveOrExpressionOrName "|" ExclusiveOrExpressionOrName
    ;

InclusiveOrExpressionOrName
    : InclusiveOrExpression
    | Name
    ;

ConditionalAndExpression
    : InclusiveOrExpression
    | ConditionalAndExpressionOrName "&&" InclusiveOrExpressionOrName
    ;

ConditionalAndExpressionOrName
    : ConditionalAndExpression
    | Name
    ;

ConditionalOrExpression
    : ConditionalAndExpression
    | ConditionalOrExpressionOrName "||" ConditionalAndExpressionOrName
    ;

ConditionalOrExpressionOrName
    : ConditionalOrExpression
    | Name
    ;

ConditionalExpression
    : ConditionalOrExpression
    | ConditionalOrExpressionOrName "?" Expression ":" ConditionalExpressionOrName
    ;

ConditionalExpressionOrName
    : ConditionalExpression
    | Name
    ;

AssignmentExpression
    : ConditionalExpression
    | Assignment
    ;

Assignment
    : LeftHandSide AssignmentOperator Expression
    ;

LeftHandSide
    : Name
    | FieldAccess
    | ArrayAccess
    ;

AssignmentOperator
    : "="
    | "*="
    | "/="
    | "%="
    | "+="
    | "-="
    | "<<="
    | ">>="
    | ">>>="
    | "&="
    | "^="
    | "|="
    ;

Expression
    : AssignmentExpression
    | Name
    ;
