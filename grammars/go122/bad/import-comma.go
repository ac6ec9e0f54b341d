package main


import (
	"fmt",
	"os"
)
