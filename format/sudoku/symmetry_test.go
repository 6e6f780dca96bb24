package sudoku_test

import (
	"math/rand/v2"
	"testing"

	"xcbench/format/sudoku"
)

func TestSolvingAndCopyingCommute(t *testing.T) {
	g, solved := board(t, wiki), board(t, wikiSolved)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		s := sudoku.RandomSymmetry(9, rng)
		got := solve(t, s.Apply(g), sudoku.Omit)
		if want := s.Apply(solved).String(); len(got) != 1 || got[0].String() != want {
			t.Fatalf("got %v, want %s alone", got, want)
		}
	}
}

// Side 4 is small enough to see all copies: 2 transpositions, 8 orders of the rows, 8 orders of the
// columns, and 24 namings of the digits.
func TestRandomSymmetryFindsAllCopies(t *testing.T) {
	g, rng := board(t, "12..3......11..."), rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 40000 {
		seen[sudoku.RandomSymmetry(4, rng).Apply(g).String()] = true
	}
	if got, want := len(seen), 2*8*8*24; got != want {
		t.Errorf("got %d copies, want %d", got, want)
	}
}

func TestSymmetryOfAnotherSidePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("got no panic, want one")
		}
	}()
	sudoku.RandomSymmetry(4, rand.New(rand.NewPCG(1, 1))).Apply(board(t, wiki))
}
