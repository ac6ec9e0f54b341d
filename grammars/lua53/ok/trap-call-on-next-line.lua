-- Section 3.3.1: a parenthesis after an expression or a call goes on with it,
-- also on the next line, unless a semicolon comes first
a = b
(c or d)(e)
f()
(g)()
f();
(g)()
local h = i
(j):k()
repeat until l
(m)()
a = "s"
;(n)()
return o
(p)
