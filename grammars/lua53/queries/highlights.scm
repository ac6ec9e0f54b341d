; Colours of Lua 5.3. Of several patterns that capture a node the last one counts.

(comment) @comment
(directive) @keyword.directive

; Section 3.1: lexical conventions
(NUMERAL) @number
(SHORT_STRING) @string
(LONG_STRING) @string
["nil" "true" "false"] @constant.builtin
[
  "break" "do" "else" "elseif" "end" "for" "goto" "if" "in" "local" "repeat" "then" "until" "while"
] @keyword
"function" @keyword.function
(funcbody "end" @keyword.function)
"return" @keyword.return
["and" "not" "or"] @keyword.operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "." ":" ";" "::"] @punctuation.delimiter
[
  "+" "-" "*" "/" "//" "%" "^" "#" "&" "~" "|" "<<" ">>" ".."
  "==" "~=" "<=" ">=" "<" ">" "="
] @operator
"..." @variable.parameter

; Sections 3.2 and 3.4: variables, fields, constants by their names
(NAME) @variable
((NAME) @constant (#match? @constant "^[A-Z][A-Z0-9_]*$"))
((NAME) @variable.builtin (#any-of? @variable.builtin "self" "_G" "_ENV" "_VERSION"))
(index "." (NAME) @property)
(field . (NAME) @property "=")
(parlist (namelist (NAME) @variable.parameter))

; Section 3.3.4: labels
(label (NAME) @label)
(stat "goto" (NAME) @label)

; Section 3.4.11: functions
(funcname (dottedname "." . (NAME) @property))
(funcname (dottedname (NAME) @function .) .)
(funcname ":" (NAME) @function.method)
(stat "local" "function" (NAME) @function)
(stat "local" (namelist . (NAME) @function .) "=" (explist . (exp (functiondef)) .))
(stat (varlist . (var . (NAME) @function .) .) "=" (explist . (exp (functiondef)) .))
(stat (varlist . (var (index "." (NAME) @function) .) .) "=" (explist . (exp (functiondef)) .))
(field . (NAME) @function "=" (exp (functiondef)))

; Section 3.4.10: calls
(functioncall . (var . (NAME) @function.call .) (call . (args)))
(functioncall . (var (index "." (NAME) @function.call) .) (call . (args)))
(call ":" (NAME) @function.method.call)
(functioncall . (var . (NAME) @function.builtin .) (call . (args))
  (#any-of? @function.builtin
    "assert" "collectgarbage" "dofile" "error" "getmetatable" "ipairs" "load" "loadfile" "next"
    "pairs" "pcall" "print" "rawequal" "rawget" "rawlen" "rawset" "require" "select"
    "setmetatable" "tonumber" "tostring" "type" "xpcall"))

; Section 3.4.9: braces of tables
(tableconstructor ["{" "}"] @constructor)
