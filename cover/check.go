package cover

import "fmt"

// Check returns nil if the options, in any order, are a solution of p. They must exist, none may
// occur twice, and they must contain every primary item exactly once and every secondary item at
// most once, or often if always with the same colour. As for a [Visitor], the options of a
// restriction are indices of its base. The error names the first fault. Check shares no code with
// the solvers.
func Check(p *Problem, options []int) error {
	return NewChecker(p).Check(options)
}

// A Checker checks many solutions, of one problem or of one problem after another. It allocates
// nothing for a solution, and the time depends on the length of the solution, not on the number of
// options. It checks a solution of a restriction on the base, without filling in the restriction.
type Checker struct {
	p, base        *Problem
	taken, without []int32 // options of the base

	checks int    // the number of checks so far; marks of earlier checks are void
	items  []mark // by item of the base
	out    []int  // by option of the base, the last check for which it was ruled out
}

// A mark says which option contained an item in a check, and the colour that it gave to the item.
type mark struct {
	check, option int
	colour        int32
}

// The option of a mark is one of these if taken options contain the item. If several do, nothing
// can cover the item.
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

// Check does what the function [Check] does, for the problem of the checker.
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
		colours := c.base.Colouring(o)
		for k, i := range c.base.Option(o) { // a primary one at least, so an option that occurs twice is noticed
			colour := int32(0)
			if colours != nil {
				colour = colours[k]
			}
			if m := &c.items[i]; m.check != c.checks {
				*m = mark{c.checks, o, colour}
			} else if colour != 0 && m.colour == colour && m.option != o {
				m.option = o
			} else if m.option == o {
				return fmt.Errorf("option %d occurs twice", c.number(o))
			} else if m.option < 0 {
				return c.foreign(o)
			} else {
				return c.twice(int(i), m.option, o)
			}
			if int(i) < primary {
				covered++
			}
		}
	}
	if covered < primary { // no item is covered twice, so counting them is enough
		return fmt.Errorf("primary item %q is not covered", c.uncovered())
	}
	return nil
}

// restrict marks what the restriction takes and rules out. It returns how many primary items the
// taken options cover.
func (c *Checker) restrict() (covered int) {
	for _, o := range c.without {
		c.out[o] = c.checks
	}
	for _, o := range c.taken {
		for _, i := range c.base.Option(int(o)) {
			switch m := &c.items[i]; {
			case m.check != c.checks:
				*m = mark{check: c.checks, option: once}
				if int(i) < c.base.Primary() {
					covered++
				}
			case m.option == once: // the item is primary, or Restrict would have panicked
				m.option = often
				covered--
			}
		}
	}
	return covered
}

// uncovered returns the name of the first primary item that the last check found uncovered.
func (c *Checker) uncovered() string {
	i := 0
	for c.items[i].check == c.checks && c.items[i].option != often {
		i++
	}
	return c.base.Name(i)
}

// twice says that options a and b, which do not agree, contain item i.
func (c *Checker) twice(i, a, b int) error {
	how := "covered twice"
	if c.base.Colours() > 0 && i >= c.base.Primary() {
		how = "covered twice and not in one colour"
	}
	return fmt.Errorf("item %q is %s: by options %d and %d", c.base.Name(i), how, c.number(a), c.number(b))
}

func (c *Checker) foreign(o int) error {
	return fmt.Errorf("option %d of the base is not an option of the restriction", c.base.Number(o))
}

// number returns the number of an option in p, given its index in the base.
func (c *Checker) number(o int) int {
	o, _ = c.p.FromBase(o)
	return c.p.Number(o)
}
