package compare

import "slices"

// holm returns the p-values adjusted by Holm's step-down method: of m values the
// smallest is multiplied by m, the next by m-1, and so on; none is made smaller
// than one before it, nor greater than 1. Comparing them with alpha keeps the
// chance of any false finding in the family under alpha, whatever the dependence.
//
// S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6 (1979).
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return a - b
	})
	adjusted := make([]float64, len(p))
	most := 0.0
	for k, at := range order {
		most = max(most, min(1, float64(len(p)-k)*p[at]))
		adjusted[at] = most
	}
	return adjusted
}
