; Colours of Java 7. Of several patterns that capture a node the last one counts.

(comment) @comment

; Section 3.10: literals
(INTEGER_LITERAL) @number
(FLOATING_POINT_LITERAL) @number
(CHARACTER_LITERAL) @string
(STRING_LITERAL) @string
["true" "false" "null"] @constant.builtin

; Section 3.9: keywords
[
  "assert" "break" "case" "catch" "class" "continue" "default" "do" "else" "enum" "extends"
  "finally" "for" "if" "implements" "instanceof" "interface" "new" "switch" "throw" "throws"
  "try" "while"
] @keyword
["import" "package"] @keyword.import
"return" @keyword.return
[
  "abstract" "final" "native" "private" "protected" "public" "static" "strictfp" "synchronized"
  "transient" "volatile"
] @keyword.modifier
["this" "super"] @variable.builtin

; Sections 3.11 and 3.12: separators and operators
["(" ")" "[" "]" "{" "}" "<" ">" ">>" ">>>"] @punctuation.bracket
["," "." ";"] @punctuation.delimiter
[
  "=" "==" "!=" "<=" ">=" "&&" "||" "!" "~" "&" "|" "^" "<<"
  "+" "-" "*" "/" "%" "++" "--" "?" ":" "..."
  "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" ">>>="
] @operator
(RelationalExpression ["<" ">"] @operator)
(ShiftExpression [">>" ">>>"] @operator)
(SwitchLabel ":" @punctuation.delimiter)
(LabeledStatement ":" @punctuation.delimiter)

; Chapter 6: names. What is before the first dot may be a variable, a type or a package.
(IDENTIFIER) @variable
(Name "." . (IDENTIFIER) @property)
((IDENTIFIER) @type (#match? @type "^[A-Z]"))
((IDENTIFIER) @constant (#match? @constant "^[A-Z][A-Z0-9_]*[A-Z0-9]$"))
(FieldAccess (IDENTIFIER) @property)
((FieldAccess (IDENTIFIER) @constant) (#match? @constant "^[A-Z][A-Z0-9_]*$"))

; Chapter 7: packages
(PackageDeclaration (Name (IDENTIFIER) @module))
(ImportDeclaration (Name (IDENTIFIER) @module))
((ImportDeclaration (Name (IDENTIFIER) @type)) (#match? @type "^[A-Z]"))

; Chapter 4: types
(PrimitiveType _ @type.builtin)
"void" @type.builtin
(TypeParameter . (IDENTIFIER) @type)
(TypeParameter1 . (IDENTIFIER) @type)
([
  (ClassOrInterfaceType (Name (IDENTIFIER) @module))
  (GenericType (Name (IDENTIFIER) @module))
  (ArrayType (Name (IDENTIFIER) @module))
  (ExceptionTypeList (Name (IDENTIFIER) @module))
  (CreatedName (Name (IDENTIFIER) @module))
] (#match? @module "^[a-z]"))
(ClassOrInterfaceType (Name (IDENTIFIER) @type .))
(GenericType (Name (IDENTIFIER) @type .))
(GenericType (IDENTIFIER) @type)
(ArrayType (Name (IDENTIFIER) @type .))
(ReferenceType1 (Name (IDENTIFIER) @type .))
(ReferenceType1 (IDENTIFIER) @type)
(ReferenceType2 (Name (IDENTIFIER) @type .))
(ReferenceType2 (IDENTIFIER) @type)
(ExceptionTypeList (Name (IDENTIFIER) @type .))
(CatchType (Name (IDENTIFIER) @type .))
(ClassLiteral (Name (IDENTIFIER) @type .))
(CreatedName (Name (IDENTIFIER) @type .))
(CreatedName (IDENTIFIER) @type)
(InnerCreatedName (IDENTIFIER) @type)
(ArrayCreationExpression (Name (IDENTIFIER) @type .))
(CastExpression "(" . (Name (IDENTIFIER) @type .) . ")")

; Chapters 8 and 9: declarations
(NormalClassDeclaration (IDENTIFIER) @type)
(EnumDeclaration (IDENTIFIER) @type)
(NormalInterfaceDeclaration (IDENTIFIER) @type)
(AnnotationTypeDeclaration (IDENTIFIER) @type)
(ConstructorDeclarator (IDENTIFIER) @constructor)
(MethodDeclarator (IDENTIFIER) @function.method)
(VoidMethodDeclarator (IDENTIFIER) @function.method)
(AnnotationTypeElementDeclaration (IDENTIFIER) @function.method)
(EnumConstant (IDENTIFIER) @constant)
(VariableDeclaratorId (IDENTIFIER) @variable)
(FieldDeclaration
  (VariableDeclarators (VariableDeclarator (VariableDeclaratorId (IDENTIFIER) @property))))
((VariableDeclaratorId (IDENTIFIER) @constant) (#match? @constant "^[A-Z][A-Z0-9_]*[A-Z0-9]$"))
(ConstantDeclarator (VariableDeclaratorId (IDENTIFIER) @constant))
(FormalParameter (VariableDeclaratorId (IDENTIFIER) @variable.parameter))
(LastFormalParameter (IDENTIFIER) @variable.parameter)
(CatchFormalParameter (VariableDeclaratorId (IDENTIFIER) @variable.parameter))

; Section 9.7: annotations
(Annotation "@" @attribute)
(Annotation (Name (IDENTIFIER) @attribute))
(ElementValuePair (IDENTIFIER) @property)

; Chapter 14: statements
(LabeledStatement (IDENTIFIER) @label)
(BreakStatement (Identifier_opt (IDENTIFIER) @label))
(ContinueStatement (Identifier_opt (IDENTIFIER) @label))

; Chapter 15: calls
(MethodInvocation (Name (IDENTIFIER) @function.method.call .) . (Arguments))
(MethodInvocation (IDENTIFIER) @function.method.call)
