package main


func main() {
	int x = 1
	println(x)
}
