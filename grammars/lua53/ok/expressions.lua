-- Section 3.4: expressions
x = nil
x = false
x = true
x = 42
x = "short"
x = [[long]]
x = ...
x = function() end
x = function(a, b, ...) local c = a; return c end
x = a
x = a.b
x = a[b]
x = a.b[c].d["e"]
x = f()
x = f(a)
x = f(a, b, ...)
x = f "s"
x = f [[s]]
x = f { }
x = a:f()
x = a.b:f(c):g(d)
x = f()()()
x = f().a[b].c
x = (a)
x = ((a))
x = (a).b
x = (a)[b]
x = (a)(b)
x = (a):b(c)
x = ("s"):rep(2)
x = (f())
x = {}
x = {1}
x = {1, 2; 3}
x = {1, 2,}
x = {1, 2;}
x = {a = 1, ["b"] = 2, [f(1)] = 3, c; d, a == b, {e = {}}, f(), ...}
x = {a, b = c}

-- Binary and unary operators
x = a or b
x = a and b
x = a < b
x = a > b
x = a <= b
x = a >= b
x = a ~= b
x = a == b
x = a | b
x = a ~ b
x = a & b
x = a << b
x = a >> b
x = a .. b
x = a + b
x = a - b
x = a * b
x = a / b
x = a // b
x = a % b
x = a ^ b
x = not a
x = #a
x = -a
x = ~a
