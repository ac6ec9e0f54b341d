package main


func add(a, b int) int {
	retrun a + b
}
