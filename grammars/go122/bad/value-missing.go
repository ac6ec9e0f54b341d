package main

func main() {
	x := ;
	println(x)
}
