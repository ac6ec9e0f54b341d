package main

import "fmt"
import (
	. "math"
	_ "embed"
	str "strings"; "os"
)
import ("io"; "net")

const a = 1
const (
	b, c int = iota, 2
	d, e
)
const ()
const (a = 1; b)
var (a int; b int)
type (a int; b int)


var f int
var (
	g, h = 1, 2
	i, j string = "a", `b`
)

type (
	k int
	l = m
)

type A[T any] struct {
	a, b int
	c    []int `json:"c"`
	d    [3]int "tag"
	e[4] string
	f    map[string]*int
	g    (int)
	h    <-chan int
	i    func(int) int "tag"
	j    interface{}
	k    struct{ x, y float64 }
	l    chan<- (<-chan int)
	m, n [2]int `x`
	B
	C[int] "tag"
	pkg.D
	pkg.E[int, string] "tag"
	*F
	*pkg.G `tag`
	o *int
}

type B[S []E, E int | ~string | pkg.T] []S
type C[T ~[]int, U interface{ m() }, V, W any,] map[T]U
type D[T, U any] func(T) (U, error)
type E[T map[string]int | chan int] chan T
type F[T func(int), U any,] [N]T
type G[T struct{}] [N * 2][]T
type H[T chan int | pkg.T] <-chan T
type H2[T <-chan int] int
type I interface {
	m(a, b int) (c string, err error)
	n(int, ...string)
	o()
	J
	pkg.K[int]
	~int | string | *L
	~[]byte
}
type J interface{ m(); n() }
type J2[T interface{ ~int }] int
type K struct{}
type L struct{ a int; b string }
type M [n]int
type N [len(x)]chan chan<- int

func main() {}
func declared(a int) int
func f0(a, b int, c ...string) (d int) { return }
func f1[T, U any, V ~int](T, U, V) T { return t }
func f2(a [3]int, b []int, c [n]pkg.T, d func(int, string) bool, e, f [2]int,) {}
func f3(pkg.T, []int, *T, map[string]int, chan int, func(), struct{}, interface{}, (int), <-chan int) {}
func f4(T[int], U, V[int, string], pkg.T[int], [3]int, ...int) <-chan int { return nil }
func f5(T, U,) func() (int, error) { return nil }
func f6(T, *U, V) *T { return nil }
func (f6) m0() {}
func (a *A[T]) m1() (pkg.T, error) { return nil, nil }
func (a A[T, U]) m2() [3]int { return x }
func (B[T]) m3() map[string]int
