package cover

import "fmt"

// Check tells whether options, in any order, are a solution of p: they exist,
// none is there twice, and they contain every primary item exactly once and
// every secondary item at most once. The error names the first fault. It
// shares nothing with the solvers but the problem.
func Check(p *Problem, options []int) error {
	return NewChecker(p).Check(options)
}

// Checker checks many solutions of one problem without allocating for each.
type Checker struct {
	p     *Problem
	owner []int // the option that contains item i, from 1; 0 if none does
	taken []bool
}

// NewChecker returns a checker for p.
func NewChecker(p *Problem) *Checker {
	return &Checker{p: p, owner: make([]int, p.Items()), taken: make([]bool, p.Options())}
}

// Check is the function [Check] for the checker's problem.
func (c *Checker) Check(options []int) error {
	clear(c.owner)
	clear(c.taken)
	for _, o := range options {
		if o < 0 || o >= c.p.Options() {
			return fmt.Errorf("option index %d does not exist: there are %d options", o, c.p.Options())
		}
		if c.taken[o] {
			return fmt.Errorf("option %d is there twice", c.p.Number(o))
		}
		c.taken[o] = true
		for _, i := range c.p.Option(o) {
			if other := c.owner[i]; other != 0 {
				return fmt.Errorf("item %q is covered twice: by options %d and %d",
					c.p.Name(int(i)), c.p.Number(other-1), c.p.Number(o))
			}
			c.owner[i] = o + 1
		}
	}
	for i, o := range c.owner[:c.p.Primary()] {
		if o == 0 {
			return fmt.Errorf("primary item %q is not covered", c.p.Name(i))
		}
	}
	return nil
}
