package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/aclements/go-moremath/stats"
)

// Pair has the samples of one row on both sides. All values are above 0, and each side has at least
// one.
type Pair struct{ Base, Other []float64 }

// Ratio is an estimate of a ratio with its confidence interval.
type Ratio struct{ Value, Low, High float64 }

// RowFactor says what the rows of a paired comparison stand for.
type RowFactor int

const (
	// RandomRows are a sample of a population. The interval holds for other rows of the population,
	// so it depends on how much the ratio varies from row to row: is one solver faster than the
	// other on problems like these?
	RandomRows RowFactor = iota

	// FixedRows are all that matters. The interval depends only on how much the samples vary: has
	// this program become slower on these instances?
	FixedRows
)

// The cost of a bootstrap is bounded for tables of a million rows. Such tables have narrow
// intervals, which few resamples suffice to find. A resample of random rows is limited in size, and
// its spread is scaled: P. J. Bickel, F. Götze and W. R. van Zwet, "Resampling fewer than n
// observations", Statistica Sinica 7 (1997), 1-31.
const (
	mostResamples, leastResamples = 2000, 200
	resampledRows                 = 4_000_000 // in all resamples together
	mostResampled                 = 20_000    // random rows in a resample
	mostDraws, leastDraws         = 2000, 20  // of the samples of a row
	drawnRows                     = 100_000   // in all draws together
)

// leastResampled is the smallest number of samples whose variation can be estimated by resampling:
// the interval of two contains the true ratio in 70 of 100 cases instead of 95.
const leastResampled = 3

// PairedRatio returns the geometric mean over the rows of the ratio of the medians, Other / Base,
// and its confidence interval. It returns the zero Ratio if there are no pairs. The interval is
// from 0 to infinity if the rows are fixed and a side has fewer than 3 samples. The same pairs
// always have the same result, in any order. The function sorts the samples.
//
// The interval is the percentile interval of a hierarchical bootstrap: each resample draws rows with
// replacement, unless they are fixed, and then samples of each side of a row with replacement. A
// single row counts as fixed. See A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their
// Application", Cambridge 1997, section 3.8; and T. Kalibera and R. Jones, "Quantifying performance
// changes with effect size confidence intervals", Technical Report 4-12, University of Kent 2012,
// arXiv:2007.10899, who resample executions and then measurements.
//
// Such an interval is too narrow for a few random rows. So it is widened on the logarithmic scale, by
// the factor from the normal distribution's interval to Student's. See T. C. Hesterberg, "What
// teachers should know about the bootstrap", The American Statistician 69 (2015), 371-386.
func (m Method) PairedRatio(pairs []Pair, rows RowFactor) Ratio {
	if len(pairs) == 0 {
		return Ratio{}
	}
	logs, order, few := make([]float64, len(pairs)), make([]int32, len(pairs)), false
	for k, p := range pairs {
		logs[k], order[k] = math.Log(Median(p.Other)/Median(p.Base)), int32(k)
		few = few || min(len(p.Base), len(p.Other)) < leastResampled
	}
	n, widen := len(pairs), 1.0 // n is the size of a resample
	if n == 1 {
		rows = FixedRows
	} else if rows == RandomRows {
		n = min(n, mostResampled)
		widen = student(len(pairs), m.Confidence) * math.Sqrt(float64(n)/float64(len(pairs)))
	}
	slices.SortFunc(order, func(a, b int32) int {
		if logs[a] != logs[b] {
			return cmp.Compare(logs[a], logs[b])
		}
		return cmp.Or(slices.Compare(pairs[a].Base, pairs[b].Base), slices.Compare(pairs[a].Other, pairs[b].Other))
	})
	value := 0.0
	for _, k := range order {
		value += logs[k] / float64(len(order))
	}
	if few && rows == FixedRows {
		return Ratio{math.Exp(value), 0, math.Inf(1)}
	}
	means := resample(drawLogs(pairs, logs, order), n, rows)
	slices.Sort(means)
	beyond := (1 - m.Confidence) / 2
	bound := func(q float64) float64 { return math.Exp(value + widen*(Quantile(means, q)-value)) }
	return Ratio{math.Exp(value), bound(beyond), bound(1 - beyond)}
}

// student returns the factor that widens the percentile interval for the mean of n values. The
// variance of a resample is (n-1)/n of the estimated variance. The quantiles are the normal
// distribution's instead of Student's.
func student(n int, confidence float64) float64 {
	if confidence == 0 {
		return 1
	}
	q, free := (1+confidence)/2, float64(n-1)
	return math.Sqrt(float64(n)/free) * stats.InvCDF(stats.TDist{V: free})(q) / stats.StdNormal.InvCDF(q)
}

// drawLogs returns for each row in an order the logarithms of the ratio that its resampled samples
// have. A row with one sample on either side has only the logarithm itself.
func drawLogs(pairs []Pair, logs []float64, order []int32) [][]float64 {
	draws := min(mostDraws, max(leastDraws, drawnRows/len(order)))
	all := make([][]float64, len(order))
	const stretch = 64 // rows for a goroutine
	inParallel((len(order)+stretch-1)/stretch, func(n int) {
		r, count := rand.New(rand.NewPCG(0, uint64(n))), []int(nil)
		for k := n * stretch; k < min((n+1)*stretch, len(order)); k++ {
			at := order[k]
			one := pairs[at]
			if len(one.Base) == 1 && len(one.Other) == 1 {
				all[k] = logs[at : at+1]
				continue
			}
			count = slices.Grow(count[:0], max(len(one.Base), len(one.Other)))
			all[k] = make([]float64, draws)
			for d := range all[k] {
				all[k][d] = math.Log(resampledMedian(r, one.Other, count) / resampledMedian(r, one.Base, count))
			}
		}
	})
	return all
}

// resampledMedian returns the median of as many values as there are, drawn with replacement. The
// values must be sorted. It overwrites count.
func resampledMedian(r *rand.Rand, sorted []float64, count []int) float64 {
	n := len(sorted)
	count = count[:n]
	clear(count)
	for range n {
		count[r.IntN(n)]++
	}
	// The drawn values are at positions 0 to n-1 in order; low and high are those in the middle.
	low, high := -1, -1
	for k, seen := 0, 0; high < 0; k++ {
		seen += count[k]
		if low < 0 && seen > (n-1)/2 {
			low = k
		}
		if seen > n/2 {
			high = k
		}
	}
	return (sorted[low] + sorted[high]) / 2
}

// resample returns the mean of each resample of n rows, given what can be drawn for each row.
func resample(draws [][]float64, n int, rows RowFactor) []float64 {
	means := make([]float64, min(mostResamples, max(leastResamples, resampledRows/n)))
	inParallel(len(means), func(k int) {
		r := rand.New(rand.NewPCG(1, uint64(k)))
		sum := 0.0
		for row := range n {
			if rows == RandomRows {
				row = r.IntN(len(draws))
			}
			from := draws[row]
			sum += from[r.IntN(len(from))]
		}
		means[k] = sum / float64(n)
	})
	return means
}

// inParallel calls f with 0 to n-1, as many at a time as there are processors.
func inParallel(n int, f func(int)) {
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for k := range n {
		free <- struct{}{}
		wg.Go(func() {
			f(k)
			<-free
		})
	}
	wg.Wait()
}
