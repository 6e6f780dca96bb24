package lanes

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/internal/corpustest"
)

// randomProblem returns a problem with secondary items and several blocks of 64 primary items,
// which have 0 to 16 options each.
func randomProblem(rng *rand.Rand) *cover.Problem { return randomProblemOf(rng, rng.IntN(150)) }

// randomProblemOf returns such a problem of so many primary items.
func randomProblemOf(rng *rand.Rand, primary int) *cover.Problem {
	var b cover.Builder
	secondary := rng.IntN(5)
	for i := range primary + secondary {
		if name := fmt.Sprint(i); i < primary {
			b.Primary(name)
		} else {
			b.Secondary(name)
		}
	}
	most := 1 + rng.IntN(maxOptions)
	size := make([]int, primary)
	add := func(items []int) {
		for _, i := range items {
			if i < primary && size[i] == most {
				return
			}
		}
		for _, i := range items {
			if i < primary {
				size[i]++
			}
		}
		b.OptionOf(items...)
	}
	for range 1 + rng.IntN(3) { // at least one solution, and others as far as their options fit
		order := rng.Perm(primary)
		for len(order) > 0 {
			n := min(1+rng.IntN(4), len(order))
			add(order[:n])
			order = order[n:]
		}
	}
	for range rng.IntN(1 + most*primary) {
		items := rng.Perm(primary + secondary)
		near := slices.DeleteFunc(items, func(i int) bool {
			return i < primary && (i+4)/8 != (items[0]+4)/8 // so that the same items meet often
		})
		add(near[:min(1+rng.IntN(4), len(near))])
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// seen is everything that a run shows.
type seen struct {
	stats   cover.Stats
	options []int // all solutions, each with its length before it
	nodes   []int // the levels of the nodes, in order
}

func look(t *testing.T, s cover.Search, p *cover.Problem) seen {
	t.Helper()
	var all seen
	checker := cover.NewChecker(p)
	trace := &cover.Trace{Node: func(level int) { all.nodes = append(all.nodes, level) }}
	all.stats = s.Run(context.Background(), cover.Limits{Nodes: 2000, Trace: trace}, func(options []int) bool {
		if err := checker.Check(options); err != nil {
			t.Errorf("%v is no solution: %v", options, err)
		}
		all.options = append(append(all.options, len(options)), options...)
		return true
	})
	all.stats.Search = 0
	return all
}

func (s seen) equal(other seen) bool {
	return reflect.DeepEqual(s.stats, other.stats) && slices.Equal(s.options, other.options) &&
		slices.Equal(s.nodes, other.nodes)
}

// prepare makes a search with tables, which Prepare leaves out where they are not needed.
func prepare(t *testing.T, k kernel, p *cover.Problem) cover.Search {
	t.Helper()
	x := &search{solver: solver{k}}
	if err := x.restrict(p, nil, nil); err != nil {
		t.Fatal(err)
	}
	return x
}

// long is true under "make test-long", which tries more problems.
var long = os.Getenv("XCBENCH_LONG") != ""

func TestKernelsSearchTheSameTreeNodeByNode(t *testing.T) {
	deep, solved, seeds, enough := 0, 0, uint64(80), 6
	switch {
	case long:
		seeds, enough = 160, 12
	case testing.Short():
		seeds, enough = 40, 3
	}
	for seed := range seeds {
		p := randomProblem(rand.New(rand.NewPCG(seed, 2)))
		want := look(t, prepare(t, plain, p), p)
		for _, k := range kernels {
			if got := look(t, prepare(t, k, p), p); !got.equal(want) {
				t.Fatalf("seed %d, %s: got %+v, want %+v as plain Go has", seed, k.name, got, want)
			}
		}
		if len(want.stats.Levels) > 2 {
			deep++
		}
		if want.stats.Solutions > 0 {
			solved++
		}
	}
	if deep < enough || solved < enough {
		t.Errorf("of %d problems, %d branched twice and %d had solutions, want at least %d of each",
			seeds, deep, solved, enough)
	}
}

// boards returns sudokus with many solutions, few, one and none, some with givens that clash.
func boards(t *testing.T) (all []sudoku.Grid) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, in := range corpus.All() {
		if in.Family != "sudoku" {
			continue
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		g, _ := puzzle.Sudoku()
		all = append(all, g)
		for range 2 {
			other := sudoku.Grid{Side: g.Side, Cells: slices.Clone(g.Cells)}
			other.Cells[rng.IntN(len(other.Cells))] = uint8(rng.IntN(g.Side + 1))
			all = append(all, other)
		}
	}
	return all
}

func TestResetSearchesLikePrepare(t *testing.T) {
	for _, givens := range []sudoku.Givens{sudoku.Omit, sudoku.Single} {
		last := make([]cover.Search, len(kernels))
		contradictions := 0
		for k, g := range boards(t) {
			if !long && k%3 != 1 || testing.Short() && k%2 == 0 {
				continue
			}
			p := sudoku.Encode(g, givens).Problem
			want := look(t, prepare(t, plain, p), p)
			for n, k := range kernels {
				var err error
				if last[n], err = cover.Renew(solver{k}, last[n], p); err != nil {
					t.Fatal(err)
				}
				if got := look(t, last[n], p); !got.equal(want) {
					t.Fatalf("%s, %s, givens %d: got %+v after a reset, want %+v", g, k.name, givens, got, want)
				}
			}
			if want.stats.Solutions == 0 {
				contradictions++
			}
		}
		if contradictions == 0 {
			t.Error("got a solution for every board, want some boards without one")
		}
	}
}

// restriction returns what is left of a problem after some random choices. Two of the taken options
// may contain the same primary item.
func restriction(rng *rand.Rand, p *cover.Problem) *cover.Problem {
	var taken, without []int32
	met := map[int32]bool{}
	for _, o := range rng.Perm(p.Options()) {
		items := p.Option(o)
		again := func(i int32) bool { return met[i] && (int(i) >= p.Primary() || rng.IntN(20) > 0) }
		switch {
		case rng.IntN(8) == 0:
			without = append(without, int32(o))
		case rng.IntN(8) == 0 && !slices.ContainsFunc(items, again):
			taken = append(taken, int32(o))
			for _, i := range items {
				met[i] = true
			}
		}
	}
	return p.Restrict(taken, without)
}

func TestResetToARestrictionSearchesLikePrepare(t *testing.T) {
	deep, solved := 0, 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 7))
		base := randomProblem(rng)
		var last []cover.Search
		for _, k := range kernels {
			last = append(last, prepare(t, k, base))
		}
		for range 5 {
			p := restriction(rng, base)
			want := look(t, prepare(t, plain, p), p)
			for n, x := range last {
				if err := x.(cover.Resetter).Reset(p); err != nil {
					t.Fatal(err)
				}
				if got := look(t, x, p); !got.equal(want) {
					t.Fatalf("seed %d, %s: got %+v after a reset, want %+v", seed, kernels[n].name, got, want)
				}
			}
			if len(want.stats.Levels) > 1 {
				deep++
			}
			if want.stats.Solutions > 0 {
				solved++
			}
		}
	}
	if deep < 20 || solved < 20 {
		t.Errorf("got %d restrictions with a branching and %d with solutions, want at least 20 of each", deep, solved)
	}
}

func TestResetChangesToAnotherBase(t *testing.T) {
	last := prepare(t, kernels[0], corpustest.Problem("queens/8"))
	for _, id := range []string{"sudoku/ai_escargot", "queens/6", "sudoku/inkala_2012", "langford/7"} {
		p := corpustest.Problem(id)
		if err := last.(cover.Resetter).Reset(p); err != nil {
			t.Fatal(err)
		}
		if got, want := look(t, last, p), look(t, prepare(t, plain, p), p); !got.equal(want) {
			t.Errorf("%s: got %+v, want %+v", id, got, want)
		}
	}
}

// An option that is taken stays taken if it is left out, too.
func TestTakenOptionsMayBeLeftOut(t *testing.T) {
	for _, g := range boards(t)[:5] {
		base, taken, _ := sudoku.Encode(g, sudoku.Omit).Problem.Base()
		for _, k := range kernels {
			p := base.Restrict(taken, nil)
			want := look(t, prepare(t, plain, p), p)
			p = base.Restrict(taken, taken[:3])
			if got := look(t, prepare(t, k, p), p); !got.equal(want) {
				t.Errorf("%s: got %+v, want %+v", k.name, got, want)
			}
			last := prepare(t, k, base)
			if err := last.(cover.Resetter).Reset(p); err != nil {
				t.Fatal(err)
			}
			if got := look(t, last, p); !got.equal(want) {
				t.Errorf("%s: got %+v after a reset, want %+v", k.name, got, want)
			}
		}
	}
}

func TestResetAllocatesNothing(t *testing.T) {
	var problems []*cover.Problem
	for _, g := range boards(t)[:20] {
		problems = append(problems, sudoku.Encode(g, sudoku.Omit).Problem)
	}
	s := prepare(t, kernels[0], problems[0])
	k := 0
	if got := testing.AllocsPerRun(100, func() {
		k++
		if err := s.(cover.Resetter).Reset(problems[k%2]); err != nil {
			t.Fatal(err)
		}
	}); got != 0 {
		t.Errorf("got %v allocations, want 0", got)
	}
}

func TestItemsWithTooManyOptionsAreRefused(t *testing.T) {
	with := func(primary, secondary int) *cover.Problem {
		var b cover.Builder
		b.Primary("a")
		for i := range 20 {
			b.Primary(fmt.Sprint(i))
		}
		b.Secondary("x")
		for i := range max(primary, secondary) {
			items := []int{1 + i}
			if i < primary {
				items = append(items, 0)
			}
			if i < secondary {
				items = append(items, 21)
			}
			b.OptionOf(items...)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	s, err := cover.Prepare(New(), with(16, 20))
	if err != nil {
		t.Fatalf("16 options of a primary item and 20 of a secondary one: got %v, want nil", err)
	}
	for range 2 {
		if err := s.(cover.Resetter).Reset(with(17, 0).Restrict(nil, []int32{3})); err != nil {
			t.Errorf("17 options, one of them left out: got %v, want nil", err)
		}
	}
	_, err = cover.Prepare(New(), with(17, 0))
	var unsupported *cover.UnsupportedError
	const want = `item "a" has 17 options; the solver takes at most 16 an item`
	if !errors.As(err, &unsupported) || !strings.Contains(err.Error(), want) {
		t.Errorf("17 options: got %v, want a refusal that says %s", err, want)
	}
}
