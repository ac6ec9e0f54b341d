package main

func main() {
	if a || b && c == d != e < f <= g > h >= i {
	}
	if a + b - c*d/e%f<<g>>h&i&^j | k ^ l == 0 {
	}
	if x := -a + +b - !c*^d + *e; &f == <-g {
	}
	if ch <- x; x == 0 {
	}
	if f(); -a.b > *-1 {
	}
}

func f() {
	for x--; a.b.c[0].d(1).(T).e.(*U).f; x++ {
	}
	for a[0][1:][:2][1:2][:][1:2:3][:2:3][i, j][[]int][k,].x {
	}
	for T[int].m + T[int][0] + pkg.T[int].m[0] + pkg.x[1:2] + pkg.x.y + pkg.f() + pkg.T[int](x) + a.(T).b + T[int].(U) {
	}
	for _, x := range []byte(s) {
	}
	if func() bool { return true }() && interface{ m() }.m == struct{ T }.m && (T{}) == nil {
	}
	if f := func() int(x); f() && 1 > 0x2 && "a" < `b` && 'a' == 1i && 1. == a.b {
	}
	if a[0], b.c = f(), g(); a.b {
	}
	if a, b.c, d = 1, (T{})[0], 2; a {
	}
	switch x := f().(type) {
	}
	switch a.b.(type) {
	}
	switch T[0].(type) {
	}
	switch ch <- x; y {
	}
	switch x++; {
	}
	switch a.b = 1; x := y.(type) {
	}
	select {
	case x, a.b = <-ch:
	case a.b, x = <-ch:
	}
	a.b, x, c[0] = 1, 2, 3
}
