package stats

import (
	"math"
	"sort"

	"github.com/aclements/go-moremath/stats"
)

// The interval of a difference inverts the Mann-Whitney U test. It has all factors for which the
// test finds no difference after the base's samples are multiplied by them. So it leaves out 1
// where the test, before any correction, finds a difference. Its ends are two of the ratios of a
// sample to a sample of the base. D. F. Bauer, "Constructing confidence sets using rank
// statistics", Journal of the American Statistical Association 67 (1972), 687-690.

// ratioInterval returns the ends of the interval: the kth smallest and the kth greatest ratio of a
// value to one of the base. Both samples are sorted. The interval is from 0 to infinity if k is 0,
// or if not all values are above 0.
func ratioInterval(base, other []float64, k int) (low, high float64) {
	if k == 0 || !(base[0] > 0 && other[0] > 0) {
		return 0, math.Inf(1)
	}
	return kthRatio(base, other, k), kthRatio(base, other, len(base)*len(other)+1-k)
}

// kthRatio returns the kth smallest ratio of a value to one of the base. It bisects the numbers
// between the least and the greatest ratio, since there are too many ratios to sort if many samples
// are in one cell. Positive floating-point numbers are in the order of their bits.
func kthRatio(base, other []float64, k int) float64 {
	from := math.Float64bits(other[0] / base[len(base)-1])
	upto := math.Float64bits(other[len(other)-1] / base[0])
	return math.Float64frombits(from + uint64(sort.Search(int(upto-from), func(n int) bool {
		ratio := math.Float64frombits(from + uint64(n))
		count, at := 0, 0 // other[:at] are at most ratio times the value of the base
		for _, x := range base {
			for at < len(other) && other[at]/x <= ratio {
				at++
			}
			count += at
		}
		return count >= k
	})))
}

// endOf returns the number of the ratio at the lower end of the interval for samples of two sizes, from 1. It
// is the greatest k for which a U of k-1 is significant at the level 1 - confidence. It returns 0 if the
// samples are too few for an interval.
func endOf(n, m int, confidence float64) int {
	p := stats.UDist{N1: n, N2: m}.CDF
	if max(n, m) > stats.MannWhitneyExactLimit { // the test uses the normal distribution
		p = func(u float64) float64 {
			return stats.StdNormal.CDF((u - float64(n*m)/2 + 0.5) / math.Sqrt(float64(n*m)*float64(n+m+1)/12))
		}
	}
	return sort.Search((n*m+1)/2, func(u int) bool { return 2*p(float64(u)) > 1-confidence })
}
