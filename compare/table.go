package compare

import (
	"fmt"
	"slices"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"

	"xcbench/cover"
	"xcbench/internal/stats"
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

	// Geomean has the geometric mean of each column. It is taken over the rows in which all columns
	// have a positive value; Common is the number of these rows. It is nil if Common is 0.
	Geomean []float64
	Common  int

	Verdicts []Verdict // by column; the base has the zero Verdict

	Warnings []Warning
}

// Row is one row of a table, with a cell for each column.
type Row struct {
	Label string
	Cells []Cell
}

// Cell is the summary of the samples of one row and column.
type Cell struct {
	N      int          // samples, or searches of a mean; 0 if there is no value
	Status cover.Status // the worst status of the searches; "" if no sample is of a search

	// The median and its confidence interval. In an exact unit these are the most frequent value
	// and the range of all values.
	Center, Lo, Hi float64

	// Mean means that the row has several searches, such as a family. Center is the geometric mean of
	// the medians of those that have a value in every column, without an interval. Ratio is the mean
	// ratio of those that this column and the base have.
	Mean  bool
	Ratio float64

	// The comparison with the base.
	Compared bool
	Foreign  bool    // not compared, as it was measured on another machine than the base
	Differs  bool    // significantly, or at all if the unit is exact
	Base     float64 // the base's center
	BaseN    int     // the base's samples
	P        float64 // p-value; 0 of a mean, whose interval decides
	Adjusted float64 // p-value after the correction

	// The interval of Center / Base. It is from 0 to infinity if it is unknown, as the samples are too
	// few, or if the unit is exact.
	Low, High float64
	Drift     float64 // the factor by which the interval is wider on both sides; see Verdict
}

// clear reports whether an interval that allows for drift leaves out 1.
func (c Cell) clear() bool { return c.Drift == 0 || c.Low > 1 || c.High < 1 }

// Has reports whether there are samples, with or without a value.
func (c Cell) Has() bool { return c.N > 0 || c.Status != "" }

// Measured reports whether there is a value: every search was solved, or reached a budget, which
// stops it at the same node on every machine.
func (c Cell) Measured() bool { return c.N > 0 }

// Range returns half the width of the confidence interval as a percentage. It is "∞" if there are
// too few samples for an interval.
func (c Cell) Range() string {
	return benchmath.Summary{Center: c.Center, Lo: c.Lo, Hi: c.Hi}.PctRangeString()
}

// Change returns the relative difference from the base in percent. It reports false if the cell was
// not compared with the base, or if only the base is 0.
func (c Cell) Change() (percent float64, ok bool) {
	if !c.Compared {
		return 0, false
	}
	if c.Mean {
		return (c.Ratio - 1) * 100, true
	}
	return Change{Old: c.Base, New: c.Center}.Percent()
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

// Overlaps reports whether a row has samples in the base and in another column.
func (t *Table) Overlaps() bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool {
		return r.Cells[0].Has() && slices.ContainsFunc(r.Cells[1:], Cell.Has)
	})
}

// Class says how the values of the unit are scaled for people.
func (t *Table) Class() benchunit.Class { return benchunit.ClassOf(t.Unit) }

// Warning is something to know about some cells of a table.
type Warning struct {
	Text  string
	Cells int    // how many cells it is about; 0 if it is about the whole table
	First string // the first of these cells
}

// warnf adds a warning about the whole table.
func (t *Table) warnf(format string, args ...any) {
	t.Warnings = append(t.Warnings, Warning{Text: fmt.Sprintf(format, args...)})
}
