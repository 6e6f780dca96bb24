package format

import (
	"xcbench/cover"
	"xcbench/format/picture"
)

// NewPuzzle makes a puzzle of a problem that was not read from a text. Its answers are written as
// in a DLX text.
func NewPuzzle(p *cover.Problem) *Puzzle {
	base, _, _ := p.Base() // solutions consist of options of the base
	return &Puzzle{Line: 1, source: built{p}, Answer: dlxAnswer{base}}
}

// NewDrawing is NewPuzzle for a problem whose solutions have a picture.
func NewDrawing(p *cover.Problem, draw func(options []int) picture.Picture) *Puzzle {
	puzzle := NewPuzzle(p)
	puzzle.drawing = draw
	return puzzle
}
