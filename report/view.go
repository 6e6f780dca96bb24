package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/results/compare"
)

// Order is an order of the rows of a comparison.
type Order string

// The orders.
const (
	ByChange Order = "change" // the largest ratio to the base first
	ByName   Order = "name"
	BySize   Order = "size" // the largest value of the base first
)

// Orders are all orders. The first is the default.
var Orders = []Order{ByChange, ByName, BySize}

// View says which rows of a comparison are shown, and in which order. The zero value shows all rows
// as they come.
type View struct {
	Differ   bool // only rows with a difference
	Sort     Order
	MinRatio float64 // only rows with a value that is that much larger or smaller than the base; 0 for all
	Top      int     // at most that many rows; 0 for no limit
}

// rows returns the rows that are shown, and notes about those that are not.
func (v View) rows(c compare.Table) (rows []compare.Row, notes []string) {
	rows = c.Rows
	if v.Differ {
		rows = slices.DeleteFunc(slices.Clone(rows), func(r compare.Row) bool { return !r.Changed() })
		notes = append(notes, fmt.Sprintf("%d of %d rows %s", len(rows), len(c.Rows), shownBecause(c)))
	}
	if v.MinRatio > 1 {
		of := len(rows)
		least := math.Log(v.MinRatio)
		rows = slices.DeleteFunc(slices.Clone(rows), func(r compare.Row) bool { return distance(r) < least })
		notes = append(notes, fmt.Sprintf("%d of %d rows differ by a ratio of %v or more", len(rows), of, v.MinRatio))
	}
	if v.Sort != "" {
		rows = slices.Clone(rows)
		slices.SortStableFunc(rows, v.Sort.compare)
	}
	if v.Top > 0 && len(rows) > v.Top {
		notes = append(notes, fmt.Sprintf("%d of %d rows shown", v.Top, len(rows)))
		rows = rows[:v.Top]
	}
	return rows, notes
}

// compare orders two rows.
func (o Order) compare(a, b compare.Row) int {
	switch o {
	case ByChange:
		return cmp.Compare(distance(b), distance(a))
	case BySize:
		return cmp.Compare(b.Cells[0].Center, a.Cells[0].Center)
	}
	return strings.Compare(a.Label, b.Label)
}

// distance returns how far the row's values are from the base: the largest logarithm of a ratio in
// either direction. It is infinite if only one of two has a value.
func distance(r compare.Row) (most float64) {
	for _, c := range r.Cells[1:] {
		switch {
		case c.Has() && r.Cells[0].Has() && c.Measured() != r.Cells[0].Measured():
			return math.Inf(1)
		case c.Compared && c.Center != c.Base:
			most = max(most, math.Abs(math.Log(c.Center/c.Base)))
		}
	}
	return most
}
