package main


func main() {
	while n < 10 {
		n++
	}
}
