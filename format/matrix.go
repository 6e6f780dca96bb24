package format

import (
	"bufio"
	"fmt"
	"io"
	"slices"
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
	return &matrixReader{lines: s}
}

type matrixReader struct {
	lines  *lines
	count  int // matrices read
	faulty bool
}

func (m *matrixReader) Read() (*Puzzle, error) {
	if m.faulty && !m.lines.skip(nil) {
		return nil, io.EOF
	}
	p, err := m.next()
	m.faulty = err != nil
	return p, err
}

// next reads the next matrix.
func (m *matrixReader) next() (*Puzzle, error) {
	first, ok := m.lines.peek(0)
	switch {
	case !ok && m.lines.err == io.EOF && m.count == 0:
		return nil, m.lines.errorAtEnd("no puzzle found, expected a line with the numbers of rows and columns")
	case !ok:
		return nil, m.lines.err
	}
	size, err := m.size(first)
	if err != nil {
		return nil, err
	}
	m.count++
	puzzle := &Puzzle{Line: first.number}
	if size.rows >= 0 {
		_, puzzle.Note = cutComment(first.text)
	}
	var b cover.Builder
	for k := 0; k != size.rows; k++ {
		ln, err := m.lines.next()
		if err == io.EOF && size.rows < 0 {
			break
		}
		if err == io.EOF {
			err = m.lines.errorAtEnd("expected row %d of %d, found the end of the file", k+1, size.rows)
		}
		if err != nil {
			return nil, err
		}
		items, err := m.row(ln, k+1, size)
		if err != nil {
			return nil, err
		}
		if k == 0 { // a row has confirmed the number of columns
			size.columnsTo(&b)
		}
		if len(items) == 0 {
			puzzle.Warnings = append(puzzle.Warnings, fmt.Sprintf("%s:%d:1: row %d has no 1 and is dropped",
				m.lines.name, ln.number, k+1))
		}
		if err := b.OptionOf(items...); err != nil {
			return nil, m.lines.errorAt(ln, 0, "%v", err)
		}
	}
	if size.rows == 0 {
		size.columnsTo(&b)
	}
	p, err := b.Problem()
	puzzle.problem, puzzle.Answer = p, matrixAnswer{p: p}
	return puzzle, err
}

// size reads what precedes the rows of the next matrix.
func (m *matrixReader) size(first line) (size extent, err error) {
	size, counted := sizeAhead(m.lines)
	if m.count > 0 || counted {
		size = extent{lines: 1}
		size.rows, size.columns, err = m.header(first)
	}
	if err == nil && size.columns > maxColumns {
		err = m.lines.errorAt(first, strings.LastIndex(strings.TrimSpace(first.text), " ")+1, "%d columns, expected at most %d", size.columns, maxColumns)
	}
	if err != nil || size.lines > 0 {
		m.lines.next()
	}
	if size.columns == 0 {
		size.rows = 0 // rows without entries are blank lines, which have no meaning
	}
	return size, err
}

// columnsTo adds the columns.
func (e extent) columnsTo(b *cover.Builder) {
	names := columnNames(e.columns)
	b.Primary(names[e.secondary:]...)
	b.Secondary(names[:e.secondary]...)
}

// header reads the line with the numbers of rows and columns.
func (m *matrixReader) header(ln line) (rows, columns int, err error) {
	numbers := words(body(ln.text), "")
	if len(numbers) != 2 {
		return 0, 0, m.lines.errorAt(ln, 0,
			"%s, expected two: the numbers of rows and columns", english.Count(len(numbers), "word"))
	}
	if rows, err = m.lines.number(ln, numbers[0], "rows", most32); err != nil {
		return 0, 0, err
	}
	columns, err = m.lines.number(ln, numbers[1], "columns", most32)
	return rows, columns, err
}

// row reads row k, from 1, and returns the items of the columns that have a 1.
func (m *matrixReader) row(ln line, k int, size extent) (ones []int, err error) {
	row, wrong := entries(body(ln.text))
	if wrong >= 0 {
		sign, _ := utf8.DecodeRuneInString(ln.text[wrong:])
		return nil, m.lines.errorAt(ln, wrong, "%s in row %d, expected 0 or 1", quote(string(sign)), k)
	}
	if len(row) != size.columns {
		return nil, m.lines.errorAt(ln, 0, "row %d has %s, expected %d", k, english.Count(len(row), "entry"), size.columns)
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

// matrixAnswer writes a solution as the numbers of its rows, in one line.
type matrixAnswer struct {
	unsolved
	p *cover.Problem
}

func (a matrixAnswer) Append(dst []byte, options []int) []byte {
	for k, o := range slices.Sorted(slices.Values(options)) {
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(a.p.Number(o)), 10)
	}
	return append(dst, '\n')
}

func (a matrixAnswer) Check([]int) error { return nil }

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
