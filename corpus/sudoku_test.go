package corpus

import "testing"

func TestNamedSudokusWithoutAUniqueSolutionHaveANote(t *testing.T) {
	all, names := namedSudokus()
	if len(names) < 50 {
		t.Errorf("got %d named sudokus, want 50 or more", len(names))
	}
	for in := range sudokus.Catalogued {
		if s := all[in.Name]; in.Solutions.N != 1 && s.note == "-" {
			t.Errorf("%s: got %s solutions and no note, want one solution or a note", in.ID(), in.Solutions)
		}
	}
}
