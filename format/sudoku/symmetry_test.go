package sudoku_test

import (
	"math/rand/v2"
	"testing"

	"xcbench/format/sudoku"
)

// copies returns n random symmetric copies of g.
func copies(g sudoku.Grid, n int) []sudoku.Grid {
	rng := rand.New(rand.NewPCG(1, 2))
	var all []sudoku.Grid
	for range n {
		all = append(all, sudoku.RandomSymmetry(g.Side, rng).Apply(g))
	}
	return all
}

// latin returns a solved board of any side.
func latin(t testing.TB, side int) sudoku.Grid {
	g, err := sudoku.New(side)
	if err != nil {
		t.Fatal(err)
	}
	order := g.Rows
	for k := range g.Cells {
		r, c := k/side, k%side
		g.Cells[k] = uint8((r*order+r/order+c)%side + 1)
	}
	return g
}

func TestSymmetricCopiesOfASolvedBoardAreSolved(t *testing.T) {
	for _, side := range []int{4, 9, 16, 25} {
		g := latin(t, side)
		blank, _ := sudoku.New(side)
		for _, c := range copies(g, 50) {
			if err := blank.Check(c); err != nil {
				t.Fatalf("side %d: %s: %v", side, c, err)
			}
		}
	}
}

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
	g := board(t, "12..3......11...")
	seen := map[string]bool{}
	for _, c := range copies(g, 40000) {
		seen[c.String()] = true
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
