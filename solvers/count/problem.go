package count

import (
	"math/bits"
	"slices"

	"xcbench/cover"
)

// A problem knows the options and the colours of its items. These say what the key of a state has of an
// open item. A primary item and one without colours is covered or not: a bit. A secondary item with
// colours can also be covered in one of them, which allows the same colour again and forbids all others.
// The place of a colour in the list of its item is its code, and each bit of a code has two slots, rails.
// A state in which the item is covered has one bit of each pair:
//
//	colour   code   rails
//	   -      -     00 00    not covered
//	   x      0     01 01
//	   y      1     01 10    forbidden if the state has x, by the upper rail
//	   z      2     10 01
//
// So masks decide whether an option fits: see [move]. "No colour" has a code too if some option
// gives the item no colour, and such an option forbids all rails. An item with one code that is a
// colour forbids nothing, and has no bits.
type problem struct {
	*cover.Problem
	options [][]int32 // by item
	colours [][]int32 // by item, those that its options give it, in ascending order; none if the problem has no colours
}

func newProblem(p *cover.Problem) *problem {
	x := &problem{p, make([][]int32, p.Items()), make([][]int32, p.Items())}
	for o := range p.Options() {
		for k, i := range p.Option(o) {
			x.options[i] = append(x.options[i], int32(o))
			if p.Colours() == 0 {
				continue
			}
			if at, known := x.code(o, k); !known {
				x.colours[i] = slices.Insert(x.colours[i], at, p.Colouring(o)[k])
			}
		}
	}
	return x
}

// code returns the code of the colour that entry k of an option gives its item.
func (p *problem) code(o, k int) (code int, known bool) {
	return slices.BinarySearch(p.colours[p.Option(o)[k]], p.Colouring(o)[k])
}

// bits returns the number of bits of an item.
func (p *problem) bits(i int) int {
	codes := len(p.colours[i])
	if codes == 0 || codes == 1 && p.colours[i][0] == 0 {
		return 1
	}
	return 2 * bits.Len(uint(codes-1))
}

// masks returns what entry k of an option forbids and sets, in the bits of its item.
func (p *problem) masks(o, k int) (forbid, set uint64) {
	n := p.bits(int(p.Option(o)[k]))
	if n == 1 {
		return 1, 1
	}
	code, _ := p.code(o, k)
	for b := 0; b < n; b += 2 {
		set |= 1 << (b + code>>(b/2)&1)
	}
	if forbid = 1<<n - 1; p.Colouring(o)[k] != 0 {
		forbid &^= set
	}
	return forbid, set
}
