package sudoku_test

import (
	"math/rand/v2"
	"slices"
	"strings"
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

// clues counts the givens of g by digit and sorts the counts, which renaming digits does not
// change.
func clues(g sudoku.Grid) []int {
	counts := make([]int, g.Side+1)
	for _, digit := range g.Cells {
		counts[digit]++
	}
	slices.Sort(counts[1:])
	return counts
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

func TestSymmetricCopiesHaveTheCluesOfTheBoard(t *testing.T) {
	for _, s := range []string{escargot, wiki, wikiSolved} {
		g := board(t, s)
		for _, c := range copies(g, 50) {
			if got, want := clues(c), clues(g); !slices.Equal(got, want) {
				t.Fatalf("%s: got %v clues by digit, want %v", c, got, want)
			}
		}
		if g.String() != s {
			t.Errorf("got %s, want the board unchanged, %s", g, s)
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

func TestAllCopiesHaveTheSameCanonicalForm(t *testing.T) {
	// cells returns a board with the digits that f gives.
	cells := func(f func(r, c int) int) string {
		g := board(t, strings.Repeat(".", 81))
		for k := range g.Cells {
			g.Cells[k] = uint8(f(k/9, k%9))
		}
		return g.String()
	}
	boards := map[string]string{
		"escargot":         escargot,
		"wiki":             wiki,
		"full":             wikiSolved,
		"most symmetric":   cells(func(r, c int) int { return (3*(r%3)+r/3+c)%9 + 1 }),
		"blank":            strings.Repeat(".", 81),
		"one clue":         strings.Repeat(".", 40) + "5" + strings.Repeat(".", 40),
		"two clues":        "1......2." + strings.Repeat(".", 72),
		"a full row":       "123456789" + strings.Repeat(".", 72),
		"a full box":       "123......456......789......" + strings.Repeat(".", 54),
		"all the same":     strings.Repeat("7", 81),
		"rows the same":    strings.Repeat("123456789", 9),
		"the diagonal":     cells(func(r, c int) int { return max(0, 5*(1-(r-c)*(r-c))) }),
		"diagonal, named":  cells(func(r, c int) int { return max(0, (r+1)*(1-(r-c)*(r-c))) }),
		"contradictory":    "11.......1........" + strings.Repeat(".", 63),
		"a clue in a box":  cells(func(r, c int) int { return max(0, 1-r%3-c%3) * (r + c/3 + 1) }),
		"17 clues":         ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
		"half turn":        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
		"side 4":           "12.....3.......4",
		"side 4, solved":   "1234341221434321",
		"two blank bands":  "1..2..3...4..5..6..7..8..9." + strings.Repeat(".", 54),
		"two blank stacks": strings.Repeat("1..", 3) + strings.Repeat(".......2.", 8),
	}
	forms := map[string]string{}
	for name, s := range boards {
		g := board(t, s)
		want := g.Canonical()
		if got, want := clues(want), clues(g); !slices.Equal(got, want) {
			t.Errorf("%s: got %v clues by digit, want %v", name, got, want)
		}
		if got := want.Canonical(); got.String() != want.String() {
			t.Errorf("%s: got %s for the canonical form itself, want %s", name, got, want)
		}
		for _, c := range copies(g, 20) {
			if got := c.Canonical(); got.String() != want.String() {
				t.Fatalf("%s: got %s for the copy %s, want %s", name, got, c, want)
			}
			if c.String() < want.String() {
				t.Fatalf("%s: got %s, but the copy %s is less", name, want, c)
			}
		}
		if other, ok := forms[want.String()]; ok {
			t.Errorf("%s and %s: got the same form, want two", name, other)
		}
		forms[want.String()] = name
	}
}

// Side 4 is small enough to see all copies of a board.
func TestCanonicalFormIsTheLeastCopy(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		g := board(t, "................")
		for k := range g.Cells {
			g.Cells[k] = uint8(max(0, rng.IntN(9)-4))
		}
		want := "5"
		for _, c := range copies(g, 20000) {
			want = min(want, c.String())
		}
		if got := g.Canonical().String(); got != want {
			t.Errorf("%s: got %s, want %s", g, got, want)
		}
	}
}

func TestDifferentPuzzlesHaveDifferentForms(t *testing.T) {
	g := board(t, escargot)
	forms := map[string]int{g.Canonical().String(): -1}
	for k, digit := range g.Cells { // remove one clue; no symmetry maps the puzzle to itself
		if digit == 0 {
			continue
		}
		g.Cells[k] = 0
		form := g.Canonical().String()
		if other, ok := forms[form]; ok {
			t.Errorf("got one form without cell %d and without cell %d, want two", k, other)
		}
		forms[form] = k
		g.Cells[k] = digit
	}
}

func BenchmarkCanonical(b *testing.B) {
	for name, s := range map[string]string{"escargot": escargot, "full": wikiSolved, "blank": strings.Repeat(".", 81),
		"17clues": ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."} {
		g := board(b, s)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				g.Canonical()
			}
		})
	}
}
