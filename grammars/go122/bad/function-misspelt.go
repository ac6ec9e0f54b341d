package main


fucn add(a, b int) int {
	return a + b
}
