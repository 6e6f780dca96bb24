package cover

import "fmt"

// Check tells whether options, in any order, are a solution of p: they exist,
// none is there twice, and they contain every primary item exactly once and
// every secondary item at most once. The error names the first fault. It
// shares nothing with the solvers but the problem.
func Check(p *Problem, options []int) error {
	return NewChecker(p).Check(options)
}

// Checker checks many solutions of one problem without allocating for each, in
// time that depends on the solution and not on the number of options.
type Checker struct {
	p      *Problem
	checks int   // so far; a mark of an earlier check means nothing
	owner  []use // by item: the option that contains it
}

type use struct{ check, option int }

// NewChecker returns a checker for p.
func NewChecker(p *Problem) *Checker {
	return &Checker{p: p, owner: make([]use, p.Items())}
}

// Check is the function [Check] for the checker's problem.
func (c *Checker) Check(options []int) error {
	c.checks++
	for _, o := range options {
		if o < 0 || o >= c.p.Options() {
			return fmt.Errorf("option index %d does not exist: there are %d options", o, c.p.Options())
		}
		for _, i := range c.p.Option(o) { // one item at least
			if other := c.owner[i]; other == (use{c.checks, o}) {
				return fmt.Errorf("option %d is there twice", c.p.Number(o))
			} else if other.check == c.checks {
				return fmt.Errorf("item %q is covered twice: by options %d and %d",
					c.p.Name(int(i)), c.p.Number(other.option), c.p.Number(o))
			}
			c.owner[i] = use{c.checks, o}
		}
	}
	for i, use := range c.owner[:c.p.Primary()] {
		if use.check != c.checks {
			return fmt.Errorf("primary item %q is not covered", c.p.Name(i))
		}
	}
	return nil
}
