; What folds in C11 beside brackets and comments.

(string_literal) @fold
