package bitset

import "xcbench/cover"

// lists are the options of every item, in input order.
type lists struct {
	begin   []int32
	options []int32 // the options of item i are options[begin[i]:begin[i+1]]
	colours []int32 // the colours that they give the item; nil if the problem has none
}

// newLists makes the lists of p. While it fills them, begin[i+1] is the place for the next option of
// item i. When they are full, the options of item i+1 begin there.
func newLists(p *cover.Problem) lists {
	begin := make([]int32, p.Items()+2)
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			begin[i+2]++
		}
	}
	for i := range p.Items() {
		begin[i+2] += begin[i+1]
	}
	l := lists{begin: begin, options: make([]int32, p.Entries())}
	if p.Colours() > 0 {
		l.colours = make([]int32, p.Entries())
	}
	for o := range p.Options() {
		colours := p.Colouring(o)
		for k, i := range p.Option(o) {
			l.options[begin[i+1]] = int32(o)
			if colours != nil {
				l.colours[begin[i+1]] = colours[k]
			}
			begin[i+1]++
		}
	}
	return l
}

func (l lists) of(i int) []int32 { return l.options[l.begin[i]:l.begin[i+1]] }

// colour returns the colour that option k of item i gives it.
func (l lists) colour(i, k int) int32 {
	if l.colours == nil {
		return 0
	}
	return l.colours[int(l.begin[i])+k]
}
