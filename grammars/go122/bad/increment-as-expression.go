package main


func main() {
	x := i++
	println(x)
}
