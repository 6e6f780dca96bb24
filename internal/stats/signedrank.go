package stats

import (
	"cmp"
	"math"
	"slices"
)

// SignedRank returns the p-value of the one-sided Wilcoxon signed-rank test that the differences
// lie above least. It is the exact chance that random signs give a rank sum as large as the one
// found. Differences equal to least are left out, and ties have the mean of their ranks.
//
// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945), 80-83.
func SignedRank(differences []float64, least float64) float64 {
	var ranks []int // doubled, so that the mean rank of a tie is a whole number
	sum := 0
	for _, x := range differences {
		rank := 1
		for _, y := range differences {
			if y != least {
				rank += 1 + cmp.Compare(math.Abs(x-least), math.Abs(y-least))
			}
		}
		if x != least {
			ranks = append(ranks, rank)
		}
		if x > least {
			sum += rank
		}
	}
	slices.Sort(ranks) // the order decides how chances are rounded
	chance, p := signedSums(ranks), 0.0
	for k := len(chance) - 1; k >= sum; k-- { // from the rarest, which rounds least
		p += chance[k]
	}
	return p
}

// signedSums returns the chance of each sum of ranks if every rank counts with the chance 1/2.
func signedSums(ranks []int) []float64 {
	most := 0
	for _, rank := range ranks {
		most += rank
	}
	chance := make([]float64, most+1)
	chance[0] = 1
	for _, rank := range ranks {
		for sum := most; sum >= 0; sum-- { // downwards, so that the chances of smaller sums are still the old ones
			if chance[sum] /= 2; sum >= rank {
				chance[sum] += chance[sum-rank] / 2
			}
		}
	}
	return chance
}

// Location returns the Hodges-Lehmann estimate of the center of symmetric values, and the
// confidence interval that inverts the signed-rank test. The estimate is the median of the means of
// all pairs of values, each value with itself included. Too few values for the confidence have an
// interval without end. There must be at least one value.
//
// M. Hollander, D. A. Wolfe and E. Chicken, "Nonparametric Statistical Methods", third edition,
// Wiley 2014, sections 3.2 and 3.3.
func Location(values []float64, confidence float64) (center, low, high float64) {
	var means []float64
	for k, x := range values {
		for _, y := range values[k:] {
			means = append(means, x/2+y/2)
		}
	}
	center = Median(means) // sorts them
	ranks := make([]int, len(values))
	for k := range ranks {
		ranks[k] = k + 1
	}
	chance := signedSums(ranks)
	outside, p := 0, 0.0 // the means outside the interval at each end
	for outside < len(means)/2 && p+chance[outside] <= (1-confidence)/2 {
		p += chance[outside]
		outside++
	}
	if outside == 0 {
		return center, math.Inf(-1), math.Inf(1)
	}
	return center, means[outside-1], means[len(means)-outside]
}
