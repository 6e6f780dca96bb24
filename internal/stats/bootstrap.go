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

// Decided reports whether the interval leaves out 1.
func (r Ratio) Decided() bool { return r.Low > 1 || r.High < 1 }

// LeastFamilies is the smallest number of families that count as a sample of all families. Fewer cannot
// show a difference in all even if they agree: with 5, the sign test has a p-value of 2/32 at least.
const LeastFamilies = 6

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

// FixedRatio returns the geometric mean over the rows of the ratio of the medians, Other / Base, and its
// confidence interval. It returns the zero Ratio if there are no rows. The interval is about these rows: it
// depends only on how much the samples vary. It is from 0 to infinity if a side has fewer than 3 samples.
// The same rows always have the same result, in any order. The function sorts the samples.
//
// The interval is the percentile interval of a bootstrap, which draws samples of each side of a row with
// replacement.
func (m Method) FixedRatio(rows []Pair) Ratio {
	if len(rows) == 0 {
		return Ratio{}
	}
	return m.ratio(slices.Collect(slices.Chunk(rows, 1)), true)
}

// FamilyRatio is the geometric mean over families of the geometric mean over the rows of each: the members
// of a family are alike, so each family has one vote. The families are taken as a sample of all families. The
// result is FixedRatio of all rows if there are fewer than [LeastFamilies].
//
// The interval is that of a hierarchical bootstrap: each resample draws families, then rows of each, and then
// samples of each side of a row, with replacement. See A. C. Davison and D. V. Hinkley, "Bootstrap Methods
// and their Application", Cambridge 1997, section 3.8; and T. Kalibera and R. Jones, "Quantifying performance
// changes with effect size confidence intervals", Technical Report 4-12, University of Kent 2012,
// arXiv:2007.10899, who resample executions and then measurements.
//
// Such an interval is too narrow for a few families. So it is widened on the logarithmic scale, by the factor
// from the normal distribution's interval to Student's. See T. C. Hesterberg, "What teachers should know
// about the bootstrap", The American Statistician 69 (2015), 371-386.
func (m Method) FamilyRatio(families [][]Pair) Ratio {
	if len(families) < LeastFamilies {
		return m.FixedRatio(slices.Concat(families...))
	}
	return m.ratio(families, false)
}

// ratio is FamilyRatio of any number of families. If they are fixed, they are not resampled, and each has
// a single row.
func (m Method) ratio(families [][]Pair, fixed bool) Ratio {
	of, value := make([][]drawnRow, len(families)), 0.0
	for k, f := range families {
		of[k] = sortRows(f)
	}
	slices.SortFunc(of, func(a, b []drawnRow) int { return slices.CompareFunc(a, b, drawnRow.compare) })
	rows := slices.Concat(of...)
	left := rows
	for k, f := range of {
		of[k], left = left[:len(f)], left[len(f):]
		own := 0.0
		for _, r := range f {
			own += r.log / float64(len(f))
		}
		value += own / float64(len(of))
	}
	if fixed && slices.ContainsFunc(rows, func(r drawnRow) bool { return min(len(r.Base), len(r.Other)) < leastResampled }) {
		return Ratio{math.Exp(value), 0, math.Inf(1)}
	}
	drawLogs(rows)
	n, widen := len(of), 1.0 // families in a resample
	if !fixed {
		n = min(n, mostResampled)
		widen = student(len(of), m.Confidence) * math.Sqrt(float64(n)/float64(len(of)))
	}
	means := resample(len(rows)*n/len(of), func(r *rand.Rand) float64 {
		sum := 0.0
		for k := range n {
			if !fixed {
				k = r.IntN(len(of))
			}
			f, own := of[k], 0.0
			for k := range f {
				if len(f) > 1 {
					k = r.IntN(len(f))
				}
				own += f[k].draws[r.IntN(len(f[k].draws))]
			}
			sum += own / float64(len(f))
		}
		return sum / float64(n)
	})
	beyond := (1 - m.Confidence) / 2
	bound := func(q float64) float64 { return math.Exp(value + widen*(Quantile(means, q)-value)) }
	return Ratio{math.Exp(value), bound(beyond), bound(1 - beyond)}
}

// drawnRow is a row of a bootstrap.
type drawnRow struct {
	Pair
	log   float64   // of the ratio of its medians
	draws []float64 // the logarithms of the ratio of its resampled samples
}

func (r drawnRow) compare(s drawnRow) int {
	return cmp.Or(cmp.Compare(r.log, s.log), slices.Compare(r.Base, s.Base), slices.Compare(r.Other, s.Other))
}

// sortRows returns the rows in an order that does not depend on the order in which they are given.
func sortRows(pairs []Pair) []drawnRow {
	rows := make([]drawnRow, len(pairs))
	for k, p := range pairs {
		rows[k] = drawnRow{Pair: p, log: math.Log(Median(p.Other) / Median(p.Base))}
	}
	slices.SortFunc(rows, drawnRow.compare)
	return rows
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

// drawLogs sets the draws of rows. A row with one sample on either side has only the logarithm itself.
func drawLogs(rows []drawnRow) {
	draws := min(mostDraws, max(leastDraws, drawnRows/len(rows)))
	const stretch = 64 // rows for a goroutine
	inParallel((len(rows)+stretch-1)/stretch, func(n int) {
		r, count := rand.New(rand.NewPCG(0, uint64(n))), []int(nil)
		for k := n * stretch; k < min((n+1)*stretch, len(rows)); k++ {
			one := &rows[k]
			if len(one.Base) == 1 && len(one.Other) == 1 {
				one.draws = []float64{one.log}
				continue
			}
			count = slices.Grow(count[:0], max(len(one.Base), len(one.Other)))
			one.draws = make([]float64, draws)
			for d := range one.draws {
				one.draws[d] = math.Log(resampledMedian(r, one.Other, count) / resampledMedian(r, one.Base, count))
			}
		}
	})
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
	at := func(position int) float64 { // of the drawn values in order
		k := 0
		for ; position >= count[k]; k++ {
			position -= count[k]
		}
		return sorted[k]
	}
	return (at((n-1)/2) + at(n/2)) / 2
}

// resample returns the sorted means of resamples of n rows.
func resample(n int, mean func(*rand.Rand) float64) []float64 {
	means := make([]float64, min(mostResamples, max(leastResamples, resampledRows/n)))
	inParallel(len(means), func(k int) { means[k] = mean(rand.New(rand.NewPCG(1, uint64(k)))) })
	slices.Sort(means)
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
