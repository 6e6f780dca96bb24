package stats

import (
	"maps"
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

// Adjust returns the adjusted p-values, given how often each occurs. A million comparisons have
// a few hundred different ones.
func (c Correction) Adjust(count map[float64]int) map[float64]float64 {
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
