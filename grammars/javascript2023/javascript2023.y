%grmtools {yacckind: Original(GenericParseTree)}

// JavaScript: a script or a module of ECMAScript 2023 (ECMA-262, 14th edition).
// Clauses and most rule names are those of the standard. README.md says how the
// parameters of its productions became parameters of rules, and what is a superset.

%start Program

%token IDENTIFIER PRIVATE_NAME NUMBER STRING REGEX TEMPLATE_TEXT QUESTION_FRACTION AUTO_SEMICOLON

%epp IDENTIFIER "a name"
%epp PRIVATE_NAME "a private name"
%epp NUMBER "a number"
%epp STRING "a string"
%epp REGEX "a regular expression"
%epp TEMPLATE_TEXT "text of a template"
%epp QUESTION_FRACTION "? and a fraction"
%epp AUTO_SEMICOLON "end of the statement"
%epp Expression "an expression"
%epp AssignmentExpression "an expression"
%epp Statement "a statement"
%epp BindingTarget "a name or a pattern"

%avoid_insert IDENTIFIER PRIVATE_NAME NUMBER STRING REGEX TEMPLATE_TEXT QUESTION_FRACTION
// Complete expressions when they stand alone, but seldom what is missing.
%avoid_insert 'this' 'null' 'true' 'false' 'yield' 'async' 'super'
// Seldom forgotten.
%avoid_insert '.' '?.' 'in' 'instanceof'

%mistake '=' -> '=='
%mistake '=' -> '=>'
%mistake '==>' -> '=>'
%mistake '->' -> '=>'
%mistake '=' -> ':'
%mistake ':' -> '='
%mistake ',' -> ';'
%mistake ';' -> ','
%mistake '<>' -> '!='
%mistake 'and' -> '&&'
%mistake 'or' -> '||'
%mistake 'not' -> '!'
%mistake 'elif' -> 'else' 'if'
%mistake 'elseif' -> 'else' 'if'
%mistake 'def' -> 'function'
%mistake 'func' -> 'function'
%mistake 'fn' -> 'function'
%mistake 'int' -> 'let'
%mistake 'float' -> 'let'
%mistake 'string' -> 'let'
%mistake NUMBER IDENTIFIER -> NUMBER '*' IDENTIFIER

// 14.6: an `else` belongs to the nearest `if`.
%nonassoc NO_ELSE
%nonassoc 'else'
// 12.10.1: a `;` after `do … while (…)` belongs to it; it is no empty statement.
%nonassoc NO_SEMICOLON
%nonassoc ';'

%%

// 16 Scripts and modules

Program
    : ModuleItem*
    ;

ModuleItem
    : ImportDeclaration
    | ExportDeclaration
    | StatementListItem
    ;

// 16.2.2 Imports

ImportDeclaration
    : 'import' ImportClause 'from' STRING Semicolon
    | 'import' STRING Semicolon
    ;

ImportClause
    : IDENTIFIER
    | NamespaceImport
    | NamedImports
    | IDENTIFIER ',' NamespaceImport
    | IDENTIFIER ',' NamedImports
    ;

NamespaceImport
    : '*' 'as' IDENTIFIER
    ;

NamedImports
    : '{' (ImportSpecifier ',')* ImportSpecifier? '}'
    ;

ImportSpecifier
    : IDENTIFIER
    | ModuleExportName 'as' IDENTIFIER
    ;

ModuleExportName
    : IdentifierName
    | STRING
    ;

// 16.2.3 Exports

ExportDeclaration
    : 'export' '*' 'from' STRING Semicolon
    | 'export' '*' 'as' ModuleExportName 'from' STRING Semicolon
    | 'export' NamedExports 'from' STRING Semicolon
    | 'export' NamedExports Semicolon
    | 'export' VariableStatement
    | 'export' Declaration
    | 'export' 'default' FunctionKeyword IDENTIFIER? FunctionRest
    | 'export' 'default' 'class' IDENTIFIER? ClassTail
    | 'export' 'default' ExportedExpression Semicolon
    ;

ExportedExpression
    : Assignment(Relational, AnyTarget, SimpleValue)
    ;

NamedExports
    : '{' (ExportSpecifier ',')* ExportSpecifier? '}'
    ;

ExportSpecifier
    : ModuleExportName
    | ModuleExportName 'as' ModuleExportName
    ;

// 14 Statements and declarations

StatementListItem
    : Statement
    | Declaration
    ;

Declaration
    : FunctionDeclaration
    | ClassDeclaration
    | LexicalDeclaration
    ;

Statement
    : Block
    | VariableStatement
    | EmptyStatement
    | ExpressionStatement
    | IfStatement
    | IterationStatement
    | ContinueStatement
    | BreakStatement
    | ReturnStatement
    | WithStatement
    | SwitchStatement
    | LabelledStatement
    | ThrowStatement
    | TryStatement
    | DebuggerStatement
    ;

// 12.10 Automatic semicolon insertion: wherever this rule stands
Semicolon
    : ';'
    | AUTO_SEMICOLON
    ;

// 14.2 Block

Block
    : '{' StatementListItem* '}'
    ;

// 14.3 Declarations

LexicalDeclaration
    : 'let' VariableList(Relational) Semicolon
    | 'const' ConstantList(Relational) Semicolon
    ;

VariableStatement
    : 'var' VariableList(Relational) Semicolon
    ;

VariableList(In)
    : separated_nonempty_list(',', Variable(In))
    ;

Variable(In)
    : IDENTIFIER
    | IDENTIFIER Initializer(In)
    | BindingPattern Initializer(In)
    ;

ConstantList(In)
    : separated_nonempty_list(',', Constant(In))
    ;

Constant(In)
    : BindingTarget Initializer(In)
    ;

Initializer(In)
    : '=' Assignment(In, AnyTarget, AnyValue)
    ;

// 14.3.3 Destructuring binding patterns

BindingTarget
    : IDENTIFIER
    | BindingPattern
    ;

BindingPattern
    : '{' (BindingProperty ',')* (BindingProperty | '...' IDENTIFIER)? '}'
    | '[' (BindingElement? ',')* (BindingElement | '...' BindingTarget)? ']'
    ;

BindingProperty
    : IDENTIFIER
    | IDENTIFIER Initializer(Relational)
    | PropertyName ':' BindingElement
    ;

BindingElement
    : BindingTarget
    | BindingTarget Initializer(Relational)
    ;

// 14.4 Empty statement, 14.5 expression statement

EmptyStatement
    : ';'
    ;

ExpressionStatement
    : StatementExpression Semicolon
    ;

// Begins with none of `{`, `function`, `async function`, `class`, `let [`.
StatementExpression
    : Assignment(Relational, SimpleTarget, SimpleValue)
    | StatementExpression ',' AssignmentExpression
    ;

// 14.6 The if statement

IfStatement
    : 'if' '(' Expression ')' IfBody %prec NO_ELSE
    | 'if' '(' Expression ')' IfBody 'else' IfBody
    ;

// The function: B.3.3
IfBody
    : Statement
    | PlainFunction
    ;

// 14.7 Iteration statements

IterationStatement
    : 'do' Statement 'while' '(' Expression ')' %prec NO_SEMICOLON
    | 'do' Statement 'while' '(' Expression ')' ';'
    | 'while' '(' Expression ')' Statement
    | 'for' '(' ForInit ';' Expression? ';' Expression? ')' Statement
    | 'for' '(' AssignmentTarget(AnyTarget, AnyValue) 'in' Expression ')' Statement
    | 'for' '(' ForKeyword BindingTarget 'in' Expression ')' Statement
    | 'for' '(' 'var' IDENTIFIER Initializer(RelationalNoIn) 'in' Expression ')' Statement
    | 'for' '(' ForOf ')' Statement
    | 'for' 'await' '(' ForOf ')' Statement
    ;

ForInit
    :
    | ExpressionNoIn
    | 'var' VariableList(RelationalNoIn)
    | 'let' VariableList(RelationalNoIn)
    | 'const' ConstantList(RelationalNoIn)
    ;

ExpressionNoIn
    : Assignment(RelationalNoIn, AnyTarget, AnyValue)
    | ExpressionNoIn ',' Assignment(RelationalNoIn, AnyTarget, AnyValue)
    ;

ForOf
    : AssignmentTarget(AnyTarget, AnyValue) 'of' AssignmentExpression
    | ForKeyword BindingTarget 'of' AssignmentExpression
    ;

%inline ForKeyword
    : 'var' | 'let' | 'const'
    ;

// 14.8 to 14.10 Statements that jump

ContinueStatement
    : 'continue' IDENTIFIER? Semicolon
    ;

BreakStatement
    : 'break' IDENTIFIER? Semicolon
    ;

ReturnStatement
    : 'return' Expression? Semicolon
    ;

// 14.11 The with statement

WithStatement
    : 'with' '(' Expression ')' Statement
    ;

// 14.12 The switch statement

SwitchStatement
    : 'switch' '(' Expression ')' '{' CaseClause* '}'
    | 'switch' '(' Expression ')' '{' CaseClause* DefaultClause CaseClause* '}'
    ;

CaseClause
    : 'case' Expression ':' StatementListItem*
    ;

DefaultClause
    : 'default' ':' StatementListItem*
    ;

// 14.13 Labelled statements

LabelledStatement
    : Label ':' Statement
    | Label ':' PlainFunction
    ;

Label
    : IDENTIFIER
    | 'async'
    ;

// 14.14 to 14.16 throw, try, debugger

ThrowStatement
    : 'throw' Expression Semicolon
    ;

TryStatement
    : 'try' Block Catch
    | 'try' Block Finally
    | 'try' Block Catch Finally
    ;

Catch
    : 'catch' Block
    | 'catch' '(' BindingTarget ')' Block
    ;

Finally
    : 'finally' Block
    ;

DebuggerStatement
    : 'debugger' Semicolon
    ;

// 15 Functions and classes

FunctionDeclaration
    : FunctionKeyword IDENTIFIER FunctionRest
    ;

// Where declarations of generators and asynchronous functions may not stand
PlainFunction
    : 'function' IDENTIFIER FunctionRest
    ;

FunctionExpression
    : FunctionKeyword IDENTIFIER? FunctionRest
    ;

%inline FunctionKeyword
    : 'function'
    | 'function' '*'
    | 'async' 'function'
    | 'async' 'function' '*'
    ;

FunctionRest
    : '(' FormalParameters ')' FunctionBody
    ;

FormalParameters
    : (BindingElement ',')* (BindingElement | '...' BindingTarget)?
    ;

FunctionBody
    : '{' StatementListItem* '}'
    ;

// 15.3 Arrow functions, 15.9 async arrow functions

ArrowFunction(In)
    : ArrowParameters '=>' ConciseBody(In)
    ;

// Parameters are read as the expressions that they may turn out to be.
ArrowParameters
    : IDENTIFIER
    | 'async'
    | Parenthesized
    | '(' ')'
    | '(' Expression ',' ')'
    | '(' '...' BindingTarget ')'
    | '(' Expression ',' '...' BindingTarget ')'
    | 'async' IDENTIFIER
    | 'async' Arguments
    ;

ConciseBody(In)
    : Assignment(In, SimpleTarget, AnyValue)
    | FunctionBody
    ;

// 15.4 Methods

Method(FirstName, Name)
    : FirstName FunctionRest
    | MethodPrefix Name FunctionRest
    | 'get' Name '(' ')' FunctionBody
    | 'set' Name '(' BindingElement ')' FunctionBody
    ;

%inline MethodPrefix
    : '*'
    | 'async'
    | 'async' '*'
    ;

// 15.7 Classes

ClassDeclaration
    : 'class' IDENTIFIER ClassTail
    ;

ClassExpression
    : 'class' IDENTIFIER? ClassTail
    ;

ClassTail
    : ClassHeritage? '{' ClassElement* '}'
    ;

ClassHeritage
    : 'extends' LeftHandSide(AnyTarget, AnyValue)
    ;

ClassElement
    : Method(FirstElementName, ElementName)
    | Field(FirstElementName)
    | 'static' Method(FirstElementName, ElementName)
    | 'static' Field(FirstElementName)
    | 'static' FunctionRest
    | Field('static')
    | 'static' Block
    | ';'
    ;

Field(Name)
    : Name Semicolon
    | Name Initializer(Relational) Semicolon
    ;

// What begins an element; after `get`, `set`, `async` and `*` these words are names.
FirstElementName
    : FirstPropertyName
    | PRIVATE_NAME
    ;

ElementName
    : PropertyName
    | PRIVATE_NAME
    ;

// 13.16 Comma operator

Expression
    : AssignmentExpression
    | Expression ',' AssignmentExpression
    ;

// 13.15 Assignment. In: Relational, or RelationalNoIn before the `in` of a `for`;
// Target and Value: the primary expressions that the expression may begin with

AssignmentExpression
    : Assignment(Relational, AnyTarget, AnyValue)
    ;

Assignment(In, Target, Value)
    : Conditional(In, Target, Value)
    | ArrowFunction(In)
    | 'yield'
    | 'yield' Assignment(In, AnyTarget, AnyValue)
    | 'yield' '*' Assignment(In, AnyTarget, AnyValue)
    | AssignmentTarget(Target, Value) AssignmentOperator Assignment(In, AnyTarget, AnyValue)
    ;

AssignmentOperator
    : '=' | '*=' | '/=' | '%=' | '+=' | '-=' | '<<=' | '>>=' | '>>>=' | '&=' | '^=' | '|='
    | '**=' | '&&=' | '||=' | '??='
    ;

// 13.14 Conditional operator. `a?.5:1` is a conditional, too.

Conditional(In, Target, Value)
    : LogicalOr(In, Target, Value)
    | Coalesce(In, Target, Value)
    | Test(In, Target, Value) '?' AssignmentExpression ':' Assignment(In, AnyTarget, AnyValue)
    | Test(In, Target, Value) QUESTION_FRACTION ':' Assignment(In, AnyTarget, AnyValue)
    ;

%inline Test(In, Target, Value)
    : LogicalOr(In, Target, Value)
    | Coalesce(In, Target, Value)
    ;

// 13.13 Binary logical operators

Coalesce(In, Target, Value)
    : BitwiseOr(In, Target, Value) '??' BitwiseOr(In, AnyTarget, AnyValue)
    | Coalesce(In, Target, Value) '??' BitwiseOr(In, AnyTarget, AnyValue)
    ;

LogicalOr(In, Target, Value)
    : LogicalAnd(In, Target, Value)
    | LogicalOr(In, Target, Value) '||' LogicalAnd(In, AnyTarget, AnyValue)
    ;

LogicalAnd(In, Target, Value)
    : BitwiseOr(In, Target, Value)
    | LogicalAnd(In, Target, Value) '&&' BitwiseOr(In, AnyTarget, AnyValue)
    ;

// 13.12 Binary bitwise operators

BitwiseOr(In, Target, Value)
    : BitwiseXor(In, Target, Value)
    | BitwiseOr(In, Target, Value) '|' BitwiseXor(In, AnyTarget, AnyValue)
    ;

BitwiseXor(In, Target, Value)
    : BitwiseAnd(In, Target, Value)
    | BitwiseXor(In, Target, Value) '^' BitwiseAnd(In, AnyTarget, AnyValue)
    ;

BitwiseAnd(In, Target, Value)
    : Equality(In, Target, Value)
    | BitwiseAnd(In, Target, Value) '&' Equality(In, AnyTarget, AnyValue)
    ;

// 13.11 Equality operators

Equality(In, Target, Value)
    : In(Target, Value)
    | Equality(In, Target, Value) EqualityOperator In(AnyTarget, AnyValue)
    ;

EqualityOperator
    : '==' | '!=' | '===' | '!=='
    ;

// 13.10 Relational operators

Relational(Target, Value)
    : Shift(Target, Value)
    | Relational(Target, Value) RelationalOperator Shift(AnyTarget, AnyValue)
    | Relational(Target, Value) 'in' Shift(AnyTarget, AnyValue)
    | PRIVATE_NAME 'in' Shift(AnyTarget, AnyValue)
    ;

RelationalNoIn(Target, Value)
    : Shift(Target, Value)
    | RelationalNoIn(Target, Value) RelationalOperator Shift(AnyTarget, AnyValue)
    ;

RelationalOperator
    : '<' | '>' | '<=' | '>=' | 'instanceof'
    ;

// 13.9 Shift operators

Shift(Target, Value)
    : Additive(Target, Value)
    | Shift(Target, Value) ShiftOperator Additive(AnyTarget, AnyValue)
    ;

ShiftOperator
    : '<<' | '>>' | '>>>'
    ;

// 13.8 Additive, 13.7 multiplicative, 13.6 exponentiation operators

Additive(Target, Value)
    : Multiplicative(Target, Value)
    | Additive(Target, Value) AdditiveOperator Multiplicative(AnyTarget, AnyValue)
    ;

AdditiveOperator
    : '+' | '-'
    ;

Multiplicative(Target, Value)
    : Exponentiation(Target, Value)
    | Multiplicative(Target, Value) MultiplicativeOperator Exponentiation(AnyTarget, AnyValue)
    ;

MultiplicativeOperator
    : '*' | '/' | '%'
    ;

Exponentiation(Target, Value)
    : Unary(Target, Value)
    | Update(Target, Value) '**' Exponentiation(AnyTarget, AnyValue)
    ;

// 13.5 Unary operators

Unary(Target, Value)
    : Update(Target, Value)
    | UnaryOperator Unary(AnyTarget, AnyValue)
    ;

UnaryOperator
    : 'delete' | 'void' | 'typeof' | '+' | '-' | '~' | '!' | 'await'
    ;

// 13.4 Update operators

Update(Target, Value)
    : LeftHandSide(Target, Value)
    | AssignmentTarget(Target, Value) UpdateOperator
    | UpdateOperator AssignmentTarget(AnyTarget, AnyValue)
    ;

UpdateOperator
    : '++' | '--'
    ;

// 13.3 Left-hand-side expressions. Those that may be assigned to are rules of their
// own, and so is `async`, after which `(` may begin the parameters of an arrow function.

AssignmentTarget(Target, Value)
    : MemberTarget(Target, Value)
    | CallTarget(Target, Value)
    | 'async'
    ;

LeftHandSide(Target, Value)
    : New(Target, Value)
    | Call(Target, Value)
    | Optional(Target, Value)
    ;

New(Target, Value)
    : Member(Target, Value)
    | 'async'
    | 'new' New(AnyTarget, AnyValue)
    ;

MemberTarget(Target, Value)
    : Target
    | Member(Target, Value) Access
    ;

Member(Target, Value)
    : MemberTarget(Target, Value)
    | Value
    | Member(Target, Value) Template
    ;

CallTarget(Target, Value)
    : Call(Target, Value) Access
    ;

Call(Target, Value)
    : CallTarget(Target, Value)
    | Member(Target, Value) Arguments
    | SpecialCall
    | Call(Target, Value) Arguments
    | Call(Target, Value) Template
    ;

SpecialCall
    : 'async' Arguments
    | 'super' Arguments
    | 'import' '(' AssignmentExpression ')'
    ;

Optional(Target, Value)
    : Member(Target, Value) OptionalLink
    | 'async' OptionalLink
    | Call(Target, Value) OptionalLink
    | Optional(Target, Value) OptionalLink
    | Optional(Target, Value) Arguments
    | Optional(Target, Value) Access
    ;

OptionalLink
    : '?.' Arguments
    | '?.' '[' Expression ']'
    | '?.' IdentifierName
    | '?.' PRIVATE_NAME
    ;

Access
    : '[' Expression ']'
    | '.' IdentifierName
    | '.' PRIVATE_NAME
    ;

Arguments
    : '(' (Argument ',')* Argument? ')'
    ;

Argument
    : AssignmentExpression
    | '...' AssignmentExpression
    ;

// 13.2 Primary expressions, and what is like one. Targets may be assigned to.

AnyTarget
    : SimpleTarget
    | ObjectLiteral
    ;

SimpleTarget
    : IDENTIFIER
    | ArrayLiteral
    | Parenthesized
    | 'async' Access
    | 'super' Access
    ;

AnyValue
    : SimpleValue
    | FunctionExpression
    | ClassExpression
    ;

SimpleValue
    : 'this'
    | 'null'
    | 'true'
    | 'false'
    | NUMBER
    | STRING
    | REGEX
    | Template
    | 'async' Template
    | 'new' Member(AnyTarget, AnyValue) Arguments
    | 'new' 'async' Arguments
    | 'new' '.' 'target'
    | 'import' '.' 'meta'
    ;

Parenthesized
    : '(' Expression ')'
    ;

// 13.2.4 Array literals

ArrayLiteral
    : '[' (Argument? ',')* Argument? ']'
    ;

// 13.2.5 Object literals

ObjectLiteral
    : '{' (PropertyDefinition ',')* PropertyDefinition? '}'
    ;

// The initializer is one of a pattern.
PropertyDefinition
    : Shorthand
    | Shorthand Initializer(Relational)
    | FirstPropertyName ':' AssignmentExpression
    | Method(FirstPropertyName, PropertyName)
    | '...' AssignmentExpression
    ;

Shorthand
    : IDENTIFIER
    | 'get'
    | 'set'
    | 'async'
    ;

FirstPropertyName
    : PropertyName
    | 'get'
    | 'set'
    | 'async'
    ;

PropertyName
    : IdentifierName
    | STRING
    | NUMBER
    | '[' AssignmentExpression ']'
    ;

// 13.2.8 Template literals

Template
    : '`' TemplatePart* '`'
    ;

TemplatePart
    : TEMPLATE_TEXT
    | '${' Expression '}'
    ;

// 12.7 Names and keywords

// Words that are keywords in some places only are lexed as names in all others.
IdentifierName
    : IDENTIFIER
    | ReservedWord
    ;

ReservedWord
    : 'break' | 'case' | 'catch' | 'class' | 'const' | 'continue' | 'debugger' | 'default'
    | 'delete' | 'do' | 'else' | 'enum' | 'export' | 'extends' | 'false' | 'finally' | 'for'
    | 'function' | 'if' | 'import' | 'in' | 'instanceof' | 'new' | 'null' | 'return' | 'super'
    | 'switch' | 'this' | 'throw' | 'true' | 'try' | 'typeof' | 'var' | 'void' | 'while' | 'with'
    ;
