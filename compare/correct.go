package compare

import (
	"fmt"
	"math"

	"xcbench/internal/stats"
)

// adjusted has the p-values of a table after the correction, by the p-values before.
type adjusted struct {
	known map[float64]float64
	alpha float64
}

// apply sets the adjusted p-value of a cell, and whether its difference is significant.
func (a adjusted) apply(c *Cell) {
	if c.Compared && !c.Mean {
		c.Adjusted = a.known[c.P]
		c.Differs = c.Adjusted < a.alpha && c.clear()
	}
}

// tooFew returns a warning if a difference in a single comparison cannot be significant after the
// correction, however great it is. It returns "" if the samples suffice, or if they could not show
// a difference even without the correction. It also returns how many samples would suffice.
func tooFew(comparisons int, tested map[sizes]bool, m stats.Method) (text string, n int) {
	least := 1.0
	for s := range tested {
		least = min(least, stats.LeastP(s.other, s.base))
	}
	all := float64(comparisons)
	if m.Correction == stats.NoCorrection || comparisons < 2 || least >= m.Alpha || least*all < m.Alpha {
		return "", 0
	}
	n = m.SamplesToMark(comparisons)
	if m.Correction == stats.Holm {
		return fmt.Sprintf("too few samples to show a difference in any of %d comparisons after Holm's correction: "+
			"take %d of each, filter rows, or correct by bh", comparisons, n), n
	}
	return fmt.Sprintf("too few samples to show differences in fewer than %.0f of %d comparisons: take %d of each",
		math.Floor(least*all/m.Alpha)+1, comparisons, n), n
}
