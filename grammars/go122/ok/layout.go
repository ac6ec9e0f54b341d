package main /* a comment over lines
is a line end */
import "fmt" // so is a line comment

func main() {
	x := f(
		1,
		2, /* none */
	)
	y := x +
		1
	s := `a
b`
	if x { return }
	switch { case x: f(); default: g() }
	fmt.
		Println(x, y, s)
	for { break }
	x++
	return }
