package format

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"xcbench/format/sudoku"
)

// Writer is a format that puzzles can be written in.
type Writer struct {
	Name    string // as in [Names]
	Summary string // in one line
	Many    bool   // whether a file may have more than one puzzle

	// Write writes a puzzle. If the format cannot express the puzzle, Write returns an error and
	// writes nothing.
	Write func(io.Writer, *Puzzle, WriteOptions) error
}

// WriteOptions say how to write.
type WriteOptions struct {
	AMO AMO // in a CNF
}

// Writers returns all writers, in the order of the help text.
func Writers() []Writer {
	return []Writer{
		{"dlx", "Knuth's DLX text, of the first puzzle", false,
			func(w io.Writer, p *Puzzle, _ WriteOptions) error { return WriteDLX(w, p.Problem()) }},
		{"matrix", "rows of 0s and 1s, for problems without secondary items", true,
			func(w io.Writer, p *Puzzle, _ WriteOptions) error { return writeMatrix(w, p.Problem()) }},
		{"cnf", "DIMACS CNF, of the first puzzle, with a variable for every option", false,
			func(w io.Writer, p *Puzzle, o WriteOptions) error { return WriteCNF(w, p.Problem(), o.AMO) }},
		{"sudoku", "a sudoku in a line, for sudokus", true,
			func(w io.Writer, p *Puzzle, _ WriteOptions) error { return WriteSudoku(w, p) }},
	}
}

// WriteSudoku writes a sudoku in one line, then words about its shape unless it has the usual boxes, see
// sudoku_rules.go, and its note after a '#' if it would be read as one. Blanks are '.'. On boards of side 10 to 26 the digits are
// letters from 'A', because only these mean the same in every puzzle, see sudoku_cells.go.
func WriteSudoku(w io.Writer, p *Puzzle) error {
	g, ok := p.Sudoku()
	if !ok {
		return errors.New("an exact cover problem that was not read as a sudoku cannot be written as one")
	}
	line := g.Append(nil)
	if 9 < g.Side && g.Side <= len(letters) {
		for k, digit := range g.Cells {
			if digit > 0 {
				line[k] = letters[digit-1]
			}
		}
	}
	rows, cols := sudoku.Usual(g.Side)
	switch {
	case g.Region == nil:
		line = append(line, " latin"...)
	case g.Rows == 0:
		line = append(line, " regions="...)
		for _, r := range g.Region {
			line = append(line, regionSigns[r])
		}
	case g.Rows != rows || g.Cols != cols:
		line = fmt.Appendf(line, " boxes=%dx%d", g.Rows, g.Cols)
	}
	if g.Rules != 0 {
		line = append(line, " "+g.Rules.String()...)
	}
	words := words(p.Note, between)
	if len(words) > 0 && len(new(rules).take(p.Note, len(g.Cells))) == len(words) {
		line = append(line, " # "+strings.TrimLeft(p.Note, "# ")...)
	}
	_, err := w.Write(append(line, '\n'))
	return err
}

// regionSigns name the regions of a board, in their order.
const regionSigns = letters + "abcdefghij"
