package main

func main() {
	type T struct{}
	var x, y = 1, 2
	const z = 3
	;
	x, y = y, x
	x, y := f()
	a[0], b.c = 1, 2
	x, *p = 1, 2
	*p, x = 2, 3
	x += 1; x -= 1; x |= 1; x ^= 1; x *= 1; x /= 1; x %= 1; x <<= 1; x >>= 1; x &= 1; x &^= 1
	x++
	a[0]--
	ch <- 1
	f()
	<-ch
	go f()
	defer func() { recover() }()
	{
		x = 1
	}
	if x {
	} else if y := f(); y > 0 {
		return
	} else {
		return 1, x
	}
	if ; x == (T{}) {
	}
	if x == []int{1}[0] || f(T{1}) { return }
outer:
	for {
		break outer
		continue
		continue outer
		break
		goto outer
	}
	for x < 10 { x++ }
	for i := 0; i < 10; i++ {
	}
	for ; ; {
	}
	for i, j = 0, 1; ; i, j = j, i {}
	for range ch {}
	for i := range 10 {}
	for i, x := range []int{1, 2} {}
	for a[i], x = range map[string]T{"a": {}} {}
	switch {
	case x > 1, y < 1:
		fallthrough
	case z:
		f()
		g()
	default:
	}
	switch x := f(); x {
	case 1: x = 2
	}
	switch x {}
	switch ; {}
	switch x = 1; {}
	switch x.(type) {
	case int, *T, []int, map[string]int, func(int) string, chan int, <-chan int, interface{ m() }, struct{}, nil, pkg.T[int]:
	}
	switch x := y.z.(type) {}
	switch x := f(); y := x[0].(type) {}
	switch f().(type) {}
	select {
	case x := <-ch:
	case x, ok := <-ch:
		break
	case a[0], x = <-ch:
	case ch <- 1:
		f()
	case <-ch:
	default:
	}
	select {}
end:
}
