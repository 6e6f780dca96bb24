package sudoku_test

import (
	"math/rand/v2"
	"testing"

	"xcbench/format/sudoku"
)

// solves says whether a board is a solution of another one, by the definition of a sudoku.
func solves(puzzle, g sudoku.Grid) bool {
	for a, digit := range g.Cells {
		if digit < 1 || int(digit) > g.Side || puzzle.Cells[a] != 0 && puzzle.Cells[a] != digit {
			return false
		}
		r, c := a/g.Side, a%g.Side
		for b, other := range g.Cells[:a] {
			q, d := b/g.Side, b%g.Side
			if other == digit && (r == q || c == d || r/g.Rows == q/g.Rows && c/g.Cols == d/g.Cols) {
				return false
			}
		}
	}
	return true
}

// Check looks at whole units first, and only then for the fault.
func TestCheckKnowsBoardsThatAreNearlySolved(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	right := 0
	for n := range 60_000 {
		text := [2]string{wikiSolved, "1234341221434321"}[n%3/2]
		puzzle, g := board(t, text), board(t, text)
		side, share := g.Side, rng.Float64()
		for k := range puzzle.Cells {
			if rng.Float64() < share {
				puzzle.Cells[k] = 0
			}
		}
		for range rng.IntN(3) {
			x, y := rng.IntN(len(g.Cells)), rng.IntN(len(g.Cells))
			switch kind := rng.IntN(6); kind {
			case 0:
				g.Cells[x] = uint8(rng.IntN(256))
			case 1:
				puzzle.Cells[x] = uint8(1 + rng.IntN(side))
			case 2:
				g.Cells[x], g.Cells[y] = g.Cells[y], g.Cells[x]
			default: // lines that change places keep all rows and columns
				for k := range side {
					a, b := x%side*side+k, y%side*side+k
					if kind == 3 {
						a, b = k*side+x%side, k*side+y%side
					}
					g.Cells[a], g.Cells[b] = g.Cells[b], g.Cells[a]
					puzzle.Cells[a], puzzle.Cells[b] = 0, 0
				}
			}
		}
		want := solves(puzzle, g)
		if want {
			right++
		}
		if err := puzzle.Check(g); (err == nil) != want {
			t.Fatalf("got %v for %v as a solution of %s, want an error: %v", err, g.Cells, puzzle, !want)
		}
	}
	if right < 10_000 || right > 40_000 {
		t.Errorf("got %d solutions of 60000 boards, want some and not all", right)
	}
}
