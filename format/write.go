package format

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// Writer is a form that puzzles can be written in.
type Writer struct {
	Name    string // as of the [Format] that reads it
	Summary string // in one line
	Many    bool   // whether a file has room for more than one puzzle

	// Write writes a puzzle. One that the form has no room for is an error,
	// and then nothing is written.
	Write func(io.Writer, *Puzzle, WriteOptions) error
}

// WriteOptions say how to write.
type WriteOptions struct {
	AMO AMO // in a CNF
}

// Writers returns all of them, in the order in which they are listed.
func Writers() []Writer {
	return []Writer{
		{"dlx", "Knuth's DLX text, of the first puzzle", false,
			func(w io.Writer, p *Puzzle, _ WriteOptions) error { return WriteDLX(w, p.Problem()) }},
		{"matrix", "rows of 0s and 1s, for problems without secondary items", true,
			func(w io.Writer, p *Puzzle, _ WriteOptions) error { return writeMatrix(w, p.Problem()) }},
		{"cnf", "DIMACS CNF, of the first puzzle, with a variable for every option", false,
			func(w io.Writer, p *Puzzle, o WriteOptions) error { return writeCNF(w, p.Problem(), o.AMO) }},
		{"sudoku", "a sudoku in a line, for sudokus", true,
			func(w io.Writer, p *Puzzle, _ WriteOptions) error { return WriteSudoku(w, p) }},
	}
}

// WriteSudoku writes a sudoku in a line, and its note behind it after a '#'.
// Blanks are '.'; the digits of the sides 16 and 25 are letters from 'A', since
// only those mean the same in every puzzle, see sudoku_cells.go.
func WriteSudoku(w io.Writer, p *Puzzle) error {
	g, ok := p.Sudoku()
	if !ok {
		return errors.New("an exact cover problem that was not read as a sudoku cannot be written as one")
	}
	signs := ".123456789"
	if g.Side > 9 {
		signs = "." + letters
	}
	line := make([]byte, len(g.Cells))
	for k, digit := range g.Cells {
		line[k] = signs[digit]
	}
	note := ""
	if p.Note != "" {
		note = " # " + strings.TrimLeft(p.Note, "# ")
	}
	_, err := fmt.Fprintf(w, "%s%s\n", line, note)
	return err
}
