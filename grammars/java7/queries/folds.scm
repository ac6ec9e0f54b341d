; What folds in Java 7 beside brackets and comments.

(ImportDeclarations) @fold
(SwitchBlockStatementGroup) @fold
