package main

var primes = []int{
	2,
	3,
	5
}
