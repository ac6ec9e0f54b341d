package main

func isZero(n int) bool {
	if n = 0 {
		return true
	}
	return false
}
