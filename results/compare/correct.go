package compare

import (
	"cmp"
	"slices"
)

// correct adjusts the p-values of a table for their number, and decides which differences are
// significant. It does nothing to exact values.
func (t *Table) correct(m Method) {
	if t.Exact {
		return
	}
	var cells []*Cell
	var p []float64
	for k := range t.Rows {
		for j := range t.Rows[k].Cells {
			if c := &t.Rows[k].Cells[j]; c.Compared {
				cells, p = append(cells, c), append(p, c.P)
			}
		}
	}
	if m.Holm {
		for k, q := range holm(p) {
			cells[k].Holm = q
		}
		if n := samplesNeeded(cells, m.Alpha); n > 0 {
			t.warnf("too few samples to show a difference in one of %d comparisons after Holm's correction: "+
				"take %d of each, filter rows, or correct for none", len(cells), n)
		}
	}
	for _, c := range cells {
		c.Differs = c.Holm < m.Alpha
	}
}

// holm returns the p-values adjusted by Holm's step-down method. The smallest of m values is
// multiplied by m, the next by m-1, and so on. No adjusted value is smaller than the one before it,
// or greater than 1. If differences with adjusted values below alpha count as significant, the
// chance of any false difference is below alpha, even if the tests depend on each other.
//
// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
// Statistics 6 (1979), 65-70.
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(p[a], p[b]), a-b) })
	adjusted := make([]float64, len(p))
	most := 0.0
	for k, at := range order {
		most = max(most, min(1, float64(len(p)-k)*p[at]))
		adjusted[at] = most
	}
	return adjusted
}

// samplesNeeded returns how many samples of each side it takes before a difference can be
// significant after Holm's correction. It returns 0 if the samples suffice, or if they could not
// show a difference even without the correction.
func samplesNeeded(cells []*Cell, alpha float64) int {
	least := 1.0
	for _, c := range cells {
		least = min(least, leastP(c.N, c.BaseN))
	}
	m := float64(len(cells))
	if len(cells) < 2 || least >= alpha || least*m < alpha {
		return 0
	}
	n := 2
	for leastP(n, n)*m >= alpha {
		n++
	}
	return n
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
