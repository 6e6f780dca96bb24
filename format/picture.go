package format

import (
	"xcbench/format/picture"
	"xcbench/format/sudoku"
)

// Draw returns the picture of a solution, and whether there is one. Sudokus have pictures, and so
// do puzzles whose generator draws them.
func (p *Puzzle) Draw(options []int) (picture.Picture, bool) {
	if p.drawing != nil {
		return p.drawing(options), true
	}
	b, ok := p.source.(*board)
	if !ok {
		return picture.Picture{}, false
	}
	return drawBoard(b.grid, b.solution(options)), true
}

// drawBoard draws a full board. The boxes alternate between two colours, and givens are bold.
func drawBoard(givens, full sudoku.Grid) picture.Picture {
	const grey = 7
	var p picture.Picture
	signs, order := full.String(), givens.Order()
	for k := range full.Cells {
		r, c := k/full.Side, k%full.Side
		box := picture.None
		if (r/order+c/order)%2 == 1 {
			box = grey
		}
		p.Cells = append(p.Cells, picture.Cell{Outline: picture.Square(r, c), Part: box, Label: signs[k : k+1],
			Strong: givens.Cells[k] != 0, Row: r + r/order, Col: 2 * (c + c/order)})
	}
	return p
}
