package corpus

import (
	"testing"
)

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
