package main

var x = a + b - c*d/e%f<<g>>h&i&^j | k ^ l
var y = a || b && c == d != e < f <= g > h >= i
var z = -a + +b - !c*^d + *e&&f.g & <-h
var numbers = []any{0, 1_000, 0x_ff, 0b1_0, 0o17, 017, 1., .5, 1e10, 1_0.5e-1, 0x1p-2, 0x1.8P3, 0x.8p0, 1i, 0x1i, 1.5e3i, 'a', '\n', '\'', '\x00', '世', "a\"b", `c
d`}
var t = T{}
var u = pkg.T{a: 1, b: {1, 2}, {c}: d, [1]int{}: e,}
var v = T[int]{1}
var w = pkg.T[int, string]{}
var literals = f([...]int{1}, [2]int{0: 1, 1: 2}, map[string][]T{"a": {{1}}}, struct{ a int }{1}, &T{}, []T(nil))
var conversions = f([]byte("a"), (*T)(x), (func())(x), func() int(x), map[int]int(x), chan int(x), interface{}(x), (<-chan int)(x), struct{}(x))
var types = f(make([]int, 3), make(chan<- int), make(chan (<-chan int)), new(*T), new(func(int) string), new(interface{ m() }), make(<-chan int))
var calls = f()(a)(b...)(c, d...,)(e,).g[0](h)
var selectors = a.b.c[0].d(1).(T).e.(*U).f
var indices = a[0][1:][:2][1:2][:][1:2:3][:2:3][i, j][[]int][k,].x
var instances = T[int].m + T[int][0] + pkg.T[int].m[0] + pkg.x[1:2] + pkg.x.y + pkg.f() + pkg.T[int](x) + a.(T).b + T[int].(U)
var methods = T.m == (*T).m && interface{ m() }.m(x) == struct{ T }.m
var functions = func(a, b int) (c int) { return a + b }(1, 2)
var parentheses = (a).b + (a)[0] + (a)(b)
