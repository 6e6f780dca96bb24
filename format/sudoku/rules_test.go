package sudoku_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format/sudoku"
)

// differ says whether two cells of a board of side 4 must have different digits, by the definitions of the rules.
func differ(rules sudoku.Rules, a, b int) bool {
	r, c, q, d := a/4, a%4, b/4, b%4
	apart := (r - q) * (c - d)
	inside := func(k int) bool { return k == 1 || k == 2 }
	return r == q || c == d || r/2 == q/2 && c/2 == d/2 ||
		rules&sudoku.Diagonals != 0 && (r == c && q == d || r+c == 3 && q+d == 3) ||
		rules&sudoku.Windoku != 0 && inside(r) && inside(c) && inside(q) && inside(d) ||
		rules&sudoku.Disjoint != 0 && r%2 == q%2 && c%2 == d%2 ||
		rules&sudoku.Antiknight != 0 && apart*apart == 4 ||
		rules&sudoku.Antiking != 0 && apart*apart == 1
}

// boards calls visit with each full board that keeps the rules, beginning with the cells given.
func boards(rules sudoku.Rules, cells []uint8, visit func([]uint8)) {
	if len(cells) == 16 {
		visit(cells)
		return
	}
next:
	for digit := range uint8(4) {
		for k, other := range cells {
			if other == digit+1 && differ(rules, k, len(cells)) {
				continue next
			}
		}
		boards(rules, append(cells, digit+1), visit)
	}
}

// For every set of rules, the solutions of boards of side 4 are those of its definitions, and Check tells them
// from the other boards. All boards share a room.
func TestRulesAreAsDefined(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var room sudoku.Room
	for rules := range sudoku.Antiking << 1 {
		shape, err := sudoku.Form{Side: 4, Rows: 2, Cols: 2, Rules: rules}.Shape()
		if err != nil {
			t.Fatal(err)
		}
		var kept [][]uint8
		boards(rules, nil, func(cells []uint8) { kept = append(kept, slices.Clone(cells)) })
		blank := shape.New()
		boards(0, nil, func(cells []uint8) {
			keeps := slices.ContainsFunc(kept, func(other []uint8) bool { return slices.Equal(cells, other) })
			if err := blank.Check(sudoku.Grid{Shape: shape, Cells: cells}); (err == nil) != keeps {
				t.Errorf("%v: got %v for %v, want an error: %v", rules, err, cells, !keeps)
			}
		})
		for n := range 24 { // the first board is blank, and the second one full
			g, share, want := shape.New(), []float64{0, 1, rng.Float64()}[min(n, 2)], 0
			for k := range g.Cells {
				if rng.Float64() < share {
					g.Cells[k] = uint8(1 + rng.IntN(4))
					if n%4 > 0 && len(kept) > 0 {
						g.Cells[k] = kept[n%len(kept)][k]
					}
				}
			}
			for _, cells := range kept {
				if g.Check(sudoku.Grid{Shape: shape, Cells: cells}) == nil {
					want++
				}
			}
			for _, givens := range []sudoku.Givens{sudoku.Omit, sudoku.Single} {
				p, got := g.ProblemIn(&room, givens), 0
				if again := g.Problem(givens); text(p) != text(again) {
					t.Errorf("%s: got\n%sin a room, want\n%s", g, text(p), text(again))
				}
				stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), p, cover.Limits{}, func(options []int) bool {
					if g.Check(g.With(nil, options)) == nil {
						got++
					}
					return true
				})
				if err != nil || got != want || stats.Solutions != int64(want) {
					t.Errorf("%s %v, givens %d: got %d solutions, %d of them right, %v, want %d", g, rules, givens, stats.Solutions, got, err, want)
				}
			}
		}
	}
	if got := testing.AllocsPerRun(100, func() { board(t, wiki).ProblemIn(&room, sudoku.Omit) }); got > 1 {
		t.Errorf("got %v allocations, want that of the board", got)
	}
}
