package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/compare"
)

// The orders of the rows of a comparison.
const (
	ByChange = "change" // the largest ratio to the base first
	ByName   = "name"
	BySize   = "size" // the largest value of the base first
)

// Orders are all orders. The first is the default.
var Orders = []string{ByChange, ByName, BySize}

// View says which rows of a comparison are shown, and in which order. The zero value shows all rows
// as they come.
type View struct {
	Differ   bool    // only rows with a difference
	Sort     string  // one of Orders
	MinRatio float64 // only rows with a value that is that much larger or smaller than the base; 0 for all
	Top      int     // at most that many rows; 0 for no limit

	places map[string]int // by label in the first of several tables, which have one order; or nil
}

// of returns the table with the shown rows, and the means as the last row. The notes are about the other rows.
func (v View) of(c compare.Table) (shown compare.Table, notes []string) {
	rows := slices.Clone(c.Rows)
	keep := func(wanted bool, what string, keeps func(int) bool) {
		if some := kept(rows, keeps); wanted {
			notes = append(notes, fmt.Sprintf("%d of %d rows %s", len(some), len(rows), what))
			rows = some
		}
	}
	keep(v.Differ, "show a difference", func(k int) bool { return rows[k].Changed() })
	keep(v.MinRatio > 1, fmt.Sprintf("differ by a ratio of %v or more", v.MinRatio),
		func(k int) bool { return distance(rows[k]) >= math.Log(v.MinRatio) })
	slices.SortStableFunc(rows, func(a, b compare.Row) int {
		switch {
		case len(v.places) > 0:
			return v.places[a.Label] - v.places[b.Label]
		case v.Sort == ByChange:
			return cmp.Compare(distance(b), distance(a))
		case v.Sort == BySize:
			return cmp.Compare(b.Cells[0].Center, a.Cells[0].Center)
		case v.Sort == ByName:
			return strings.Compare(a.Label, b.Label)
		}
		return 0
	})
	keep(v.Top > 0 && len(rows) > v.Top, "shown", func(k int) bool { return k < v.Top })
	if v.places != nil && len(v.places) == 0 {
		for at, row := range rows {
			v.places[row.Label] = at - len(rows) // rows that are not shown here come last
		}
		v.places[c.Mean.Label] = 1
	}
	if c.Rows = rows; c.Mean.Cells != nil {
		c.Rows = append(rows, c.Mean)
	}
	return c, notes
}

// distance returns how far the row's values are from the base: the largest logarithm of a ratio in
// either direction. It is infinite if only one of two has a value.
func distance(r compare.Row) (most float64) {
	for _, c := range r.Cells[1:] {
		switch {
		case c.Has() && r.Cells[0].Has() && c.Measured() != r.Cells[0].Measured():
			return math.Inf(1)
		case c.Compared:
			most = max(most, math.Abs(math.Log(c.Value)))
		}
	}
	return most
}
