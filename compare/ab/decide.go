package ab

import "xcbench/internal/stats"

// look decides the open groups that the rounds so far can decide. The chance that it decides any
// group falsely is at most allowed.
func (c *comparison) look(allowed float64) {
	var suspects []*Group
	var p []float64
	for _, g := range c.groups {
		if !g.suspect {
			continue
		}
		suspects = append(suspects, g)
		switch g.Verdict {
		case Undecided:
			p = append(p, stats.SignedRank(g.towardsSuspicion(c.result.Unit), g.margin))
		case Within:
			p = append(p, 1)
		default:
			p = append(p, 0)
		}
	}
	for k, adjusted := range stats.Holm.Adjust(p) {
		if g := suspects[k]; g.open() && adjusted < allowed {
			g.Verdict = map[bool]Verdict{true: Faster, false: Slower}[g.direction < 0]
			for _, s := range g.all {
				s.explained = s.explained || g.Kind != BySearch
			}
		}
	}
	for _, g := range suspects {
		if g.open() && g.cleared(c.result.Unit) {
			g.Verdict = Within
		}
	}
}

// towardsSuspicion returns the values of confirmation, with the sign that makes the suspicion
// positive.
func (g *Group) towardsSuspicion(unit string) []float64 {
	values := g.values(confirmation, unit)
	for k := range values {
		values[k] *= g.direction
	}
	return values
}

// cleared reports whether an open group is no suspect any more: its difference fell below the
// margin, or the difference of its solver or family explains its own.
func (g *Group) cleared(unit string) bool {
	values := g.towardsSuspicion(unit)
	return len(values) == 0 || trimmedMean(values) <= g.margin || g.Kind == BySearch && g.all[0].explained
}
