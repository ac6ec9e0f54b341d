package main


func main() {
	if not done {
		println(1)
	}
}
