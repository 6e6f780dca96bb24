package cover

import "fmt"

// Check tells whether options, in any order, are a solution of p: they exist,
// none is there twice, and they contain every primary item exactly once and
// every secondary item at most once. Of a restriction they are given as options of its base, as a
// [Visitor] is shown them. The error names the first fault. It
// shares nothing with the solvers but the problem.
func Check(p *Problem, options []int) error {
	return NewChecker(p).Check(options)
}

// Checker checks many solutions of one problem, and of one problem after another, without allocating
// for each, in time that depends on the solution and not on the number of options: a restriction is
// checked on its base, without being filled in.
type Checker struct {
	p, base        *Problem
	taken, without []int32 // options of the base

	checks int    // so far; what an earlier check has marked means nothing
	items  []mark // by item of the base
	out    []int  // by option of the base, the last check that it was left out of
}

// mark says which option contained an item, in the last check that came upon it.
type mark struct{ check, option int }

// In place of an option, a mark has one of these if taken options contain the item: one does, or several
// do, and then nothing can cover it.
const (
	once  = -1
	often = -2
)

// NewChecker returns a checker for p.
func NewChecker(p *Problem) *Checker {
	c := new(Checker)
	c.Reset(p)
	return c
}

// Reset makes c a checker for p.
func (c *Checker) Reset(p *Problem) {
	before := c.base
	c.p = p
	c.base, c.taken, c.without = p.Base()
	if c.base != before {
		c.items, c.out = make([]mark, c.base.Items()), make([]int, c.base.Options())
	}
}

// Check is the function [Check] for the checker's problem.
func (c *Checker) Check(options []int) error {
	c.checks++
	covered, primary := c.restrict(), c.base.Primary()
	for _, o := range options {
		if o < 0 || o >= len(c.out) {
			return fmt.Errorf("option index %d does not exist: there are %d options", o, len(c.out))
		}
		if c.out[o] == c.checks {
			return c.foreign(o)
		}
		for _, i := range c.base.Option(o) { // one item at least
			if m := &c.items[i]; m.check != c.checks {
				*m = mark{c.checks, o}
			} else if m.option == o {
				return fmt.Errorf("option %d is there twice", c.number(o))
			} else if m.option < 0 {
				return c.foreign(o)
			} else {
				return fmt.Errorf("item %q is covered twice: by options %d and %d",
					c.base.Name(int(i)), c.number(m.option), c.number(o))
			}
			if int(i) < primary {
				covered++
			}
		}
	}
	if covered < primary { // no item is covered twice, so that it is enough to count them
		return fmt.Errorf("primary item %q is not covered", c.uncovered())
	}
	return nil
}

// restrict marks what the restriction takes and leaves out, and returns how many primary items are
// covered by that.
func (c *Checker) restrict() (covered int) {
	for _, o := range c.without {
		c.out[o] = c.checks
	}
	for _, o := range c.taken {
		for _, i := range c.base.Option(int(o)) {
			switch m := &c.items[i]; {
			case m.check != c.checks:
				*m = mark{c.checks, once}
				if int(i) < c.base.Primary() {
					covered++
				}
			case m.option == once: // a primary item: see Restrict
				m.option = often
				covered--
			}
		}
	}
	return covered
}

// uncovered returns the name of the first primary item that the last check found no option for.
func (c *Checker) uncovered() string {
	i := 0
	for c.items[i].check == c.checks && c.items[i].option != often {
		i++
	}
	return c.base.Name(i)
}

func (c *Checker) foreign(o int) error {
	return fmt.Errorf("option %d of the base is none of the restriction", c.base.Number(o))
}

// number returns the number in p of an option of the base that p has.
func (c *Checker) number(o int) int {
	o, _ = c.p.FromBase(o)
	return c.p.Number(o)
}
