package main


func main() {
	if x {
		println(1)
	}; else {
		println(2)
	}
}
