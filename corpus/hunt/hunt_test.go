package hunt

import (
	"bytes"
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/solvers"
)

func TestMain(m *testing.M) {
	starts, tries = 6, 1
	os.Exit(m.Run())
}

func variant(t testing.TB, name string) solvers.Variant {
	t.Helper()
	v, ok := solvers.Find(name)
	if !ok {
		t.Fatalf("no solver %s", name)
	}
	return v
}

// small returns options of a hunt that ends soon.
func small(t testing.TB) Options {
	return Options{Solver: variant(t, "dlx_index"), Measure: Updates, Copies: 2, Seed: 1, Count: 6, Climbs: 2}
}

// advance makes steps until the hunt has made the given number.
func advance(t testing.TB, h *Hunt, steps, workers int) {
	t.Helper()
	for h.Steps() < steps {
		if err := h.Step(t.Context(), workers); err != nil {
			t.Fatal(err)
		}
	}
}

// hunted returns a hunt after the given number of steps.
func hunted(t testing.TB, o Options, steps, workers int) *Hunt {
	t.Helper()
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	advance(t, h, steps, workers)
	return h
}

// file returns the text of the hunt's file.
func file(t testing.TB, h *Hunt) string {
	t.Helper()
	var b bytes.Buffer
	if err := h.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPuzzlesAreUniqueMinimalAndDifferent(t *testing.T) {
	forms := map[string]bool{}
	for _, p := range hunted(t, small(t), 4, 1).Puzzles() {
		e := sudoku.Encode(p.grid, sudoku.Omit)
		stats, err := cover.Solve(t.Context(), variant(t, "bitset"), e.Problem, cover.Limits{}, func(options []int) bool {
			if err := cover.Check(e.Problem, options); err != nil {
				t.Errorf("%s: %v", p.grid, err)
			}
			if err := p.grid.Check(e.Decode(options)); err != nil {
				t.Errorf("%s: %v", p.grid, err)
			}
			return true
		})
		if err != nil || stats.Solutions != 1 || stats.Status != cover.Solved {
			t.Errorf("%s: got %d solutions, %s, %v, want 1", p.grid, stats.Solutions, stats.Status, err)
		}
		form := p.grid.Canonical().String()
		if forms[form] {
			t.Errorf("%s: got a copy of another puzzle", p.grid)
		}
		forms[form] = true
		for k, digit := range p.grid.Cells {
			if digit == 0 {
				continue
			}
			p.grid.Cells[k] = 0
			if bySolver(t, p.grid) < 2 {
				t.Errorf("%s: got one solution without the clue in cell %d, want more", p.grid, k)
			}
			p.grid.Cells[k] = digit
		}
	}
	if len(forms) != 6 {
		t.Errorf("got %d puzzles, want 6", len(forms))
	}
}

func TestHuntFindsHarderPuzzlesThanRandomOnes(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	h := hunted(t, small(t), 1, 1)
	random := h.Puzzles()
	advance(t, h, 10, 1)
	later := h.Puzzles()
	if got, least := later[len(later)/2].Score, 2*random[len(random)/2].Score; got < least {
		t.Errorf("got a median of %v after 9 moves, want at least %v, twice the median of random puzzles", got, least)
	}
	if got, least := later[len(later)-1].Score, random[0].Score; got < least {
		t.Errorf("got %v for the easiest after 9 moves, want at least %v, the hardest of the random puzzles", got, least)
	}
}

func TestWorkersAndInterruptionsDoNotChangeAHunt(t *testing.T) {
	steps := 4
	if testing.Short() {
		steps = 2
	}
	o := small(t)
	want := file(t, hunted(t, o, steps, 1))
	if got := file(t, hunted(t, o, steps, 3)); got != want {
		t.Errorf("3 workers: got\n%s\nwant\n%s", got, want)
	}
	path := filepath.Join(t.TempDir(), "hunt.txt")
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	for k := range steps { // stop after each step, in the middle of the next
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := h.Step(ended, 2); err != context.Canceled {
			t.Fatalf("step %d: got %v, want %v", k, err, context.Canceled)
		}
		if err := h.Save(path); err != nil {
			t.Fatal(err)
		}
		if h, err = Load(path, o); err != nil {
			t.Fatal(err)
		}
		advance(t, h, k+1, 1)
	}
	if got := file(t, h); got != want {
		t.Errorf("interrupted: got\n%s\nwant\n%s", got, want)
	}
}

func TestSeedsGiveDifferentHunts(t *testing.T) {
	one, two := small(t), small(t)
	two.Seed = 2
	_, a, _ := strings.Cut(file(t, hunted(t, one, 2, 1)), "\n")
	if _, b, _ := strings.Cut(file(t, hunted(t, two, 2, 1)), "\n"); a == b {
		t.Errorf("got %s from both seeds, want a different hunt from the second", a)
	}
}

func TestFavourScoresTheRatioOfTwoSolvers(t *testing.T) {
	if testing.Short() {
		t.Skip("hunts long")
	}
	o := small(t)
	favour := variant(t, "dlx_index_first")
	o.Favour, o.Measure, o.Count, o.Climbs = &favour, Nodes, 3, 1
	h := hunted(t, o, 1, 1)
	for _, p := range h.Puzzles() {
		var nodes [2]*big.Int
		for k, v := range []solvers.Variant{o.Solver, favour} {
			nodes[k] = big.NewInt(1)
			for j := range o.Copies {
				problem := sudoku.Encode(o.copy(p.canonical, j), sudoku.Omit).Problem
				stats, err := cover.Solve(t.Context(), v, problem, cover.Limits{Nodes: patience}, nil)
				if err != nil {
					t.Fatal(err)
				}
				nodes[k].Mul(nodes[k], big.NewInt(stats.Nodes))
			}
		}
		if got, want := p.Score, mean(nodes[0], nodes[1], o.Copies); got != want {
			t.Errorf("%s: got %v, want the ratio %v", p.grid, got, want)
		}
	}
}

func TestMeanIsTheRootRoundedDown(t *testing.T) {
	for _, test := range []struct {
		a, b int64
		k    int
		want string
	}{
		{8, 1, 3, "2.000"}, {2, 1, 2, "1.414"}, {1, 3, 1, "0.333"}, {1, 8, 3, "0.500"},
		{1e18, 1, 2, "1000000000.000"}, {7, 1, 1, "7.000"},
	} {
		if got := mean(big.NewInt(test.a), big.NewInt(test.b), test.k).String(); got != test.want {
			t.Errorf("root %d of %d/%d: got %s, want %s", test.k, test.a, test.b, got, test.want)
		}
	}
}

func TestInvalidOptionsAreRejected(t *testing.T) {
	naive, naiveFirst := variant(t, "naive"), variant(t, "naive_first")
	for _, test := range []struct {
		want   string
		change func(*Options)
	}{
		{"unknown measure \"time\", expected nodes or updates", func(o *Options) { o.Measure = "time" }},
		{"0 copies, expected 1 to 1000", func(o *Options) { o.Copies = 0 }},
		{"0 puzzles to keep, expected 1 to 100000", func(o *Options) { o.Count = 0 }},
		{"7 climbs, expected 1 to 6, the number of puzzles to keep", func(o *Options) { o.Climbs = 7 }},
		{"updates of dlx_index are links and updates of naive_first are entries, " +
			"expected solvers that count the same, or the measure nodes",
			func(o *Options) { o.Favour = &naiveFirst }},
		{"dlx_index and naive both have the choice rule mrv and search the same tree, " +
			"expected solvers with different rules",
			func(o *Options) { o.Favour, o.Measure = &naive, Nodes }},
	} {
		o := small(t)
		test.change(&o)
		if _, err := New(o); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func TestRateIsTheScoreOfTheHunt(t *testing.T) {
	o := small(t)
	for _, p := range hunted(t, o, 2, 1).Puzzles() {
		copy := sudoku.RandomSymmetry(9, rand.New(rand.NewPCG(1, 2))).Apply(p.grid)
		if score, solutions, err := o.Rate(t.Context(), copy); score != p.Score || solutions != 1 || err != nil {
			t.Errorf("%s: got %v, %d solutions and %v, want %v and 1", p.grid, score, solutions, err, p.Score)
		}
	}
	if score, solutions, err := o.Rate(t.Context(), blank()); score != 0 || solutions != 2 || err != nil {
		t.Errorf("got %v, %d solutions and %v for a blank board, want no score and 2", score, solutions, err)
	}
	diagonals, _ := sudoku.Usual(9, true)
	small, _ := sudoku.Usual(4, false)
	for _, shape := range []*sudoku.Shape{diagonals, small} {
		if _, _, err := o.Rate(t.Context(), shape.New()); err == nil {
			t.Errorf("side %d: got no error, want one", shape.Side)
		}
	}
}
