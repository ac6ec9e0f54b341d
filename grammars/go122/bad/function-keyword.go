package main


function add(a, b int) int {
	return a + b
}
