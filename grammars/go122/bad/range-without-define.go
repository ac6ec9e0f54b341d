package main


func main() {
	for i range list {
		println(i)
	}
}
