package format

import (
	"strconv"
	"strings"
)

// extent is what precedes the rows of a matrix.
type extent struct {
	lines              int // 1, or 0 if the rows begin at once
	rows               int // -1 for all rows of the file
	columns, secondary int // the secondary columns are the first ones
}

// sizeAhead returns the size of the matrix ahead. It returns true if the next line should have the
// numbers of rows and columns instead.
func sizeAhead(s *lines) (h extent, counted bool) {
	first, _ := s.peek(0)
	own, _ := rowsAhead(s, 0, 1)
	row, _ := rowsAhead(s, 1, 1)
	columns := len(strings.Join(row, ""))
	n := []int{}
	for _, w := range strings.Fields(body(first.text)) {
		if x, err := strconv.Atoi(w); err == nil {
			n = append(n, x)
		}
	}
	switch {
	case columns > 1 && len(strings.Join(own, "")) == columns:
		return extent{0, -1, columns, 0}, false
	case len(n) == 1 && n[0] > 1 && n[0] == columns:
		return extent{1, -1, columns, 0}, false
	case len(n) == 2 && n[0] == columns && 0 <= n[1] && n[1] < columns:
		return extent{1, -1, columns, n[1]}, false
	}
	return extent{lines: 1}, true
}

// rowsAhead returns the entries of the lines from k on, at most so many. It stops at a line that is no row,
// and returns the first sign of the line that is no entry.
func rowsAhead(s *lines, k, most int) (rows []string, other string) {
	for range most {
		ln, ok := s.peek(k + len(rows))
		row, wrong := entries(body(ln.text))
		if wrong >= 0 {
			return rows, ln.text[wrong:][:1]
		}
		if !ok || row == "" {
			break
		}
		rows = append(rows, row)
	}
	return rows, ""
}

// entries returns the entries of a row, each as a byte '0', '1' or '.'. It also returns the offset of the
// first word that is no entry, or -1. An entry may also be a truth value or a number with a point.
func entries(text string) (string, int) {
	row := make([]byte, 0, len(text))
	for _, w := range words(text, ",;[](){}\"'") {
		bad := strings.IndexFunc(w.text, func(c rune) bool { return !strings.ContainsRune("01.", c) })
		if bad < 0 {
			row = append(row, w.text...)
			continue
		}
		number, err := strconv.ParseFloat(w.text, 64)
		switch truth, other := strconv.ParseBool(w.text); {
		case err == nil && (number == 0 || number == 1) && bad > 0:
			row = append(row, '0'+byte(number))
		case other == nil && truth && len(w.text) > 1:
			row = append(row, '1')
		case other == nil && len(w.text) > 1: // "t" and "f" are names
			row = append(row, '0')
		default:
			return string(row), w.offset + bad
		}
	}
	return string(row), -1
}

// meet says whether the rows are equally long and a 1 meets another in its row or column. Lines of as many
// signs as a large board has are no rows.
func meet(rows []string) (met bool) {
	columns := len(rows[0])
	seen := make([]bool, columns)
	for _, row := range rows {
		if len(row) != columns || columns >= 36 && sideOf(columns) > 0 {
			return false
		}
		met = met || strings.Count(row, "1") > 1
		for c := range row {
			met = met || row[c] == '1' && seen[c]
			seen[c] = seen[c] || row[c] == '1'
		}
	}
	return met
}

// isInteger says whether a word could be a number of rows. A longer one is rather a sudoku.
func isInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && len(digits) < 12 && strings.Trim(digits, "0123456789") == ""
}
