// Package format reads and writes exact cover problems as text.
//
// [NewReader] detects the format of a text and returns a [Reader] of its puzzles. A [Puzzle] has an
// [Answer], which writes solutions the way the puzzle was written. [Names] lists the formats that
// can be read, and [Writers] the formats that can be written:
//
//   - dlx, Knuth's text: the item names in a line, secondary ones after a '|', then an option a
//     line; see dlx.go. [WriteDLX] writes it.
//   - cnf, formulas in the DIMACS format: the models are the solutions; see cnf.go.
//   - pieces: a board and pieces as drawings; see pieces.go.
//   - sets: options as other programs write them; see sets.go.
//   - matrix: a line "rows columns", then the rows of 0s and 1s; see matrix.go.
//   - sudoku: one puzzle a line, or grids with or without boxes drawn around them, in several
//     alphabets; see sudoku.go. [WriteSudoku] writes puzzles one a line.
//
// Text is UTF-8, with or without a byte order mark, with line ends LF or CRLF. Blank lines have no
// meaning. In matrices and sudokus a '#' begins a comment. In DLX texts a line that begins with '|'
// is a comment, and in formulas a line that begins with c. A line may have up to 16 MiB. Only one
// puzzle at a time is in memory.
//
// Start reading at format.go and detect.go. A new format is one file and one row of recognisers, and one row of
// [Writers] if it is written too.
package format
