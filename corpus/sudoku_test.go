package corpus

import (
	"fmt"
	"testing"
)

// The pieces of a jigsaw, and the boxes of other boards, have each digit of a solution once.
func TestRandomSudokusHaveARegularPicture(t *testing.T) {
	for _, id := range []string{"sudoku_holes/2x3_x_h20_s2", "sudoku_holes/3x3_jigsaw_h40_s3"} {
		in, err := Find(id)
		if err != nil {
			t.Fatal(err)
		}
		puzzle := built(t, in)
		board, _ := puzzle.Sudoku()
		p, ok := puzzle.Draw(firstOf(puzzle.Problem()))
		digits := map[string]bool{}
		for k, c := range p.Cells {
			digits[fmt.Sprint(board.Region[k], c.Label)] = true
		}
		if !ok || len(digits) != len(p.Cells) {
			t.Errorf("%s: got %d digits in the regions of %d cells, want one each", id, len(digits), len(p.Cells))
		}
	}
}

func TestNamedSudokusWithoutAUniqueSolutionHaveANote(t *testing.T) {
	all, names := namedSudokus()
	if len(names) < 50 {
		t.Errorf("got %d named sudokus, want 50 or more", len(names))
	}
	for _, in := range sudokus.Catalogued() {
		if s := all[in.Name]; in.Solutions.N != 1 && s.note == "-" {
			t.Errorf("%s: got %s solutions and no note, want one solution or a note", in.ID(), in.Solutions)
		}
	}
}

func TestSymmetricCopiesAmongNamedSudokusHaveANote(t *testing.T) {
	all, names := namedSudokus()
	first := map[string]string{}
	for _, name := range names {
		puzzle, err := sudokuPuzzle(all[name].puzzle)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := puzzle.Sudoku()
		form := g.Canonical().String()
		if twin, ok := first[form]; ok && all[name].note != "a symmetric copy of "+twin {
			t.Errorf("%s: got note %q, want that it is a symmetric copy of %s", name, all[name].note, twin)
		}
		first[form] = name
	}
}
