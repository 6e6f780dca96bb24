package bitset

import "xcbench/cover"

// lists are the options of every item, in input order.
type lists struct {
	begin   []int32
	options []int32 // the options of item i are options[begin[i]:begin[i+1]]
}

// newLists makes the lists of p. While it does, begin[i+1] is the place for the next option of item
// i. In the end that is where the options of item i+1 begin.
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
	l := lists{begin, make([]int32, p.Entries())}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			l.options[begin[i+1]] = int32(o)
			begin[i+1]++
		}
	}
	return l
}

func (l lists) of(i int) []int32 { return l.options[l.begin[i]:l.begin[i+1]] }
