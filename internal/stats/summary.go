package stats

import (
	"errors"
	"slices"

	"golang.org/x/perf/benchmath"
)

// errVaries is the warning about a counter whose samples differ. The text of benchmath's warning
// includes the values, so that every sample might have a warning of its own.
var errVaries = errors.New("exact distribution expected, but values of a cell differ")

// Summary sorts the values and summarizes them: by the median and its confidence interval, or if they are
// exact by the most frequent value and the range. There must be at least one value.
func Summary(values []float64, exact bool, confidence float64) benchmath.Summary {
	slices.Sort(values)
	sample := &benchmath.Sample{Values: values}
	if !exact {
		return benchmath.AssumeNothing.Summary(sample, confidence)
	}
	sum := benchmath.AssumeExact.Summary(sample, confidence)
	if sum.Lo != sum.Hi {
		sum.Warnings = []error{errVaries}
	}
	return sum
}
