package main


func main() {
	p := Point{
		X: 1,
		Y: 2
	}
	println(p.X)
}
