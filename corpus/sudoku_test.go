package corpus

import (
	"testing"
)

func TestNamedSudokusWithoutAUniqueSolutionHaveANote(t *testing.T) {
	if n := len(namedSudokus()); n < 50 {
		t.Errorf("got %d named sudokus, want 50 or more", n)
	}
	for _, in := range sudokus.Catalogued() {
		if s := findSudoku(in.Name); in.Solutions.N != 1 && s.note == "-" {
			t.Errorf("%s: got %s solutions and no note, want one solution or a note", in.ID(), in.Solutions)
		}
	}
}
