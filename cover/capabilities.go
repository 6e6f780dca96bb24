package cover

import (
	"fmt"
	"strings"
)

// Capabilities say which problems a solver can hold and what it can answer. Every solver takes primary
// items. The zero value is a solver that takes nothing else.
type Capabilities struct {
	Secondary      bool // problems may have secondary items
	OptionsPerItem int  // a primary item may have this many options; 0 for any number
	CountsOnly     bool // the solver counts solutions but cannot show them
}

// Check returns an [UnsupportedError] if a solver with these capabilities cannot hold p, or cannot show
// its solutions where show asks for them. A solver can hold the restrictions of every problem that it
// can hold, so Check does not fill in such a restriction.
func (c Capabilities) Check(p *Problem, show bool) error {
	base := p
	if p.from != nil {
		base = p.from.base
	}
	if c.holds(base) && !(show && c.CountsOnly) {
		return nil
	}
	return c.refuse(p, show)
}

// holds tells whether p has what the capabilities allow and no more.
func (c Capabilities) holds(p *Problem) bool {
	return (c.OptionsPerItem == 0 || p.Degree() <= c.OptionsPerItem) && (c.Secondary || p.Items() == p.Primary())
}

// refuse returns why p is beyond the capabilities, or nil.
func (c Capabilities) refuse(p *Problem, show bool) error {
	switch {
	case show && c.CountsOnly:
		return Unsupportedf("the solver counts solutions and cannot show them; expected a run without a visitor")
	case !c.Secondary && p.Items() > p.Primary():
		return Unsupportedf("item %q is secondary; the solver takes primary items only", p.Name(p.Primary()))
	case c.OptionsPerItem > 0 && p.Degree() > c.OptionsPerItem:
		return Unsupportedf("item %q has %d options; the solver takes at most %d an item",
			p.Name(p.busiest()), p.Degree(), c.OptionsPerItem)
	}
	return nil
}

// String lists what the solver cannot do, or is empty: "at most 16 options an item".
func (c Capabilities) String() string {
	var limits []string
	if !c.Secondary {
		limits = append(limits, "primary items only")
	}
	if c.OptionsPerItem > 0 {
		limits = append(limits, fmt.Sprintf("at most %d options an item", c.OptionsPerItem))
	}
	if c.CountsOnly {
		limits = append(limits, "counts only")
	}
	return strings.Join(limits, "; ")
}
