// Package sudoku has the sudoku board and its form as an exact cover problem.
//
// A [Shape] is the form of a board: its side, its boxes or other regions, and other rules. A [Grid]
// is a board with its digits. [Grid.Check] compares a solution with the rules, and knows nothing
// about exact cover. [Grid.Problem] makes the problem of a board, and [Grid.With] turns a solution of
// it into a board. [Symmetry] makes symmetric copies of a board.
//
// Package format reads and writes the many forms of sudokus as text. Start reading at shape.go.
package sudoku
