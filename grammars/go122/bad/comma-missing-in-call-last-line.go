package main


func main() {
	fmt.Println(
		"a",
		"b"
	)
}
