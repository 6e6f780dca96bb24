package format

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"xcbench/cover"
	"xcbench/internal/english"
)

// A matrix is a line "rows columns" and then that many rows, each with a 0 or 1 for every column.
// Blanks, commas or brackets may separate the entries. Several matrices may follow one another. A '#'
// begins a comment. The columns are the items, called "1", "2" and so on, and the rows are the
// options. Without these two numbers all rows of the file are one matrix. Then the first line may have
// the number of columns, and how many columns, the first ones, are secondary, as in dlx-cpp. A '.' is
// a 0 in a row, but rows of '.' and 1 alone are a matrix only below a size, or if a 1 meets another in
// its row or column. Otherwise they are a sudoku.

// maxColumns bounds the memory that a header alone can ask for: even a matrix without rows has its
// items.
const maxColumns = 1 << 20

func openMatrix(s *lines, _ Options) Reader {
	s.comment = isComment
	r := &puzzles{lines: s, expected: "a line with the numbers of rows and columns"}
	r.next = func(first line) (*Puzzle, error) { return s.matrix(first, r.begun) }
	return r
}

// matrix reads the next matrix. Behind another one it must begin with its size.
func (s *lines) matrix(first line, again bool) (*Puzzle, error) {
	size, err := s.size(first, again)
	if err != nil {
		return nil, err
	}
	puzzle := &Puzzle{Line: first.number}
	if size.rows >= 0 {
		_, puzzle.Note = cutComment(first.text)
	}
	var b cover.Builder
	names := columnNames(size.columns)
	b.Primary(names[size.secondary:]...)
	b.Secondary(names[:size.secondary]...)
	for k := 0; k != size.rows; k++ {
		ln, err := s.next()
		if err == io.EOF && size.rows < 0 {
			break
		}
		if err == io.EOF {
			err = s.errorAtEnd("expected row %d of %d, found the end of the file", k+1, size.rows)
		}
		if err != nil {
			return nil, err
		}
		items, err := s.row(ln, k+1, size)
		if err != nil {
			return nil, err
		}
		if len(items) == 0 {
			puzzle.Warnings = append(puzzle.Warnings, s.errorAt(line{number: ln.number}, 0, "row %d has no 1 and is dropped", k+1).Error())
		}
		if err := b.OptionOf(items...); err != nil {
			return nil, s.errorAt(ln, 0, "%v", err)
		}
	}
	p, err := b.Problem()
	puzzle.problem, puzzle.Answer = p, listAnswer{p: p, numbers: true}
	return puzzle, err
}

// size reads what precedes the rows of the next matrix.
func (s *lines) size(first line, again bool) (size extent, err error) {
	size, counted := sizeAhead(s)
	if again || counted {
		size = extent{lines: 1}
		size.rows, size.columns, err = s.header(first)
	}
	if err == nil && size.columns > maxColumns {
		err = s.errorAt(first, strings.LastIndex(strings.TrimSpace(first.text), " ")+1, "%d columns, expected at most %d", size.columns, maxColumns)
	}
	if err != nil || size.lines > 0 {
		s.next()
	}
	if size.columns == 0 {
		size.rows = 0 // rows without entries are blank lines, which have no meaning
	}
	return size, err
}

// header reads the line with the numbers of rows and columns.
func (s *lines) header(ln line) (rows, columns int, err error) {
	numbers := words(body(ln.text), "")
	if len(numbers) != 2 {
		return 0, 0, s.errorAt(ln, 0,
			"%s, expected two: the numbers of rows and columns", english.Count(len(numbers), "word"))
	}
	if rows, err = s.number(ln, numbers[0], "rows", most32); err != nil {
		return 0, 0, err
	}
	columns, err = s.number(ln, numbers[1], "columns", most32)
	return rows, columns, err
}

// row reads row k, from 1, and returns the items of the columns that have a 1.
func (s *lines) row(ln line, k int, size extent) (ones []int, err error) {
	row, wrong := entries(body(ln.text))
	if wrong >= 0 {
		sign, _ := utf8.DecodeRuneInString(ln.text[wrong:])
		return nil, s.errorAt(ln, wrong, "%s in row %d, expected 0 or 1", quote(string(sign)), k)
	}
	if len(row) != size.columns {
		return nil, s.errorAt(ln, 0, "row %d has %s, expected %d", k, english.Count(len(row), "entry"), size.columns)
	}
	for c := range row {
		if row[c] == '1' { // secondary items come after the others
			ones = append(ones, (c-size.secondary+size.columns)%size.columns)
		}
	}
	return ones, nil
}

func columnNames(columns int) []string {
	names := make([]string, columns)
	for c := range names {
		names[c] = strconv.Itoa(c + 1)
	}
	return names
}

// cutComment cuts a line at '#'.
func cutComment(text string) (before, note string) {
	before, note, _ = strings.Cut(text, "#")
	return before, strings.TrimSpace(note)
}

// body returns the part of a line before its comment.
func body(text string) string {
	before, _ := cutComment(text)
	return before
}

// writeMatrix writes p as a matrix. Reading it back gives the same problem, except that items are
// called by numbers and dropped options leave no gap in the numbers of options. A problem with
// secondary items cannot be written.
func writeMatrix(w io.Writer, p *cover.Problem) error {
	switch secondary := p.Items() - p.Primary(); {
	case secondary > 0:
		return fmt.Errorf("a problem with %s cannot be written as a matrix, whose columns are all primary",
			english.Count(secondary, "secondary item"))
	case p.Items() > maxColumns:
		return fmt.Errorf("a problem with %d items cannot be written as a matrix, which has at most %d columns",
			p.Items(), maxColumns)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, p.Options(), p.Items())
	row := make([]byte, p.Items()+1)
	for o := range p.Options() {
		for c := range row {
			row[c] = '0'
		}
		for _, i := range p.Option(o) {
			row[i] = '1'
		}
		row[p.Items()] = '\n'
		out.Write(row)
	}
	return out.Flush() // the first error of all the writing
}
