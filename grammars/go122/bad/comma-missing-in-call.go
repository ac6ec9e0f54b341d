package main


func main() {
	fmt.Println("sum" a+b)
}
