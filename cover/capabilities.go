package cover

import (
	"fmt"
	"strings"
)

// Capabilities say which problems a solver takes and how it can answer. All solvers take primary
// items; the zero value takes nothing else.
type Capabilities struct {
	Secondary      bool // problems may have secondary items
	Colours        bool // options may give colours to secondary items
	OptionsPerItem int  // the most options that a primary item may have; 0 for any number
	CountsOnly     bool // the solver counts solutions but cannot show them

	// NoLevels means that a run may have no level profile, although it counts nodes and updates.
	NoLevels bool
	// FirstOnly means that a run stops at the first solution. If it finds one although the limit of
	// solutions is not 1, the run has the status Unsupported.
	FirstOnly bool
	// NoBudgets means that a run cannot stop at a number of nodes or updates. With such a limit it has
	// the status Unsupported.
	NoBudgets bool
}

// Check returns an [UnsupportedError] if a solver with these capabilities does not take p, or if
// show is true and it cannot show solutions. A solver that takes a problem takes all of its
// restrictions, so Check seldom has to fill in a restriction, and costs some 10 ns.
func (c Capabilities) Check(p *Problem, show bool) error {
	base := p
	if p.from != nil {
		base = p.from.base
	}
	if c.refuse(base, show) == nil {
		return nil
	}
	return c.refuse(p, show)
}

// refuse returns what the capabilities rule out, or nil.
func (c Capabilities) refuse(p *Problem, show bool) error {
	switch {
	case show && c.CountsOnly:
		return Unsupportedf("the solver counts solutions and cannot show them; run it without a visitor")
	case !c.Secondary && p.Items() > p.Primary():
		return Unsupportedf("item %q is secondary; the solver takes primary items only", p.Name(p.Primary()))
	case !c.Colours && p.Colours() > 0:
		return Unsupportedf("options give the colour %q to an item; the solver takes no colours", p.ColourName(1))
	case c.OptionsPerItem > 0 && p.Degree() > c.OptionsPerItem:
		return Unsupportedf("item %q has %d options; the solver takes at most %d an item",
			p.Name(p.busiest()), p.Degree(), c.OptionsPerItem)
	}
	return nil
}

// String lists what the capabilities rule out, for instance "at most 16 options an item". It is
// empty if they rule out nothing.
func (c Capabilities) String() string {
	var limits []string
	if !c.Secondary {
		limits = append(limits, "primary items only")
	}
	if c.Secondary && !c.Colours {
		limits = append(limits, "no colours")
	}
	if c.OptionsPerItem > 0 {
		limits = append(limits, fmt.Sprintf("at most %d options an item", c.OptionsPerItem))
	}
	if c.CountsOnly {
		limits = append(limits, "counts only")
	}
	if c.FirstOnly {
		limits = append(limits, "first solution only")
	}
	return strings.Join(limits, "; ")
}
