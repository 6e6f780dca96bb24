package hunt

import (
	"context"
	"math/rand/v2"
	"testing"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/solvers"
)

// bySolver counts solutions with a solver, at most 500.
func bySolver(t testing.TB, g sudoku.Grid) int64 {
	t.Helper()
	v, _ := solvers.Find("bitset")
	p := sudoku.Encode(g, sudoku.Omit).Problem
	stats, err := cover.Solve(context.Background(), v, p, cover.Limits{Solutions: 500}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats.Solutions
}

func TestEnumeratorAgreesWithTheSolvers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	none := 0
	for range 60 {
		g := start(rng)
		for range 3 {
			if got, want := int64(enumerate(g, 500, nil)), bySolver(t, g); got != want {
				t.Fatalf("%s: got %d solutions, want %d", g, got, want)
			} else if got == 0 {
				none++
			}
			g.Cells[rng.IntN(81)] = 0
			if k := rng.IntN(81); g.Cells[k] == 0 && rng.IntN(2) == 0 {
				g.Cells[k] = uint8(rng.IntN(9) + 1) // often against the rules
			}
		}
	}
	if none == 0 {
		t.Error("got no puzzle without a solution, want at least one")
	}
}
