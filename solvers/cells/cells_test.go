package cells_test

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/cells"
)

var (
	sortedRules = []cover.Rule{cover.MRV, cover.First}
	aheadRules  = []cover.Rule{cells.SSXC1, cells.SSXCC}
)

// each calls f for each of the rules.
func each(t *testing.T, rules []cover.Rule, f func(t *testing.T, s cover.Solver, rule cover.Rule)) {
	for _, rule := range rules {
		t.Run(string(rule), func(t *testing.T) { f(t, cells.New(rule), rule) })
	}
}

func TestTheSortedRulesWalkTheTreeOfTheTextbook(t *testing.T) {
	each(t, sortedRules, func(t *testing.T, s cover.Solver, rule cover.Rule) {
		textbook.TestSolver(t, s, rule, textbook.Links)
	})
}

func TestTheRulesWithLookAheadFindTheSolutionsOfTheTextbook(t *testing.T) {
	each(t, aheadRules, func(t *testing.T, s cover.Solver, _ cover.Rule) {
		if saved := textbook.TestSolutions(t, s, 1); saved == 0 {
			t.Error("got as many nodes as without look-ahead, want fewer")
		}
	})
}

func TestAProblemWithTooLargeFramesIsRefused(t *testing.T) {
	for n, refusal := range map[int]string{1 << 13: "", 12_000: "take 1098 MB, more than the 1024 MB"} {
		textbook.TestTakes(t, cells.New(cover.MRV), textbook.Problem(n, textbook.Singles(n, n)...), refusal)
	}
}

// The programs of Knuth report these figures. The options that clash with each other make the two
// stacks of forced items matter: queens leave many items with a single option before an option is
// given up.
func TestTheRulesWithLookAheadCountAsKnuthsPrograms(t *testing.T) {
	type counts struct{ nodes, updates int64 }
	clash := textbook.Mixed(3, 2, []int{0, 2}, []int{1, 2, 3, 4})
	for _, c := range []struct {
		p            *cover.Problem
		solutions    int64
		ssxc1, ssxcc counts
	}{
		{corpustest.Problem("queens/8"), 92, counts{893, 18327}, counts{947, 19820}},
		{corpustest.Problem("langford/7"), 52, counts{459, 7690}, counts{466, 7734}},
		{corpustest.Problem("latin/4"), 576, counts{4607, 33463}, counts{4745, 34017}},
		{corpustest.Problem("sts/7"), 30, counts{156, 1306}, counts{156, 1306}},
		{corpustest.Problem("sudoku/royle17_1"), 1, counts{65, 1165}, counts{65, 1165}},
		{corpustest.Problem("sudoku/top95_1"), 1, counts{782, 16359}, counts{324, 7344}},
		{corpustest.Problem("sudoku/inkala_2012"), 1, counts{3211, 64062}, counts{2503, 46667}},
		// Items 0 and 1 have a single option, and the two clash. SSXC1 takes the first item. It makes 2
		// updates to branch and 1 to try the option, and hides items 3 and 4 before it finds that item 1
		// would be empty. SSXCC takes the item that it has pushed last, with 4 and 3 updates.
		{clash, 0, counts{1, 5}, counts{1, 7}},
		// An item without options leaves the root alone, whichever item it is.
		{textbook.Problem(3, []int{0}, []int{0}, []int{0, 2}), 0, counts{1, 1}, counts{1, 1}},
		{textbook.Problem(3, []int{1}, []int{1}, []int{1, 2}), 0, counts{1, 1}, counts{1, 1}},
	} {
		for rule, want := range map[cover.Rule]counts{cells.SSXC1: c.ssxc1, cells.SSXCC: c.ssxcc} {
			x := textbook.Prepared(t, cells.New(rule), c.p)
			for range 2 {
				got := x.Run(t.Context(), cover.Limits{}, nil)
				if got.Solutions != c.solutions || got.Nodes != want.nodes || got.Updates != want.updates {
					t.Errorf("%d options, %s: got %d solutions, %d nodes, %d updates, want %d, %d, %d", c.p.Options(), rule,
						got.Solutions, got.Nodes, got.Updates, c.solutions, want.nodes, want.updates)
				}
			}
		}
	}
}

// hub returns a problem in which each option of item 0 clashes with n others. The set of item 2
// begins at position n+4. Once an option of item 0 is chosen, the set has n elements.
func hub(n int) *cover.Problem {
	return textbook.Mixed(2, 1, slices.Concat(textbook.Times(3, 0, 2), textbook.Times(n, 1, 2), textbook.Times(1, 1))...)
}

// A search looks at the clock at the root, and at each multiple of 1,024 in set that it comes to while
// it branches or tries an option. In a wide problem, choosing an item takes long, and the search looks
// more often: 60 nodes of 8,704 items take about 1<<20 steps.
func TestASearchStopsInTheMiddleOfAnOption(t *testing.T) {
	each(t, slices.Concat(sortedRules, aheadRules), func(t *testing.T, s cover.Solver, _ cover.Rule) {
		for _, n := range []int{1019, 1020, 1021, 2046, 3 * 1024} {
			begin := n + 4
			textbook.TestLooks(t, s, hub(n), cover.Limits{}, 1+3*((begin+n)/1024-begin/1024))
		}
		for _, n := range []int{1023, 1024, 2050} {
			textbook.TestLooks(t, s, textbook.Problem(2, textbook.Times(n, 0, 1)...), cover.Limits{Nodes: 1}, 1+n/1024)
		}
		textbook.TestLooks(t, s, textbook.Problem(8704, textbook.Singles(8704, 8704)...), cover.Limits{Nodes: 121}, 3)
	})
}

// Each option of item 0 is given up, because item 2 would lose all its options. An option that is
// given up makes no node, so the search also looks at the clock after each 32 of them.
func TestASearchLooksAtTheClockAfterManyOptionsWereGivenUp(t *testing.T) {
	each(t, aheadRules, func(t *testing.T, s cover.Solver, _ cover.Rule) {
		for _, n := range []int{31, 32, 33, 100} {
			options := [][]int{{1, 2}}
			for range n {
				options = append(options, []int{0, 1}, []int{1, 2})
			}
			textbook.TestLooks(t, s, textbook.Problem(3, options...), cover.Limits{}, 1+n/32)
		}
	})
}

func TestColoursCountAsInSSXCC(t *testing.T) {
	x := textbook.Prepared(t, cells.New(cells.SSXCC), textbook.Toy())
	if got := x.Run(t.Context(), cover.Limits{}, nil); got.Solutions != 1 || got.Nodes != 3 || got.Updates != 20 {
		t.Errorf("got %+v, want 1 solution, 3 nodes and 20 updates", got)
	}
}
