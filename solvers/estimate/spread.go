package estimate

import (
	"math/rand/v2"
	"slices"
)

// spread returns a random sample of the numbers below n, in order and evenly spread. The sample has
// most numbers, or all n of them if n is smaller. Each number is chosen with the probability most/n
// exactly.
//
// This is ordered pivotal sampling: J.-C. Deville and Y. Tillé, "Unequal probability sampling without
// replacement through a splitting method", Biometrika 85 (1998). Neighbours compete, one of them
// gives its probability to the other, and whoever has a probability of 1 is chosen. Systematic
// sampling, every n/most-th number, would be spread as well. But if all nodes have the same number
// of children, it would choose the same child everywhere.
//
// Probabilities are whole multiples of 1/n, so there are no rounding errors.
func spread(dice *rand.Rand, n, most int64) []int64 {
	chosen := make([]int64, 0, min(n, most))
	if n <= most {
		for k := range n {
			chosen = append(chosen, k)
		}
		return chosen
	}
	holder, share := int64(0), most // the number whose fate is open, and its probability times n
	for k := int64(1); k < n; k++ {
		if sum := share + most; sum < n { // one of the two is out
			if dice.Int64N(sum) < most {
				holder = k
			}
			share = sum
		} else { // one of the two is in
			if dice.Int64N(2*n-sum) < n-most {
				chosen = append(chosen, holder)
				holder = k
			} else {
				chosen = append(chosen, k)
			}
			share = sum - n
		}
	}
	slices.Sort(chosen)
	return chosen
}
