; Languages in Lua 5.3 programs.

; Declarations of LuaJIT's library for C
(functioncall . (var (index "." (NAME) @_name) .) (call . (args (LONG_STRING) @injection.content))
  (#eq? @_name "cdef")
  (#set! injection.language "c"))
