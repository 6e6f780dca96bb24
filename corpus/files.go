package corpus

import (
	"fmt"

	"xcbench/format"
)

// FromPuzzle makes an instance of a puzzle that was read from a file; it is
// named by the line where it begins. The family's name must match [a-z0-9_.]+.
func FromPuzzle(family string, puzzle *format.Puzzle) Instance {
	return Instance{
		Family: family, Name: fmt.Sprintf("line%d", puzzle.Line), Title: puzzle.Note, Solutions: Unknown,
		open: func() (*format.Puzzle, error) { return puzzle, nil },
	}
}
