; What folds in Lua 5.3 beside tables, arguments and comments.

(funcbody) @fold
(stat ["do" "for" "if" "repeat" "while"]) @fold
(LONG_STRING) @fold
