; What is indented in Java 7.

[
  (ClassBody) (EnumBody) (InterfaceBody) (AnnotationTypeBody)
  (Block) (ConstructorBody) (SwitchBlock) (ArrayInitializer) (ElementValueArrayInitializer)
  (FormalParameters) (Arguments)
] @indent.begin
(SwitchBlockStatementGroup (BlockStatements) @indent.begin)
(IfThenStatement (Statement) @indent.begin)
["}" ")" "]"] @indent.branch @indent.end
