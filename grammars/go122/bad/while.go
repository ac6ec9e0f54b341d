package main

func main() {
	while true {
		println("again")
	}
}
