package hunt

import "testing"

// shipped is the file of hunted puzzles in the corpus.
const shipped = "../sudokus/hunted.txt"

// Load checks that each puzzle has one solution, and that no two puzzles are copies of each other.
func TestShippedPuzzlesMatchTheirFile(t *testing.T) {
	o := Options{Solver: variant(t, "dlx_index"), Measure: Updates, Copies: 8, Seed: 2, Count: 200, Climbs: 4}
	h, err := Load(shipped, o)
	if err != nil {
		t.Fatal(err)
	}
	puzzles := h.Puzzles()
	if len(puzzles) != o.Count {
		t.Fatalf("got %d puzzles, want %d", len(puzzles), o.Count)
	}
	for k, p := range puzzles {
		if k%10 != 0 || testing.Short() && k%100 != 0 {
			continue
		}
		for cell, digit := range p.grid.Cells {
			p.grid.Cells[cell] = 0
			if digit != 0 && enumerate(p.grid, 2, nil) != 2 {
				t.Errorf("%s: got one solution without the clue in cell %d, want more", p.grid, cell)
			}
			p.grid.Cells[cell] = digit
		}
		if k%50 != 0 {
			continue
		}
		score, typical, err := o.score(t.Context(), p.canonical, 0)
		if err != nil || score != p.Score || typical.String() != p.grid.String() {
			t.Errorf("got %s with score %v, %v, want %s with %v", typical, score, err, p.grid, p.Score)
		}
	}
}
