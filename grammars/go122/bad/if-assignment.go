package main


func main() {
	if x = 1 {
		println(x)
	}
}
