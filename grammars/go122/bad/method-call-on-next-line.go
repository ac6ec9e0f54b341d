package main


func main() {
	builder
		.Add("a")
		.Add("b")
}
