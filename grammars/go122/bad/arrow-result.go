package main


func f(a int) -> int {
	return a
}
