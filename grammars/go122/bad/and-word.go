package main


func main() {
	if a and b {
		println(1)
	}
}
