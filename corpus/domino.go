package corpus

import "xcbench/cover"

// Dominoes returns the problem of tiling a board with dominoes.
//
// Items are the board's cells; options the horizontal dominoes row by row, then
// the vertical ones.
func Dominoes(board Board) *cover.Problem {
	var b cover.Builder
	index := board.items(&b)
	for _, domino := range [][]Cell{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}} {
		board.place(&b, index, nil, domino)
	}
	return finish(&b)
}

// DominoSquare is Dominoes on a square of the given side.
func DominoSquare(side int) *cover.Problem { return Dominoes(Rectangle(side, side)) }
