// Package sudoku has the sudoku board and its form as an exact cover problem.
//
// [Grid] is a board of order 2 to 5 (side 4, 9, 16 or 25). [Grid.Check] compares a solution with
// the rules, and knows nothing about exact cover. [Encode] makes the problem of a board, and
// [Encoding.Decode] turns a solution of the problem into a board. [Grid.Canonical] and [Symmetry]
// are about symmetric copies of a board.
//
// Package format reads and writes the many forms of sudokus as text. Start reading at encode.go.
package sudoku
