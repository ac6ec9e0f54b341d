package main


type Point struct {
	X int,
	Y int
}
