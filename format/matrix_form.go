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
	named := slices.ContainsFunc(header, func(w string) bool { return !isInteger(w) })
	if _, wrong := entries(body(first.text)); wrong >= 0 && (len(header) > 2 || named) {
		return errOther // do not look ahead: the next line of a pipe may take long to come
	}
	size, counted := sizeAhead(s)
	most := 64
	switch {
	case counted && (len(header) != 2 || named):
		return errOther
	case counted && header[0] == header[1]: // an item list has no name twice, but a sudoku may follow its size
		most, _ = strconv.Atoi(header[0])
	case counted:
		most = 1
	}
	rows, other := rowsAhead(s, size.lines, most)
	signs := strings.Join(rows, "")
	dots := strings.Contains(signs, ".")
	isSudoku := false
	switch {
	case !counted && dots && size.secondary == 0:
		isSudoku = other != "" || !meet(rows)
	case !counted: // a sudoku may begin with rows of zeros
		isSudoku = other != "" && strings.Contains("23456789", other)
	case header[0] == header[1]:
		isSudoku = other != "" || dots && !strings.Contains(signs, "1")
	default:
		next, _ := s.peek(1)
		columns, _ := strconv.Atoi(header[1])
		strange := len(signs) != columns
		isSudoku = signs == "" || strange && dots || (strange || header[0] == "0") && isOption(strings.Fields(body(next.text)), header)
	}
	if isSudoku {
		return errOther
	}
	return nil
}
