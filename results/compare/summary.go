package compare

import (
	"errors"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// errVaries is the warning about a counter whose samples differ. benchmath's own has the values in its
// text, so that there might be one for every cell.
var errVaries = errors.New("exact distribution expected, but values of a cell differ")

// summarizer sums up the samples of cells in one unit.
type summarizer struct {
	assume     benchmath.Assumption
	confidence float64
	single     benchmath.Summary // of a single 1
}

func newSummarizer(exact bool, confidence float64) summarizer {
	s := summarizer{assume: benchmath.AssumeNothing, confidence: confidence}
	if exact {
		s.assume = benchmath.AssumeExact
	}
	s.single = s.assume.Summary(benchmath.NewSample([]float64{1}, &benchmath.DefaultThresholds), confidence)
	return s
}

// summarize fills in the number, the center and the interval of a cell, and returns warnings. It sorts
// the sample.
func (s *summarizer) summarize(c *Cell, sample *benchmath.Sample) []error {
	slices.Sort(sample.Values)
	sum := s.single
	if len(sample.Values) == 1 { // benchmath formats its warning anew each time
		scale := func(bound float64) float64 {
			if math.IsInf(bound, 0) {
				return bound
			}
			return sample.Values[0]
		}
		sum.Center, sum.Lo, sum.Hi = sample.Values[0], scale(sum.Lo), scale(sum.Hi)
	} else {
		sum = s.assume.Summary(sample, s.confidence)
	}
	c.N, c.Center, c.Lo, c.Hi = len(sample.Values), sum.Center, sum.Lo, sum.Hi
	if s.assume == benchmath.AssumeExact && c.Lo != c.Hi {
		return []error{errVaries}
	}
	return sum.Warnings
}

// QuantileAt returns the place of a quantile among n sorted values: value number k, from 0, and the
// share of the way from there to the next value. It is the linear interpolation that is type 7 of
// R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50
// (1996), 361-365.
func QuantileAt(n int, quantile float64) (k int, share float64) {
	at := quantile * float64(n-1)
	below := math.Floor(at)
	return int(below), at - below
}

// Median sorts the values and returns the one in the middle. The median of an even number of values is
// the mean of the two in the middle, as in the tables. There must be at least one value.
func Median(values []float64) float64 {
	slices.Sort(values)
	k, share := QuantileAt(len(values), 0.5)
	if share == 0 {
		return values[k]
	}
	return (values[k] + values[k+1]) / 2
}

// GeoMean is the geometric mean of the values that were added to it.
type GeoMean struct {
	logs float64
	n    int
}

// Add adds a value, which must be above 0.
func (m *GeoMean) Add(x float64) {
	m.logs += math.Log(x)
	m.n++
}

// Mean returns the mean, or 0 if there are no values.
func (m *GeoMean) Mean() float64 {
	if m.n == 0 {
		return 0
	}
	return math.Exp(m.logs / float64(m.n))
}
