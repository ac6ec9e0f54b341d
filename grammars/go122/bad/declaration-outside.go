package main

x := 1

func main() {}
