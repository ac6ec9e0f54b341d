; What Java 7 programs define and refer to: outlines are made of it.

(PackageDeclaration (Name) @name) @definition.namespace
(NormalClassDeclaration (IDENTIFIER) @name) @definition.class
(NormalInterfaceDeclaration (IDENTIFIER) @name) @definition.interface
(AnnotationTypeDeclaration (IDENTIFIER) @name) @definition.interface
(EnumDeclaration (IDENTIFIER) @name) @definition.enum
(EnumConstant (IDENTIFIER) @name) @definition.enum_member
(MethodDeclaration (MethodHeader [
  (MethodDeclarator (IDENTIFIER) @name)
  (VoidMethodDeclarator (IDENTIFIER) @name)
])) @definition.method
(AbstractMethodDeclaration (MethodHeader [
  (MethodDeclarator (IDENTIFIER) @name)
  (VoidMethodDeclarator (IDENTIFIER) @name)
])) @definition.method
(AnnotationTypeElementDeclaration (IDENTIFIER) @name) @definition.method
(ConstructorDeclaration (ConstructorDeclarator (IDENTIFIER) @name)) @definition.constructor
(FieldDeclaration (VariableDeclarators (VariableDeclarator
  (VariableDeclaratorId (IDENTIFIER) @name)) @definition.field))
(ConstantDeclarator (VariableDeclaratorId (IDENTIFIER) @name)) @definition.constant

(MethodInvocation (Name (IDENTIFIER) @name .) . (Arguments)) @reference.call
(MethodInvocation (IDENTIFIER) @name (Arguments)) @reference.call
(CreatedName (ClassOrInterfaceType (Name (IDENTIFIER) @name .))) @reference.class
(Super_opt (ClassOrInterfaceType (Name (IDENTIFIER) @name .))) @reference.class
(InterfaceTypeList (ClassOrInterfaceType (Name (IDENTIFIER) @name .)) @reference.interface)
