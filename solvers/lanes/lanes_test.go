package lanes_test

import (
	"os"
	"slices"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/lanes"
)

// long is true under "make test-long", which tries more problems.
var long = os.Getenv("XCBENCH_LONG") != ""

func TestTheSolutionsAreThoseOfTheTextbook(t *testing.T) {
	for _, s := range []cover.Solver{lanes.New(), lanes.NewWeighted()} {
		if saved := textbook.TestSolutions(t, s, 1); saved == 0 {
			t.Error("got as many nodes as without forced options, want fewer")
		}
	}
}

// boards returns sudokus with many solutions, few, one and none, some with givens that clash.
func boards(givens sudoku.Givens) (all []*cover.Problem) {
	for k, in := range corpus.All() {
		if in.Family != "sudoku" || !long && k%3 > 0 {
			continue
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			panic(err)
		}
		g, _ := puzzle.Sudoku()
		g.Cells = slices.Clone(g.Cells)
		all = append(all, g.Problem(givens))
		g.Cells = slices.Clone(g.Cells)
		g.Cells[k*7%len(g.Cells)] = uint8(k % (g.Side + 1))
		all = append(all, g.Problem(givens))
	}
	return all
}

// restriction returns what is left of a problem after some choices. Two of the taken options may
// contain the same primary item.
func restriction(seed int, p *cover.Problem) *cover.Problem {
	var taken, without []int32
	met := map[int32]bool{}
	for k := range p.Options() {
		o := (k*101 + seed*13) % p.Options()
		again := func(i int32) bool { return met[i] && (int(i) >= p.Primary() || (k+seed)%20 > 0) }
		switch items := p.Option(o); {
		case slices.Contains(taken, int32(o)) || slices.Contains(without, int32(o)):
		case (k*k+seed)%8 == 0:
			without = append(without, int32(o))
		case (k*k+seed)%8 == 1 && !slices.ContainsFunc(items, again):
			taken = append(taken, int32(o))
			for _, i := range items {
				met[i] = true
			}
		}
	}
	return p.Restrict(taken, without)
}

// resets solves problems one after the other with one search that is renewed and, each time, stopped before.
// It must do what a new search of the problem does, in up to 2,000 nodes.
func resets(t *testing.T, s cover.Solver, problems ...*cover.Problem) {
	var last cover.Search
	for k, p := range problems {
		next, err := cover.Renew(s, last, p)
		fresh, fault := cover.Prepare(s, p)
		if err != nil || fault != nil {
			t.Fatal(err, fault)
		}
		last = next
		limits := cover.Limits{Nodes: 2000}
		want := textbook.Run(t.Context(), fresh, limits)
		if got := textbook.Run(t.Context(), last, limits); !got.Equal(want) {
			t.Fatalf("problem %d after a reset: got %+v, want %+v", k, got, want)
		}
		textbook.CheckAll(t, p, want)
		last.Run(t.Context(), cover.Limits{Nodes: 20}, nil)
	}
}

func TestAResetSearchDoesWhatANewOneDoes(t *testing.T) {
	var rests, others []*cover.Problem
	for seed := range 40 {
		base := random(seed)
		rests = append(rests, base)
		for k := range 5 {
			rests = append(rests, restriction(seed+k, base))
		}
	}
	for _, id := range []string{"queens/8", "sudoku/ai_escargot", "queens/6", "sudoku/inkala_2012", "langford/7"} {
		others = append(others, corpustest.Problem(id))
	}
	// The rows of this base are too long, but what is left after some choices is searched.
	large := textbook.Problem(3852, append(textbook.Singles(3852, 4341), []int{3850, 3851})...)
	var taken []int32
	for o := range int32(3845) {
		taken = append(taken, o)
	}
	// An item of this base has too many options, unless one is left out.
	crowded := textbook.Mixed(18, 1, slices.Concat(textbook.Times(17, 0), [][]int{{0, 17}}, textbook.Singles(18, 18)[1:])...)
	pairs := textbook.Problem(3, textbook.Singles(3, 6)...) // options 0 and 3 contain the same item
	for name, problems := range map[string][]*cover.Problem{
		"choices that clash": {pairs, pairs.Restrict([]int32{0, 3}, nil), pairs.Restrict([]int32{0}, nil)},
		"sudokus":            boards(sudoku.Omit),
		"sudokus of singles": boards(sudoku.Single),
		"rests":              rests,
		"other bases":        others,
		"rests of a base that is too large": {textbook.Tiny(), large.Restrict(taken, nil), large.Restrict(taken, []int32{3850}),
			textbook.Tiny()},
		"rests of a crowded base": {textbook.Tiny(), crowded.Restrict(nil, []int32{1, 2}), crowded.Restrict(nil, []int32{3, 17})},
	} {
		t.Run(name, func(t *testing.T) { resets(t, lanes.New(), problems...) })
		t.Run(name+", weighted", func(t *testing.T) { resets(t, lanes.NewWeighted(), problems...) })
	}
}

func TestAResetToTheSameBaseAllocatesNothing(t *testing.T) {
	p := corpustest.Problem("sudoku/wikipedia")
	x, err := cover.Renew(lanes.New(), nil, p)
	if err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(20, func() { x.(cover.Resetter).Reset(p) }); got != 0 {
		t.Errorf("a reset makes %v allocations, want none", got)
	}
}

// together returns options by which each item of a group claims each other one.
func together(first, n int) (all [][]int) {
	var group []int
	for i := range n {
		group = append(group, first+i)
		all = append(all, []int{first + i})
	}
	return append(all, group, group)
}

// The rows of 3852 items have 1024 words, so 8192 options and items take 64 MB. The 64 items of a
// block need as many claims, of 384 bytes, as the item with the most: 10,922 claims fit.
func TestProblemsThatDoNotFitAreRefused(t *testing.T) {
	groups := func(last int) [][]int {
		all := slices.Concat(together(0, 13*64), together(14*64, 64), together(15*64, last))
		for i := range 16 * 64 {
			if i/64 == 13 || i >= 15*64+last { // the other items
				all = append(all, []int{i}, []int{i})
			}
		}
		return all
	}
	crowd := func(n int) *cover.Problem {
		return textbook.Mixed(1, 1, append(textbook.Times(n, 0), textbook.Times(20, 1)...)...)
	}
	for _, c := range []struct {
		p       *cover.Problem
		refusal string
	}{
		{crowd(16), ""},
		{crowd(17), `item "0" has 17 options; the solver takes at most 16 an item`},
		{textbook.Problem(3852, textbook.Singles(3852, 4340)...), ""}, // 64 MB
		{textbook.Problem(3852, textbook.Singles(3852, 4341)...), "unsupported: the rows of 4341 options over 3852 items " +
			"take 64 MB, more than the 64 MB allowed"},
		{textbook.Problem(16*64, groups(57)...), ""},
		{textbook.Problem(16*64, groups(58)...), "unsupported: the items have so many options in " +
			"common that their claims take 4 MB, more than the 4 MB allowed"},
	} {
		if c.p.Options() == 4340 && !long {
			continue
		}
		textbook.TestTakes(t, lanes.New(), c.p, c.refusal)
	}
}
