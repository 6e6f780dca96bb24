package format

import (
	"fmt"
	"slices"
	"strings"
)

// numbers is the form of lines of numbers: rows behind two sizes, which say how many numbers follow; rows behind
// the number of columns; or ascending rows alone.
func (t setsText) numbers() (text, remark string) {
	if slices.ContainsFunc(t.rows, func(row []int) bool { return row == nil }) {
		return "", ""
	}
	head, rows := t.rows[0], t.rows[1:]
	says := func(at int) bool { // whether each row says it in this place
		return len(head) == 2 && head[at] == len(rows) &&
			!slices.ContainsFunc(rows, func(row []int) bool { return len(row) <= at || row[at] != len(row)-at-1 })
	}
	skip, columns, low := 0, head[0], 1 // the numbers of a row to skip, and the items: columns numbers from low on
	switch {
	case says(0):
		skip, columns = 1, head[1]
	case says(1):
		skip, remark = 2, "set partitioning; the costs are ignored"
	case len(head) == 1 && columns > 1 && len(rows) > 1:
		low = min(slices.Min(slices.Concat(rows...)), 1)
	default:
		rows = t.rows
		used := slices.Compact(slices.Sorted(slices.Values(slices.Concat(rows...))))
		low, columns = used[0], len(used)
		last := used[columns-1]
		if len(rows) < 3 || low > 1 || last != low+columns-1 || slices.ContainsFunc(rows, func(row []int) bool { return !slices.IsSorted(row) }) {
			return "", ""
		}
		remark = fmt.Sprintf("read as sets of the numbers %d to %d; --from dlx reads it as a DLX text", low, last)
	}
	var out strings.Builder
	for c := range columns {
		fmt.Fprint(&out, low+c, " ")
	}
	for _, row := range rows {
		out.WriteByte('\n')
		for _, n := range row[skip:] {
			if n < low || n >= low+columns {
				return "", ""
			}
			fmt.Fprint(&out, n, " ")
		}
	}
	return out.String(), remark
}
