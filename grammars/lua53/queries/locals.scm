; Scopes, definitions and uses of local variables in Lua 5.3.

[(block) (funcbody)] @local.scope
(stat ["do" "for" "while" "repeat"]) @local.scope

(parlist (namelist (NAME) @local.definition))
(stat "local" (namelist (NAME) @local.definition))
(stat "local" "function" (NAME) @local.definition)
(stat "for" (namelist (NAME) @local.definition))
(stat "for" . (NAME) @local.definition)

(var . (NAME) @local.reference)
