// Package stats has the statistics of comparisons: numbers go in, intervals and decisions come out.
// It knows no rows and no files.
//
//   - [UTest] tests whether two samples differ, and has an interval for their ratio.
//   - [SignedRank] and [Location] do the same for differences of pairs.
//   - [Method.FixedRatio] and [Method.FamilyRatio] are mean ratios over many rows, with their bootstrap intervals.
//   - [Pace] shows how much the speed of a machine drifts.
//   - [Correction] adjusts p-values for their number, and [Method.CanMark] says what samples can show.
//   - [Summary], [Median], [TrimmedMean] and [Quantile] describe one sample.
//
// docs/methodology.md says which command uses which.
package stats

import "golang.org/x/perf/benchmath"

// Method says how samples are compared.
type Method struct {
	Alpha      float64    // a p-value less than this is significant
	Confidence float64    // of intervals
	Correction Correction // of the p-values of a table for their number
}

// DefaultMethod is the method of all commands, unless their flags change it.
var DefaultMethod = Method{
	Alpha: benchmath.DefaultThresholds.CompareAlpha, Confidence: 0.95, Correction: BenjaminiHochberg,
}

// CanMark reports whether so many samples of two sides can show a difference in a single one of so
// many comparisons, however great it is. Correction by Benjamini-Hochberg and by Holm multiply the
// p-value of a single difference by the number of comparisons.
func (m Method) CanMark(base, other, comparisons int) bool {
	return LeastP(base, other)*float64(comparisons) < m.Alpha
}

// SamplesToMark returns the smallest number of samples of each side for which [Method.CanMark]
// reports true.
func (m Method) SamplesToMark(comparisons int) int {
	n := 1
	for !m.CanMark(n, n, comparisons) {
		n++
	}
	return n
}

// LeastP returns the smallest two-sided p-value of the U test for n and m values: 2 over the number
// of ways to choose n of all values.
func LeastP(n, m int) float64 {
	ways := 1.0
	for i := range n {
		ways *= float64(n+m-i) / float64(i+1)
	}
	return 2 / ways
}
