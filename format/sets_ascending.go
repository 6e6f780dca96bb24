package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ascending is the form of ascending rows alone.
func (t setsText) ascending() (text, remark string, ok bool) {
	if !t.areNumbers() || len(t.rows) < 3 || slices.ContainsFunc(t.rows, func(row []int) bool { return !slices.IsSorted(row) }) {
		return "", "", false
	}
	used := slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.rows...))))
	low, columns := used[0], len(used)
	if low > 1 || used[columns-1] != low+columns-1 {
		return "", "", false
	}
	return numbered(t.rows, 0, columns, low), fmt.Sprintf("read as sets of the numbers %d to %d; --from dlx reads it as a DLX text", low, used[columns-1]), true
}

// numbersOf returns the numbers of a line, or nil if it has something else.
func numbersOf(text string) []int {
	row := []int{}
	for _, w := range strings.Fields(text) {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > maxColumns {
			return nil
		}
		row = append(row, n)
	}
	return row
}

// areNumbers says whether all lines have numbers only.
func (t setsText) areNumbers() bool {
	return !slices.ContainsFunc(t.rows, func(row []int) bool { return row == nil })
}
