x = a if b else lambda: c
x = lambda a, b=1, /, c=2, *d, e, f=3, **g: a
x = lambda *, a, **b: a
x = lambda **a: a
x = lambda *a, b: a
x = lambda a, /, b: a
x = lambda a, /, b=1: a
x = lambda a=1, /, b=2, *c, d, **e: a
x = lambda a, *b: a
x = lambda a=1, /, *b: a
x = lambda a, /, *b: a
x = lambda a=1, *b: a
x = lambda *, a: a
x = lambda a=1, b=2, /, c=3: a
x = lambda a=1,: a
x = lambda a, /,: a
x = lambda a=1, /,: a
x = a or b and not c
x = a == b != c <= d < e >= f > g in h not in i is j is not k
x = a | b ^ c & d << e >> f + g - h * i / j // k % l @ m
x = +a, -b, ~c, -a ** -b
x = True, False, None, ..., "a" 'b', 1, name
x = (), (a), (a,), (a, *b), (a, b,), (yield), (a := 1), (x for x in y if x)
x = [], [a], [a, *b,], [a for b, *c in d for e in f if g if h]
x = {}, {a: b}, {a: b, **c,}, {a: b for c in d}
x = {a}, {a, *b,}, {a for b in c}
x = a.b.c[0][:][1:][:2][::3][1:2:3, ...][*a][b := 1][a:b:]
f(), f(a), f(a,), f(*a), f(b := 1), f(a=1), f(a, b=1, *c, d=2,), f(**a), f(a, **b)
f(x for x in y), f(a=1, **b, c=2, **d), f(**a,), f(a, *b, c)
await_ = match = type = case = _ = 1
match.case.type = match + case - type
f(match=1, case=2, type=3)
async def f(): return await a ** b, await c.d()
x = lambda a: a
x = lambda a, b, c: a
x = lambda *, a, b, c: a
