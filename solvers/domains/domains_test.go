package domains_test

import (
	"math"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/domains"
)

func TestItFindsTheSolutionsOfTheTextbook(t *testing.T) {
	textbook.TestSolutions(t, domains.New(), 2)
}

// primaryFirst returns p with the primary items of every option first. XCCDC1 loses the colours of the
// items before them.
func primaryFirst(p *cover.Problem) *cover.Problem {
	var b cover.Builder
	for i := range p.Items() {
		if i < p.Primary() {
			b.Primary(p.Name(i))
		} else {
			b.Secondary(p.Name(i))
		}
	}
	for o := range p.Options() {
		var primary, secondary []string
		for k, i := range p.Option(o) {
			if int(i) < p.Primary() {
				primary = append(primary, p.Entry(o, k))
			} else {
				secondary = append(secondary, p.Entry(o, k))
			}
		}
		b.Option(append(primary, secondary...)...)
	}
	q, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return q
}

// The figures of each problem are the solutions, nodes and updates that Knuth's program reports.
func TestItCountsAsXCCDC1(t *testing.T) {
	type counts struct{ solutions, nodes, updates int64 }
	run := func(p *cover.Problem) counts {
		x, err := cover.Prepare(domains.New(), p)
		if err != nil {
			t.Fatal(err)
		}
		first, again := x.Run(t.Context(), cover.Limits{}, nil), x.Run(t.Context(), cover.Limits{}, nil)
		if first.Nodes != again.Nodes || first.Updates != again.Updates {
			t.Errorf("got %d nodes and %d updates, and then %d and %d", first.Nodes, first.Updates, again.Nodes, again.Updates)
		}
		return counts{first.Solutions, first.Nodes, first.Updates}
	}
	if got, want := run(textbook.Toy()), (counts{1, 3, 13}); got != want {
		t.Errorf("toy: got %v, want %v", got, want)
	}
	for id, want := range map[string]counts{
		"queens/8":           {92, 692, 15056},
		"queens/10":          {724, 6984, 198556},
		"langford/7":         {52, 377, 7277},
		"latin/4":            {576, 5196, 33891},
		"sts/7":              {30, 185, 1431},
		"bell/8":             {4140, 12419, 233489},
		"sudoku/royle17_1":   {1, 65, 1212},
		"sudoku/inkala_2012": {1, 227, 18846},
	} {
		if got := run(corpustest.Problem(id)); got != want {
			t.Errorf("%s: got %v, want %v", id, got, want)
		}
	}
	var sum counts
	for seed := range 60 {
		shape := textbook.Shape{Primary: 6 + seed*7%20, Secondary: 3 + seed%6, Planted: 1 + seed%2, Options: 10 + seed*37%30, Longest: 4}
		p := shape.Problem(uint64(seed))
		if seed%2 == 0 {
			p = primaryFirst(textbook.Coloured(p, uint64(seed)))
		}
		got := run(p)
		sum.solutions, sum.nodes, sum.updates = sum.solutions+got.solutions, sum.nodes+got.nodes, sum.updates+got.updates
	}
	if want := (counts{16044, 43627, 157748}); sum != want {
		t.Errorf("60 random problems: got %v, want %v", sum, want)
	}
}

// An item without options leaves the root alone.
func TestAnItemWithoutOptionsLeavesTheRoot(t *testing.T) {
	for _, p := range []*cover.Problem{textbook.Problem(2, []int{0}), textbook.Problem(2, []int{1}), textbook.Problem(2)} {
		got, err := cover.Solve(t.Context(), domains.New(), p, cover.Limits{}, nil)
		if err != nil || got.Nodes != 1 || got.Updates != 0 || got.Status != cover.Solved {
			t.Errorf("got %+v, %v, want the root", got, err)
		}
	}
}

// A search looks at the clock at the root, and after 16,384 options and pairs. In the first problem
// each option of item 0 conflicts with all n options of item 1, so the search goes through these
// before it drops the option. In the second, taking option 0 removes three others, and each of them
// supports n options.
func TestASearchStopsInTheMiddleOfANode(t *testing.T) {
	for _, n := range []int{100, 700} {
		options := append(textbook.Times(n, 0, 2), textbook.Times(n, 1, 2)...)
		often := (1<<14 + n - 1) / n // options between two looks
		textbook.TestLooks(t, domains.New(), textbook.Mixed(2, 1, options...), cover.Limits{}, 1+(n-1)/often)
	}
	for n, want := range map[int]int{1 << 12: 1, 1 << 14: 4} {
		options := [][]int{{0, 5}, {0}, {1, 5}, {1}, {2, 5}, {2}, {3, 5}, {3}}
		p := textbook.Mixed(5, 1, append(options, textbook.Times(n, 4)...)...)
		textbook.TestLooks(t, domains.New(), p, cover.Limits{Nodes: 2}, want)
	}
}

// To drop option 0 leaves a hole for each of the n options of item 1 that conflict with all other options
// of item 0. The search looks at the clock at the root, three times as it has made 256 more nodes, and four
// times because of the options and pairs that it goes through, two of them for the holes.
func TestASearchLooksAtTheClockWhileItFillsHoles(t *testing.T) {
	const n = 200
	options := slices.Concat([][]int{{0}}, textbook.Times(n, 0, 2), textbook.Times(n, 1, 2), [][]int{{1}})
	x, err := cover.Prepare(domains.New(), textbook.Mixed(2, 1, options...))
	if err != nil {
		t.Fatal(err)
	}
	clock := textbook.NewClock(math.MaxInt)
	if got := x.Run(clock, cover.Limits{}, nil); got.Nodes/256 != 3 || clock.Looks != 8 {
		t.Errorf("got %d looks in %d nodes, want 8 in 804", clock.Looks, got.Nodes)
	}
}

func TestProblemsWithTooManyPairsAreRefused(t *testing.T) {
	textbook.TestTakes(t, domains.New(), textbook.Problem(1000, textbook.Singles(1000, 10_000)...), "")
	textbook.TestTakes(t, domains.New(), textbook.Problem(1000, textbook.Singles(1000, 20_000)...), "the supports take")
}
