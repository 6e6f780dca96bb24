package stats

import (
	"errors"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// errVaries is the warning about a counter whose samples differ. The text of benchmath's warning
// includes the values, so that every sample might have a warning of its own.
var errVaries = errors.New("exact distribution expected, but values of a cell differ")

// Summarizer summarizes samples: by the median and its confidence interval, or if they are exact by
// the most frequent value and the range.
type Summarizer struct {
	assume     benchmath.Assumption
	confidence float64
	single     benchmath.Summary // of one value, 1
}

// NewSummarizer returns a summarizer of exact samples or of measurements.
func NewSummarizer(exact bool, confidence float64) Summarizer {
	s := Summarizer{assume: benchmath.AssumeNothing, confidence: confidence}
	if exact {
		s.assume = benchmath.AssumeExact
	}
	s.single = s.assume.Summary(&benchmath.Sample{Values: []float64{1}}, confidence)
	return s
}

// Of sorts the values and summarizes them. There must be at least one value.
func (s Summarizer) Of(values []float64) benchmath.Summary {
	if len(values) == 1 { // benchmath would format the same warning for each sample
		sum := s.single
		sum.Center = values[0]
		for _, bound := range []*float64{&sum.Lo, &sum.Hi} {
			if !math.IsInf(*bound, 0) {
				*bound = values[0]
			}
		}
		return sum
	}
	slices.Sort(values)
	sum := s.assume.Summary(&benchmath.Sample{Values: values}, s.confidence)
	if s.assume == benchmath.AssumeExact && sum.Lo != sum.Hi {
		sum.Warnings = []error{errVaries}
	}
	return sum
}
