package main


func main() {
	switch n {
	case 1
		println("one")
	case 2:
		println("two")
	}
}
