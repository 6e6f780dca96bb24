// Package sudoku has the sudoku board and its form as an exact cover problem.
//
// [Grid] is the board, of order 2 to 5 (side 4, 9, 16 or 25), and
// [Grid.Check] holds a solution against the rules without knowing anything of
// exact cover. [Encode] makes the problem and [Encoding.Decode] brings a
// solution of it back to the board.
//
// The package imports cover and nothing else of this module; the many ways to
// write a sudoku down are the business of package format. Start reading at
// encode.go.
package sudoku
