package format

import (
	"fmt"
	"slices"
	"strings"
)

// counted is the form of a line with two sizes, and rows that say how many numbers follow.
func (t setsText) counted() (text, remark string, ok bool) {
	head, n := t.rows[0], len(t.rows)-1
	says := func(at int) bool { // whether each row says it in this place
		return !slices.ContainsFunc(t.rows[1:], func(row []int) bool { return len(row) <= at || row[at] != len(row)-at-1 })
	}
	switch {
	case !t.areNumbers() || len(head) != 2:
		return "", "", false
	case head[0] == n && says(0):
		return numbered(t.rows[1:], 1, head[1], 1), "", true
	case head[1] == n && says(1):
		return numbered(t.rows[1:], 2, head[0], 1), "set partitioning; the costs are ignored", true
	}
	return "", "", false
}

// below is the form of rows below the number of columns.
func (t setsText) below() (text, remark string, ok bool) {
	if head := t.rows[0]; t.areNumbers() && len(head) == 1 && head[0] > 1 && len(t.rows) > 2 {
		return numbered(t.rows[1:], 0, head[0], min(slices.Min(slices.Concat(t.rows[1:]...)), 1)), "", true
	}
	return "", "", false
}

// numbered returns the DLX text of rows of numbers from low on, without the first few numbers of each, or "".
func numbered(rows [][]int, skip, columns, low int) string {
	var text strings.Builder
	for c := range columns {
		fmt.Fprint(&text, low+c, " ")
	}
	for _, row := range rows {
		text.WriteByte('\n')
		for _, n := range row[skip:] {
			if n < low || n >= low+columns {
				return ""
			}
			fmt.Fprint(&text, n, " ")
		}
	}
	return text.String()
}
