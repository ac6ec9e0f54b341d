package main


func main() {
	for x in list {
		println(x)
	}
}
