package count

import (
	"math/bits"

	"xcbench/cover"
)

// codes say what the key of a state has of an open item. A primary item and one without colours is
// covered or not: a bit. A secondary item with colours can also be covered in one of them, which
// allows the same colour again and forbids all others. Its colours have codes, and each bit of a code
// has two slots, rails. A state in which the item is covered has one bit of each pair:
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
type codes struct {
	known map[[2]int32]uint64 // the code of a colour of an item, by item and colour
	count []int32             // by item, its codes
	plain []bool              // by item, whether some option gives it no colour
}

// codesOf returns the codes of the items of a problem.
func codesOf(p *cover.Problem) *codes {
	c := &codes{plain: make([]bool, p.Items())}
	if p.Colours() == 0 {
		return c
	}
	c.known, c.count = map[[2]int32]uint64{}, make([]int32, p.Items())
	for o := range p.Options() {
		for k, i := range p.Option(o) {
			at := [2]int32{i, p.Colouring(o)[k]}
			if _, ok := c.known[at]; !ok {
				c.known[at] = uint64(c.count[i])
				c.count[i]++
				c.plain[i] = c.plain[i] || at[1] == 0
			}
		}
	}
	return c
}

// bits returns the number of bits of an item.
func (c *codes) bits(i int) int {
	if c.count == nil || c.count[i] == 1 && c.plain[i] {
		return 1
	}
	return 2 * bits.Len32(uint32(max(c.count[i], 1)-1))
}

// masks returns what entry k of an option forbids and sets, in the bits of its item.
func (c *codes) masks(p *cover.Problem, o, k int) (forbid, set uint64) {
	i := p.Option(o)[k]
	n := c.bits(int(i))
	if n == 1 {
		return 1, 1
	}
	colour := p.Colouring(o)[k]
	code := c.known[[2]int32{i, colour}]
	for b := 0; b < n; b += 2 {
		set |= 1 << (uint64(b) + code>>(b/2)&1)
	}
	if all := uint64(1)<<n - 1; colour == 0 {
		return all, set
	} else {
		return all &^ set, set
	}
}
