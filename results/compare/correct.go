package compare

import (
	"cmp"
	"fmt"
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
	t.Comparisons = len(cells)
	for k, q := range m.Correction.Adjust(p) {
		cells[k].Adjusted, cells[k].Differs = q, q < m.Alpha
	}
	if text := tooFew(cells, m); text != "" {
		t.warnf("%s", text)
	}
}

// Adjust returns the adjusted p-values. Those below alpha are significant.
func (c Correction) Adjust(p []float64) []float64 {
	order := make([]int, len(p))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(p[a], p[b]), a-b) })
	adjusted := slices.Clone(p)
	switch c {
	case BenjaminiHochberg: // the kth smallest of n values is multiplied by n/k, and none exceeds the next
		least := 1.0
		for k, at := range slices.Backward(order) {
			least = min(least, float64(len(p))/float64(k+1)*p[at])
			adjusted[at] = least
		}
	case Holm: // the kth smallest of n values is multiplied by n-k+1, and none is less than the one before
		most := 0.0
		for k, at := range order {
			most = max(most, min(1, float64(len(p)-k)*p[at]))
			adjusted[at] = most
		}
	}
	return adjusted
}

// tooFew returns a warning if a difference in a single comparison cannot be significant after the
// correction, however great it is. It returns "" if the samples suffice, or if they could not show
// a difference even without the correction.
func tooFew(cells []*Cell, m Method) string {
	least := 1.0
	for _, c := range cells {
		least = min(least, leastP(c.N, c.BaseN))
	}
	all := float64(len(cells))
	if m.Correction == NoCorrection || len(cells) < 2 || least >= m.Alpha || least*all < m.Alpha {
		return ""
	}
	n := 2
	for leastP(n, n)*all >= m.Alpha {
		n++
	}
	if m.Correction == Holm {
		return fmt.Sprintf("too few samples to show a difference in any of %d comparisons after Holm's correction: "+
			"take %d of each, filter rows, or correct by bh", len(cells), n)
	}
	return fmt.Sprintf("too few samples to show differences in fewer than %.0f of %d comparisons: take %d of each",
		math.Floor(least*all/m.Alpha)+1, len(cells), n)
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
