package format

import "xcbench/cover"

// NewPuzzle returns a problem that was not read from a text as a puzzle; its
// answers are written as those of a DLX text.
func NewPuzzle(p *cover.Problem) *Puzzle {
	return &Puzzle{Line: 1, source: built{p}, Answer: dlxAnswer{p}}
}
