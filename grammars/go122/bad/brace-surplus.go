package main


func main() {
	println("Hello")
	}
}

func f() {}
