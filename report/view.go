package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/compare"
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

	places map[string]int // by label, in place of Sort
}

// like returns the view with the rows in the order that they have in its view of a table.
func (v View) like(c compare.Table) View {
	shown, _ := v.of(c)
	v.places = map[string]int{}
	for at, row := range shown.Rows {
		v.places[row.Label] = at - len(shown.Rows) // rows that it does not show come last
	}
	return v
}

// of returns the shown rows of a table, and notes about the others.
func (v View) of(c compare.Table) (shown compare.Table, notes []string) {
	rows := slices.Clone(c.Rows)
	note := func(before int, what string) {
		notes = append(notes, fmt.Sprintf("%d of %d rows %s", len(rows), before, what))
	}
	if v.Differ {
		rows = slices.DeleteFunc(rows, func(r compare.Row) bool { return !r.Changed() })
		note(len(c.Rows), "show a difference")
	}
	if all := len(rows); v.MinRatio > 1 {
		rows = slices.DeleteFunc(rows, func(r compare.Row) bool { return distance(r) < math.Log(v.MinRatio) })
		note(all, fmt.Sprintf("differ by a ratio of %v or more", v.MinRatio))
	}
	slices.SortStableFunc(rows, func(a, b compare.Row) int {
		switch {
		case v.places != nil:
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
	if all := len(rows); v.Top > 0 && all > v.Top {
		rows = rows[:v.Top]
		note(all, "shown")
	}
	c.Rows = rows
	return c, notes
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
