package compare

import (
	"fmt"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"

	"xcbench/cover"
)

// Table compares columns in one unit. The first column is the base of the others.
type Table struct {
	Config  [][2]string // the keys and values that all rows have in common
	Unit    string
	Exact   bool    // a counter: every sample should have the same value
	Alpha   float64 // the level of significance
	Columns []string
	Rows    []Row

	// The geometric mean of each column, over the Common rows in which all columns have a positive
	// value, and its ratio to that of the base. Both are nil if there is no such row. A ratio is 0
	// where the column cannot be compared with the base.
	Geomean []float64
	Ratios  []float64
	Common  int

	Warnings []Warning
}

// Row is one row of a table, with a cell for each column.
type Row struct {
	Label string
	Cells []Cell
}

// Cell is the summary of the samples of one row and column.
type Cell struct {
	N      int          // samples; 0 if there is no value
	Status cover.Status // how the worst of the searches ended; "" if there are no samples, or none of a search

	// The median and its confidence interval. In an exact unit, the most frequent value and the range
	// of all values.
	Center, Lo, Hi float64

	// The comparison with the base.
	Compared bool
	Differs  bool    // significantly, or at all if the unit is exact
	Base     float64 // the base's center
	BaseN    int     // the base's samples
	P, Holm  float64 // p-value, and the same after Holm's correction
}

// Has reports whether there are samples, with or without a value.
func (c Cell) Has() bool { return c.N > 0 || c.Status != "" }

// Measured reports whether there is a value: all searches were solved, or reached a budget that stops
// them at the same place everywhere.
func (c Cell) Measured() bool { return c.N > 0 }

// Range is half the width of the confidence interval as a percentage, or "∞" if there are too few
// samples for an interval.
func (c Cell) Range() string {
	return benchmath.Summary{Center: c.Center, Lo: c.Lo, Hi: c.Hi}.PctRangeString()
}

// Change is the relative difference from the base in percent. From a base of 0 there is none, except
// to 0 itself.
func (c Cell) Change() (percent float64, ok bool) {
	switch {
	case !c.Compared || c.Base == 0 && c.Center != 0:
		return 0, false
	case c.Center == c.Base:
		return 0, true
	}
	return (c.Center/c.Base - 1) * 100, true
}

// Changed reports whether any cell of the row differs from the base, or only one of the two has a
// value.
func (r Row) Changed() bool {
	for _, c := range r.Cells[1:] {
		if c.Differs || c.Measured() != r.Cells[0].Measured() {
			return true
		}
	}
	return false
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
