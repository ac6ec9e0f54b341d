-- Section 3.3: statements
;
;;
a = 1
a, b.c, d[1], e().f, (g)[2] = 1, 2, 3
f()
a.b.c()
a:b()
a:b(1).c[2]:d{}
f"short" f'short' f[[long]] f{} a:b"short" a:b[==[long]==] a:b{1}
;(f)()
;(f or g).h()
::label::
break
goto label
do end
do local a; a = 1 end
while a do end
while a < b do a = a + 1; break end
repeat until a
repeat local a = f() until a
if a then end
if a then b() else c() end
if a then elseif b then end
if a then b() elseif c then d() elseif e then f() else g() end
for i = 1, 2 do end
for i = 1, 10, -1 do f(i) end
for k in f do end
for k, v in pairs(t) do f(k, v) end
for k, v, w in next, t, nil do end
function f() end
function f(a) return a end
function a.b.c(a, b) return a, b end
function a:b(a, b, ...) return a, b, ... end
function a.b.c:d(...) return ...; end
local function f() end
local a
local a, b
local a = 1
local a, b, c = 1, f(), ...
do return end
do return; end
do return 1 end
do return 1, 2; end
