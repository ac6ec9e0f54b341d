package main


func main() {
	fmt.Println(strings.ToUpper("Hello")
	fmt.Println("again")
}
