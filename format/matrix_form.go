package format

import (
	"slices"
	"strconv"
	"strings"
)

// isMatrix accepts a text that begins with a size and a row, or with two rows of equal length.
func isMatrix(s *lines, _ Options) error {
	s.comment = isComment
	first, _ := s.peek(0)
	header := strings.Fields(body(first.text))
	if _, wrong := entries(body(first.text)); wrong >= 0 && (len(header) > 2 || slices.ContainsFunc(header, func(w string) bool { return !isInteger(w) })) {
		return errOther // do not look ahead: the next line of a pipe may take long to come
	}
	size, counted := sizeAhead(s)
	next, ok := s.peek(1)
	row, wrong := entries(body(next.text))
	dots := strings.Contains(row, ".") || size.lines == 0 && strings.Contains(body(first.text), ".")
	switch {
	case !counted && (size.lines == 0 && dots || size.secondary == 0 && size.lines == 1 && dots) && !meet(s, size.lines, size.columns):
		return errOther
	case !counted:
		for k := 2; k < 16; k++ { // a sudoku may begin with rows of zeros
			ln, _ := s.peek(k)
			if _, wrong := entries(body(ln.text)); wrong >= 0 && '2' <= ln.text[wrong] && ln.text[wrong] <= '9' {
				return errOther
			}
		}
		return nil
	case len(header) != 2 || slices.ContainsFunc(header, func(w string) bool { return !isInteger(w) }):
		return errOther
	case header[0] == header[1]: // an item list has no name twice
		side, _ := strconv.Atoi(header[0])
		some := !dots
		for k := 1; k <= side; k++ { // a sudoku may follow its size
			ln, ok := s.peek(k)
			row, wrong := entries(body(ln.text))
			if ok && wrong >= 0 {
				return errOther
			}
			if some = some || strings.Contains(row, "1"); !ok {
				break
			}
		}
		if !some {
			return errOther
		}
		return nil
	case !ok || wrong >= 0 || row == "":
		return errOther
	}
	columns, _ := strconv.Atoi(header[1])
	if len(row) != columns && dots || (len(row) != columns || header[0] == "0") && isOption(strings.Fields(body(next.text)), header) {
		return errOther
	}
	return nil
}

// isInteger says whether a word could be a number of rows. A longer one is rather a sudoku.
func isInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && len(digits) < 12 && strings.Trim(digits, "0123456789") == ""
}

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
	next, _ := s.peek(1)
	own, wrong := entries(body(first.text))
	row, other := entries(body(next.text))
	if other >= 0 {
		row = ""
	}
	n := []int{}
	for _, w := range strings.Fields(body(first.text)) {
		if x, err := strconv.Atoi(w); err == nil {
			n = append(n, x)
		}
	}
	switch columns := len(row); {
	case wrong < 0 && len(own) > 1 && len(own) == columns:
		return extent{0, -1, columns, 0}, false
	case len(n) == 1 && n[0] > 1 && n[0] == columns:
		return extent{1, -1, columns, 0}, false
	case len(n) == 2 && n[0] == columns && 0 <= n[1] && n[1] < columns:
		return extent{1, -1, columns, n[1]}, false
	}
	return extent{}, true
}

// meet says whether a 1 meets another in its row or column in the rows from k on, of which it looks at
// 64. Lines of as many signs as a large board has are no rows.
func meet(s *lines, k, columns int) bool {
	seen := make([]bool, columns)
	met := false
	for i := range 64 {
		ln, _ := s.peek(k + i)
		row, wrong := entries(body(ln.text))
		if row == "" {
			break
		}
		if wrong >= 0 || len(row) != columns || columns >= 36 && sideOf(columns) > 0 {
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

// entries returns the entries of a row, each as a byte '0', '1' or '.', and the offset of the first word or
// sign that is none, or -1. An entry may also be a truth value or a number with a point.
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
