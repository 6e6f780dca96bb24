// Package format reads and writes exact cover problems as text.
//
// [NewReader] finds out what a text is and returns a [Reader] of the puzzles in
// it; a [Puzzle] comes with an [Answer] that writes solutions the way the
// puzzle was written. [Formats] is the list of what can be read, and [Writers]
// of what can be written:
//
//   - dlx, Knuth's text: the item names in a line, secondary ones after a '|',
//     then an option a line; see dlx.go. [WriteDLX] writes it.
//   - cnf, formulas in the DIMACS format: the models are the solutions; see
//     cnf.go. [writeCNF] writes a problem as one.
//   - matrix: a line "rows columns", then the rows of 0s and 1s; see matrix.go.
//     [writeMatrix] writes it.
//   - sudoku: one puzzle a line, or grids with or without boxes drawn around
//     them, in several alphabets; see sudoku.go. [WriteSudoku] writes the first
//     of these.
//
// Text is UTF-8, with or without a byte order mark, with LF or CRLF line ends.
// Blank lines mean nothing. In matrices and sudokus a '#' begins a comment; in
// DLX texts a line that begins with '|' is one, in formulas one that begins with
// c. A line may have 16 MiB; only one puzzle is in memory at a time.
//
// The package imports cover and sudoku and nothing else of this module. Start
// reading at format.go; a new format is one file and one row in [Formats], and
// one in [Writers] if it is written too.
package format
