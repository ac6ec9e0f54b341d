; Scopes, definitions and uses of variables in Java 7.

[
  (ClassBody) (EnumBody) (InterfaceBody) (AnnotationTypeBody)
  (MethodDeclaration) (ConstructorDeclaration)
  (Block) (SwitchBlock) (ForStatement) (ForStatementNoShortIf)
  (CatchClause) (TryWithResourcesStatement)
] @local.scope

(VariableDeclaratorId (IDENTIFIER) @local.definition)
(LastFormalParameter (IDENTIFIER) @local.definition)
(EnumConstant (IDENTIFIER) @local.definition)

(Name . (IDENTIFIER) @local.reference)
