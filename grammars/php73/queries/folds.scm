; What folds in PHP 7.3 beside brackets and comments.

[(switch_statement) (while_statement) (for_statement) (foreach_statement)] @fold
(if_statement ["endif"]) @fold
(literal (HEREDOC_START)) @fold
