package main

func (p *point) move() {
	p.x := p.x + 1
}
