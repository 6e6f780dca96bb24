package format

import (
	"fmt"
	"strings"

	"xcbench/cover"
)

// Naming is what people call the items and the options of a puzzle. A problem has its own names, as in a
// DLX text, but those of a sudoku count from 0: people write r1c4=6.
type Naming struct {
	problem *cover.Problem
	side    int               // of a sudoku, or 0
	items   map[string]string // of a sudoku, by the names of the problem
}

// NamingOf returns the names of a problem that is not a sudoku.
func NamingOf(p *cover.Problem) Naming { return Naming{problem: p} }

// Naming returns the names for the problem of the puzzle.
func (p *Puzzle) Naming() Naming {
	n := NamingOf(p.Problem())
	if b, ok := p.Answer.(*board); ok {
		n.side, n.items = b.grid.Side, b.grid.Words()
	}
	return n
}

// Item returns the name of an item: r1c4 is a cell of a sudoku, and 6 in row 1 a digit of a row.
func (n Naming) Item(i int) string { return n.entry(n.problem.Name(i)) }

// entry names an item, and its colour after a colon.
func (n Naming) entry(name string) string {
	if words, ok := n.items[name]; ok {
		return words
	}
	return name
}

// Entries returns the names of the items of an option, with their colours.
func (n Naming) Entries(option int) (all []string) {
	for k := range n.problem.Option(option) {
		all = append(all, n.entry(n.problem.Entry(option, k)))
	}
	return all
}

// Option returns the name of an option: its entries with blanks between them, or r1c4=6 of a sudoku.
func (n Naming) Option(option int) string {
	if n.side == 0 {
		return strings.Join(n.Entries(option), " ")
	}
	base := n.problem.ToBase(option) // of the blank board, which has an option for each cell and digit
	cell := base / n.side
	return fmt.Sprintf("r%dc%d=%d", cell/n.side+1, cell%n.side+1, base%n.side+1)
}
