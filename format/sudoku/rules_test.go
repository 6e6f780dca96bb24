package sudoku_test

import (
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

// For every set of rules, the solutions of the blank board of side 4 are those of its definitions, and
// Check tells them from the other boards.
func TestRulesAreAsDefined(t *testing.T) {
	for rules := range sudoku.Antiking << 1 {
		shape, err := sudoku.Form{Side: 4, Rows: 2, Cols: 2, Rules: rules}.Shape()
		if err != nil {
			t.Fatal(err)
		}
		kept := map[string]bool{}
		boards(rules, nil, func(cells []uint8) { kept[string(cells)] = true })
		blank := shape.New()
		boards(0, nil, func(cells []uint8) {
			if err := blank.Check(sudoku.Grid{Shape: shape, Cells: cells}); (err == nil) != kept[string(cells)] {
				t.Errorf("%v: got %v for %v, want an error: %v", rules, err, cells, !kept[string(cells)])
			}
		})
		stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), blank.Problem(sudoku.Omit), cover.Limits{}, nil)
		if err != nil || stats.Solutions != int64(len(kept)) {
			t.Errorf("%v: got %d solutions, %v, want %d", rules, stats.Solutions, err, len(kept))
		}
	}
}
