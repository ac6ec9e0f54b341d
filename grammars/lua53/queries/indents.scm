; What is indented in Lua 5.3.

(funcbody) @indent.begin
(stat ["do" "for" "if" "repeat" "while"]) @indent.begin
[(tableconstructor) (args)] @indent.begin
["end" "until" "}" ")"] @indent.branch @indent.end
["else" "elseif"] @indent.branch
