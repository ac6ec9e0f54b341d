; What Lua 5.3 programs define and call: outlines are made of it.

(stat "function" (funcname (dottedname)) @name) @definition.function
(stat "local" "function" (NAME) @name) @definition.function
(stat "local" (namelist . (NAME) @name .) "=" (explist . (exp (functiondef)) .))
  @definition.function
(stat (varlist . (var) @name .) "=" (explist . (exp (functiondef)) .)) @definition.function
(field . (NAME) @name "=" (exp (functiondef))) @definition.function

(functioncall . (var . (NAME) @name .) (call . (args))) @reference.call
(functioncall . (var (index "." (NAME) @name) .) (call . (args))) @reference.call
(functioncall (call ":" (NAME) @name)) @reference.call
