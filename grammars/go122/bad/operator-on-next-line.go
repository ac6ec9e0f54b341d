package main


func main() {
	ok := a > 1
		&& b > 2
	println(ok)
}
