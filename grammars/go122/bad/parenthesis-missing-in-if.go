package main

func main() {
	if x > 1 && (y > 2 {
		println(x)
	}
}
