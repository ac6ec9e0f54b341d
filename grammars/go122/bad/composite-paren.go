package main


func main() {
	list := []int{1, 2, 3)
	println(list)
}
