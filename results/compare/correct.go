package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Correction says how the p-values of a table are adjusted for their number.
type Correction string

const (
	// BenjaminiHochberg controls the false discovery rate: of the rows that are marked, on average at
	// most a part alpha is marked by chance. Y. Benjamini and Y. Hochberg, "Controlling the false
	// discovery rate", Journal of the Royal Statistical Society B 57 (1995), 289-300.
	BenjaminiHochberg Correction = "bh"

	// Holm controls the chance that any row of a table is marked by chance, even if the tests depend
	// on each other. S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
	// Journal of Statistics 6 (1979), 65-70.
	Holm Correction = "holm"

	// NoCorrection marks a part alpha of all rows by chance.
	NoCorrection Correction = "none"
)

// String returns the name of the correction in sentences.
func (c Correction) String() string {
	switch c {
	case BenjaminiHochberg:
		return "Benjamini-Hochberg"
	case Holm:
		return "Holm"
	}
	return "no correction"
}

// adjusted has the p-values of a table after the correction, by the p-values before.
type adjusted struct {
	known map[float64]float64
	alpha float64
}

// apply sets the adjusted p-value of a cell, and whether its difference is significant.
func (a adjusted) apply(c *Cell) {
	if c.Compared {
		c.Adjusted = a.known[c.P]
		c.Differs = c.Adjusted < a.alpha
	}
}

// adjustCounts returns the adjusted p-values, given how often each occurs. A million comparisons have
// a few hundred different ones.
func (c Correction) adjustCounts(count map[float64]int) map[float64]float64 {
	total := 0
	for _, n := range count {
		total += n
	}
	to, order := map[float64]float64{}, slices.Sorted(maps.Keys(count))
	switch c {
	case BenjaminiHochberg: // the kth smallest of n values is multiplied by n/k, and none exceeds the next
		least, rank := 1.0, total
		for _, p := range slices.Backward(order) {
			least = min(least, float64(total)/float64(rank)*p)
			to[p] = least
			rank -= count[p]
		}
	case Holm: // the kth smallest of n values is multiplied by n-k+1, and none is less than the one before
		most, rank := 0.0, 0
		for _, p := range order {
			most = max(most, min(1, float64(total-rank)*p))
			to[p] = most
			rank += count[p]
		}
	default:
		for _, p := range order {
			to[p] = p
		}
	}
	return to
}

// Adjust returns the adjusted p-values. Those below alpha are significant.
func (c Correction) Adjust(p []float64) []float64 {
	count := map[float64]int{}
	for _, x := range p {
		count[x]++
	}
	all, known := slices.Clone(p), c.adjustCounts(count)
	for k, x := range p {
		all[k] = known[x]
	}
	return all
}

// tooFew returns a warning if a difference in a single comparison cannot be significant after the
// correction, however great it is. It returns "" if the samples suffice, or if they could not show
// a difference even without the correction.
func tooFew(comparisons int, tested map[sizes]bool, m Method) string {
	least := 1.0
	for s := range tested {
		least = min(least, leastP(s.other, s.base))
	}
	all := float64(comparisons)
	if m.Correction == NoCorrection || comparisons < 2 || least >= m.Alpha || least*all < m.Alpha {
		return ""
	}
	n := 2
	for leastP(n, n)*all >= m.Alpha {
		n++
	}
	if m.Correction == Holm {
		return fmt.Sprintf("too few samples to show a difference in any of %d comparisons after Holm's correction: "+
			"take %d of each, filter rows, or correct by bh", comparisons, n)
	}
	return fmt.Sprintf("too few samples to show differences in fewer than %.0f of %d comparisons: take %d of each",
		math.Floor(least*all/m.Alpha)+1, comparisons, n)
}

// leastP returns the smallest two-sided p-value of the U test for n and m values: 2 over the number
// of ways to choose n of all values.
func leastP(n, m int) float64 {
	ways := 1.0
	for i := range n {
		ways *= float64(n+m-i) / float64(i+1)
	}
	return 2 / ways
}
