package compare

import (
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"

	"xcbench/cover"
)

// Table compares columns in one unit. The first column is the base of the others.
type Table struct {
	Config  [][2]string // the keys and values that the rows have in common
	Unit    string
	Exact   bool    // a counter: every sample should have the same value
	Better  int     // 1 if more is better, -1 if less is, 0 if unknown
	Alpha   float64 // the level of significance
	Columns []string
	Rows    []Row

	// The geometric mean of each column, over the Common rows in which all
	// columns have a positive value; nil if there is none. Ratios have a 0
	// where a column is not to be compared with the base.
	Geomean []float64
	Ratios  []float64
	Common  int

	Warnings []Warning
}

// Row is one row of a table.
type Row struct {
	Label string
	Cells []Cell
}

// Cell sums up the samples of one row and column.
type Cell struct {
	N      int          // samples; 0 if there is no value
	Status cover.Status // why there is no value, "" if there are no samples

	// The median, or the most frequent value if the unit is exact, and its
	// confidence interval.
	Center, Lo, Hi float64

	// The comparison with the base.
	Compared bool
	Differs  bool    // significantly, or at all if the unit is exact
	Base     float64 // the base's center
	BaseN    int
	P, Holm  float64 // p-value, and the same after Holm's correction
}

// Warning is something to know about some cells of a table.
type Warning struct {
	Text  string
	Cells int    // that it is about, 0 if it is about the whole
	First string // the first of them
}

// Class says how the unit's values are scaled for people.
func (t *Table) Class() benchunit.Class { return benchunit.ClassOf(t.Unit) }

// Changed says whether any cell of the row differs from the base, or is there where
// the base is not or the reverse.
func (r Row) Changed() bool {
	for _, c := range r.Cells[1:] {
		if c.Differs || (c.N > 0) != (r.Cells[0].N > 0) {
			return true
		}
	}
	return false
}

// Range is the half-width of the confidence interval as a percentage, "∞" if
// there are too few samples for one.
func (c Cell) Range() string {
	return benchmath.Summary{Center: c.Center, Lo: c.Lo, Hi: c.Hi}.PctRangeString()
}

// Change is the relative difference to the base in percent. There is none to a
// base of 0 but for 0 itself.
func (c Cell) Change() (percent float64, ok bool) {
	switch {
	case !c.Compared || c.Base == 0 && c.Center != 0:
		return 0, false
	case c.Center == c.Base:
		return 0, true
	}
	return (c.Center/c.Base - 1) * 100, true
}

// Verdict is 1 if the cell is better than the base, -1 if it is worse, and else 0.
func (t *Table) Verdict(c Cell) int {
	switch {
	case !c.Differs || c.Center == c.Base:
		return 0
	case c.Center > c.Base:
		return t.Better
	}
	return -t.Better
}
