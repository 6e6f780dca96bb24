package format

import "xcbench/internal/lazy"

// expected is what a text should be.
const expected = "expected a sudoku, a matrix, a CNF or a DLX text"

const killer = "a killer sudoku; the sums of its cages are not exact cover, so it cannot be read"

// resemblances are weaker: they say what a text looks like that nothing else accepts.
var resemblances = []look{
	{lazy.Regexp(`^\s*[{\[]`), "JSON, " + expected},
	{lazy.Regexp(`(?i)\bcages?\b.*(\d|sum)`), killer},
	{lazy.Regexp(`^[a-zA-Z][^\n]*\n([01][01, \t]*\n){2}`), "a matrix of 0s and 1s below a line of names, expected the matrix without the names"},
	{lazy.Regexp(`^[^\n ]+,[^\n ]+\n[^\n]+,[^\n]+`), "a table without a column of puzzles, expected a board such as 53..7.... in each row"},
	{lazy.Regexp(`^([01, \t]+\n){3}`), "a matrix of 0s and 1s, expected rows of equal length, or a line with the numbers of rows and columns first"},
	{lazy.Regexp(`^([1-9|+\- ]+\n){4}`), "a sudoku with blank cells left out, expected a sign such as '.' for each, " +
		"or rows whose cells stand below each other"},
}

func resembles(s *lines, _ Options) error { return s.looksLike(resemblances, 8) }
