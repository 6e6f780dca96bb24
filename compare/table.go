package compare

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Table compares columns in one unit. The first column is the base of the others.
type Table struct {
	Config  [][2]string // the keys and values that all rows have in common
	Unit    string
	Exact   bool // a counter: every sample should have the same value
	Columns []string
	Rows    []Row
	Solvers bool // the columns are solvers, and the rows are instances

	// Searches means that all samples are of searches, and none of another program's benchmarks.
	Searches bool

	// Started says of each column whether its times include the start of a program for each search.
	Started []bool

	stats.Method
	Comparisons int // with the base, of measurements; the p-values are corrected for this number
	Fewest      int // samples on either side of a comparison
	Most        int

	Mean Row // of all searches, with the verdicts; it has no cells if no search has a value in every column

	Verdicts []Verdict // by column; the base has the zero Verdict

	Warnings []string

	unit   results.Unit
	whole  bool // all columns are there, and a search without a value has its status
	drifts bool // the columns may be of runs that were not measured in turns
	test   *stats.UTest
	tested [][2]*Cell // those that were compared by a test of samples, after their bases
}

// Row is one row of a table, with a cell for each column.
type Row struct {
	Label string
	Cells []Cell

	// The samples of each search by column, or nil; each search has a value in some column. The row of a family
	// has several searches. Each is compared by itself, because the median of samples of different searches would
	// show how much the searches differ.
	searches [][]*sample
}

// Cell is the summary of the samples of one row and column.
type Cell struct {
	N      int          // samples, or searches of a mean; 0 if there is no value
	Status cover.Status // the worst status of the searches; "" if no sample is of a search

	// The median and its confidence interval. In an exact unit these are the most frequent value
	// and the range of all values.
	benchmath.Summary

	// Mean means that the row has several searches, such as a family. Center is the geometric mean of
	// the medians of those that have a value in every column with values, without an interval. Ratio is
	// the mean ratio of those that this column and the base have.
	Mean bool

	// The comparison with the base. The interval of the ratio is from 0 to infinity if it is unknown, as the samples
	// are too few, or if the unit is exact.
	Compared bool
	Foreign  bool // not compared, as it was measured on another machine than the base
	Differs  bool // significantly, or at all if the unit is exact
	stats.Ratio
	P        float64 // p-value; 0 of a mean, whose interval decides
	Adjusted float64 // p-value after the correction
	families int     // of a mean
	from     *Group  // the last one with these samples; nil if there is none
}

// Has reports whether there are samples, with or without a value.
func (c Cell) Has() bool { return c.N > 0 || c.Status != "" }

// Measured reports whether there is a value: every search was solved, or reached a budget, which
// stops it at the same node on every machine.
func (c Cell) Measured() bool { return c.N > 0 }

// Change returns the relative difference from the base in percent. It reports false if the cell was
// not compared with the base, or if only the base is 0.
func (c Cell) Change() (percent float64, ok bool) {
	if !c.Compared {
		return 0, false
	}
	return (c.Value - 1) * 100, !math.IsInf(c.Value, 0)
}

// Changed reports whether any cell of the row differs from the base, or whether only one of the two
// has a value.
func (r Row) Changed() bool {
	for _, c := range r.Cells[1:] {
		if c.Differs || c.Measured() != r.Cells[0].Measured() {
			return true
		}
	}
	return false
}

// warn adds a warning, once.
func (t *Table) warn(text string) {
	if !slices.Contains(t.Warnings, text) {
		t.Warnings = append(t.Warnings, text)
	}
}
