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

// like returns the view with the rows in the order in which it shows a table.
func (v View) like(c compare.Table) View {
	rows, _ := v.rows(c)
	v.places = map[string]int{}
	for at, n := range rows {
		v.places[c.Rows[n].Label] = at - len(rows) // rows that it does not show come last
	}
	return v
}

// rows returns the numbers of the rows that are shown, and notes about those that are not.
func (v View) rows(c compare.Table) (shown []int, notes []string) {
	distances, changed := make([]float64, len(c.Rows)), 0
	for n, row := range c.Rows {
		distances[n] = distance(row)
		if v.Differ && !row.Changed() {
			continue
		}
		if changed++; v.MinRatio <= 1 || distances[n] >= math.Log(v.MinRatio) {
			shown = append(shown, n)
		}
	}
	if v.Differ {
		notes = append(notes, fmt.Sprintf("%d of %d rows %s", changed, len(c.Rows), shownBecause(c)))
	}
	if v.MinRatio > 1 {
		notes = append(notes, fmt.Sprintf("%d of %d rows differ by a ratio of %v or more", len(shown), changed, v.MinRatio))
	}
	slices.SortStableFunc(shown, func(a, b int) int {
		switch x, y := c.Rows[a], c.Rows[b]; {
		case v.places != nil:
			return v.places[x.Label] - v.places[y.Label]
		case v.Sort == ByChange:
			return cmp.Compare(distances[b], distances[a])
		case v.Sort == BySize:
			return cmp.Compare(y.Cells[0].Center, x.Cells[0].Center)
		case v.Sort == ByName:
			return strings.Compare(x.Label, y.Label)
		}
		return 0
	})
	if v.Top > 0 && len(shown) > v.Top {
		notes = append(notes, fmt.Sprintf("%d of %d rows shown", v.Top, len(shown)))
		shown = shown[:v.Top]
	}
	return shown, notes
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
