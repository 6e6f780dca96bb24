package format

import (
	"io"
	"strconv"
	"strings"

	"xcbench/internal/english"
)

// This file reads what surrounds the sudokus of a file: their number, headings and the end.

// begin returns the line in which the next puzzle begins, or io.EOF if there is no next puzzle and
// none is missing.
func (r *sudokuReader) begin() (line, error) {
	ln, err := r.lines.next()
	if err == nil && r.read == 0 && !r.counted && r.isCount(ln) {
		body, _ := cutComment(ln.text)
		r.counted, r.countLine = true, ln.number
		r.announced, _ = strconv.Atoi(strings.TrimSpace(body))
		ln, err = r.lines.next()
	}
	if err == nil && isEnd(ln) {
		after, errAfter := r.lines.next()
		if errAfter == nil {
			return after, r.lines.errorAt(after, 0, "a line after 'end', expected the end of the file")
		}
		err = errAfter
	}
	switch {
	case err == io.EOF && r.counted && r.read < r.announced:
		return ln, r.lines.errorAtEnd("file ends after puzzle %d of %d", r.read, r.announced)
	case err == io.EOF && !r.counted && r.read == 0:
		return ln, r.lines.errorAtEnd("no puzzle found, expected a sudoku")
	case err == nil && r.counted && r.read == r.announced:
		return ln, r.lines.errorAt(ln, 0, "expected the end of the file after %s, as line %d says",
			english.Count(r.announced, "puzzle"), r.countLine)
	}
	return ln, err
}

// isCount says whether the first line is the number of puzzles. A number of 4 or 9 digits could
// also be a row; then the next line decides.
func (r *sudokuReader) isCount(ln line) bool {
	body, _ := cutComment(ln.text)
	digits := strings.TrimSpace(body)
	if len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	if len(digits) != 4 && len(digits) != 9 {
		return true
	}
	next, ok := r.lines.peek(0)
	if !ok {
		return false
	}
	_, n := cutRow(next.text, len(digits))
	return n != len(digits)
}

// isHeading says whether a line is a word of letters and a number. It cannot be a row: if a row has
// two words, they are boxes and have the same length. It cannot be a puzzle with a note, which is
// longer.
func isHeading(text string) bool {
	body, _ := cutComment(text)
	w := words(body, "")
	if len(w) != 2 || len(w[0].text) < 3 || len(w[0].text) > 15 || len(w[1].text) > 7 {
		return false
	}
	return strings.Trim(w[0].text, letters+strings.ToLower(letters)+"zZ") == "" &&
		strings.Trim(strings.TrimSuffix(w[1].text, ":"), "0123456789") == ""
}

func isEnd(ln line) bool {
	body, _ := cutComment(ln.text)
	return strings.EqualFold(strings.TrimSpace(body), "end")
}
