package lanes

import (
	"slices"

	"xcbench/cover"
)

// A problem may need no search: forced options alone solve it, or leave an item without options.
// Then tables are not worth their time. Easy sudokus take a fifth of the time without them.

// propagation applies the rule of forced options to the root, with the options of each item in lists.
// It finds the same options in the same order as settle does.
type propagation struct {
	p     *cover.Problem
	begin []int32 // the options of item i are of[begin[i]:begin[i+1]]
	of    []int32
	count []int32 // by item, how many of its options are left
	gone  []bool  // by option, whether it is removed
	seen  []bool  // by option, whether it is in path
	done  []bool  // by item, whether it is covered
	open  int     // how many primary items are not covered

	due  []int32 // items with one option left, in no order
	next []int32 // those of the next round
	path []int   // the forced options
}

// propagate returns the forced options of p and what is known then: solved, dead, or 0 if the
// search goes on. It stops early if it finds none.
func propagate(p *cover.Problem) (path []int, outcome int) {
	s := propagation{p: p, count: make([]int32, p.Items()), open: p.Primary()}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			s.count[i]++
		}
	}
	for i, n := range s.count[:p.Primary()] {
		if n == 0 {
			return nil, dead
		}
		if n == 1 {
			s.next = append(s.next, int32(i))
		}
	}
	if len(s.next) == 0 {
		return nil, 0
	}
	s.list()
	for {
		if outcome := s.round(); outcome != 0 || len(s.next) == 0 {
			return s.path, outcome
		}
	}
}

// list makes the lists of options.
func (s *propagation) list() {
	p := s.p
	s.gone, s.seen, s.done = make([]bool, p.Options()), make([]bool, p.Options()), make([]bool, p.Items())
	s.begin, s.of = make([]int32, p.Items()+1), make([]int32, p.Entries())
	end := int32(0)
	for i, n := range s.count {
		end += n
		s.begin[i] = end
	}
	s.begin[p.Items()] = end
	for o := p.Options() - 1; o >= 0; o-- {
		for _, i := range p.Option(o) {
			s.begin[i]--
			s.of[s.begin[i]] = int32(o)
		}
	}
}

// round takes the options of all items that have one left.
func (s *propagation) round() (outcome int) {
	s.due, s.next = s.next, s.due[:0]
	s.due = slices.DeleteFunc(s.due, func(i int32) bool { return s.done[i] })
	slices.Sort(s.due)
	begin := len(s.path)
	for _, i := range s.due {
		for _, o := range s.of[s.begin[i]:s.begin[i+1]] {
			if !s.gone[o] && !s.seen[o] {
				s.seen[o] = true
				s.path = append(s.path, int(o))
			}
		}
	}
	if len(s.due) == s.open && s.p.Items() == s.p.Primary() {
		return solved // each option left is the only one of all its items
	}
	for _, o := range s.path[begin:] {
		s.take(int32(o))
	}
	for _, i := range s.next {
		if s.count[i] == 0 { // no option is left, or two of those taken clash
			return dead
		}
	}
	if s.open == 0 {
		return solved
	}
	return 0
}

// take takes an option and removes all others that contain one of its items.
func (s *propagation) take(o int32) {
	for _, i := range s.p.Option(int(o)) {
		if int(i) < s.p.Primary() {
			s.open--
		}
		s.done[i] = true
		for _, q := range s.of[s.begin[i]:s.begin[i+1]] {
			if q == o || s.gone[q] {
				continue
			}
			s.gone[q] = true
			for _, j := range s.p.Option(int(q)) {
				if s.count[j]--; s.count[j] <= 1 && int(j) < s.p.Primary() {
					s.next = append(s.next, j)
				}
			}
		}
	}
}
