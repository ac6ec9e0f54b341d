; What is indented in JSON.

[(Object) (Array)] @indent.begin
["}" "]"] @indent.branch @indent.end
