package main


func abs(n int) int {
	if n < 0 {
		return -n
	return n
}

func main() {
	println(abs(-3))
}
