package compare

import (
	"errors"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// errVaries is the warning about a counter whose samples differ. The text of benchmath's warning
// includes the values, so that every cell might have a warning of its own.
var errVaries = errors.New("exact distribution expected, but values of a cell differ")

// summarizer computes the summaries of the cells of one table.
type summarizer struct {
	assume     benchmath.Assumption
	confidence float64
	single     benchmath.Summary // of one sample, 1
}

func newSummarizer(exact bool, confidence float64) summarizer {
	s := summarizer{assume: benchmath.AssumeNothing, confidence: confidence}
	if exact {
		s.assume = benchmath.AssumeExact
	}
	s.single = s.assume.Summary(benchmath.NewSample([]float64{1}, &benchmath.DefaultThresholds), confidence)
	return s
}

// summarize sets the number, the center and the interval of a cell, and returns warnings. It sorts
// the sample.
func (s *summarizer) summarize(c *Cell, sample *benchmath.Sample) []error {
	slices.Sort(sample.Values)
	sum := s.single
	if len(sample.Values) == 1 { // benchmath would format the same warning for each cell
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

// Centers returns the function that has the center of a cell with some samples in a unit. It sorts
// the samples.
func Centers(exact bool) func(samples []float64) float64 {
	s := newSummarizer(exact, DefaultMethod.Confidence)
	var cell Cell
	sample := benchmath.Sample{Thresholds: &benchmath.DefaultThresholds}
	return func(samples []float64) float64 {
		sample.Values = samples
		s.summarize(&cell, &sample)
		return cell.Center
	}
}

// QuantileAt returns where a quantile is among n sorted values: at value k, from 0, plus a share of
// the distance to the next value. This linear interpolation is type 7 of R. J. Hyndman and Y. Fan,
// "Sample quantiles in statistical packages", The American Statistician 50 (1996), 361-365.
func QuantileAt(n int, quantile float64) (k int, share float64) {
	at := quantile * float64(n-1)
	below := math.Floor(at)
	return int(below), at - below
}

// Median sorts the values and returns their median. For an even number of values it is the mean of
// the two in the middle, as in tables. There must be at least one value.
func Median(values []float64) float64 {
	slices.Sort(values)
	k, share := QuantileAt(len(values), 0.5)
	if share == 0 {
		return values[k]
	}
	return (values[k] + values[k+1]) / 2
}

// GeoMean computes a geometric mean. Its zero value is ready for use.
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
