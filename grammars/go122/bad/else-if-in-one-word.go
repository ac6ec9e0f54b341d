package main


func main() {
	if x > 1 {
		println(1)
	} elif x > 0 {
		println(2)
	}
}
