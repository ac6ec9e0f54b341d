package main


func main() {
	list[0 = 1
	println(list[0])
}
