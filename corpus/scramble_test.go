package corpus

import (
	"slices"
	"testing"
)

func TestScrambledCopiesHaveTheSameNumberOfSolutions(t *testing.T) {
	for id, want := range map[string]int64{
		"queens/6": 4, "queens/8_middle": 92, "langford/7": 52, "sudoku/wikipedia": 1, "sudoku_empty/2x2": 288,
	} {
		in, err := Find(id)
		if err != nil {
			t.Fatal(err)
		}
		hashes := []string{in.hash}
		for k := 1; k <= 4; k++ {
			c := Scramble(in, 1, k)
			puzzle, again := built(t, c), built(t, Scramble(in, 1, k))
			if got := solutions(t, puzzle.Problem()); got != want {
				t.Errorf("%s: got %d solutions, want %d", c.ID(), got, want)
			}
			hash := Hash(puzzle.Problem())
			if slices.Contains(hashes, hash) {
				t.Errorf("%s: got a repeated problem, want a new one", c.ID())
			}
			hashes = append(hashes, hash)
			if Hash(again.Problem()) != hash {
				t.Errorf("%s: got another problem the second time, want the same", c.ID())
			}
			if other := built(t, Scramble(in, 2, k)); Hash(other.Problem()) == hash {
				t.Errorf("%s: got the same copy from another seed, want a different one", c.ID())
			}
		}
	}
}

func TestScrambledSudokuIsASudoku(t *testing.T) {
	in, err := Find("sudoku/wikipedia")
	if err != nil {
		t.Fatal(err)
	}
	given, ok := built(t, in).Sudoku()
	if !ok {
		t.Fatal("got no sudoku")
	}
	c, ok := built(t, Scramble(in, 1, 1)).Sudoku()
	if !ok || !slices.Equal(c.Canonical().Cells, given.Canonical().Cells) {
		t.Errorf("got %s, want a symmetric copy of %s", c, given)
	}
}
