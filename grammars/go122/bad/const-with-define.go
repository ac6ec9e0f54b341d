package main


const limit := 5
