package main


var ages = map[string]int{
	"Ada":  36
	"Alan": 41,
}
