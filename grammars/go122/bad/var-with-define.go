package main


func main() {
	var x := 1
	println(x)
}
