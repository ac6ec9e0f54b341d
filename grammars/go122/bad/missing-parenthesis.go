package main

func main() {
	println("Hello"
	println("World")
}
