package cells

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

var aheadRules = []cover.Rule{SSXC1, SSXCC}

func TestTheSortedRulesWalkTheTreeOfTheTextbook(t *testing.T) {
	for _, rule := range []cover.Rule{cover.MRV, cover.First} {
		t.Run(string(rule), func(t *testing.T) { textbook.TestSolver(t, New(rule), rule, textbook.Links) })
	}
}

// The programs of Knuth report these figures. The options that clash with each other make the two
// stacks of forced items matter: queens leave many items with a single option before an option is
// given up.
func TestTheRulesWithLookAheadCountAsKnuthsPrograms(t *testing.T) {
	type counts struct{ nodes, updates int64 }
	for _, c := range []struct {
		id           string
		solutions    int64
		ssxc1, ssxcc counts
	}{
		{"queens/8", 92, counts{893, 18327}, counts{947, 19820}},
		{"langford/7", 52, counts{459, 7690}, counts{466, 7734}},
		{"latin/4", 576, counts{4607, 33463}, counts{4745, 34017}},
		{"sts/7", 30, counts{156, 1306}, counts{156, 1306}},
		{"sudoku/royle17_1", 1, counts{65, 1165}, counts{65, 1165}},
		{"sudoku/top95_1", 1, counts{782, 16359}, counts{324, 7344}},
		{"sudoku/inkala_2012", 1, counts{3211, 64062}, counts{2503, 46667}},
	} {
		for rule, want := range map[cover.Rule]counts{SSXC1: c.ssxc1, SSXCC: c.ssxcc} {
			x := prepare(t, rule, corpustest.Problem(c.id))
			for range 2 {
				got := x.Run(t.Context(), cover.Limits{}, nil)
				if got.Solutions != c.solutions || got.Nodes != want.nodes || got.Updates != want.updates {
					t.Errorf("%s, %s: got %d solutions, %d nodes, %d updates, want %d, %d, %d",
						c.id, rule, got.Solutions, got.Nodes, got.Updates, c.solutions, want.nodes, want.updates)
				}
			}
		}
	}
}

// sorted returns solutions in an order that depends on the solutions only.
func sorted(solutions [][]int) [][]int {
	var all [][]int
	for _, s := range solutions {
		all = append(all, slices.Sorted(slices.Values(s)))
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// The trees of these rules are not those of the textbook. But the solutions are, and a stopped
// search has walked the first part of its tree.
func TestTheRulesWithLookAheadFindTheSolutionsOfTheTextbook(t *testing.T) {
	for _, rule := range aheadRules {
		skipped := int64(0)
		for seed := range uint64(300) {
			p := textbook.Random(seed)
			x := prepare(t, rule, p)
			want := textbook.Search(p, cover.MRV, textbook.Links, cover.Limits{})
			whole := textbook.Run(t.Context(), x, cover.Limits{})
			if !slices.EqualFunc(sorted(whole.Shown), sorted(want.Shown), slices.Equal) || whole.Nodes > want.Nodes {
				t.Fatalf("seed %d, %s: got %+v, want the solutions %v in at most %d nodes",
					seed, rule, whole, want.Shown, want.Nodes)
			}
			skipped += want.Nodes - whole.Nodes
			for nodes := int64(1); nodes < whole.Nodes; nodes += 1 + nodes/4 {
				part := textbook.Run(t.Context(), x, cover.Limits{Nodes: nodes})
				if part.Status != cover.Limit || !slices.Equal(part.Order, whole.Order[:nodes]) ||
					!slices.EqualFunc(part.Shown, whole.Shown[:len(part.Shown)], slices.Equal) {
					t.Fatalf("seed %d, %s, %d nodes: got %+v, want the beginning of %+v", seed, rule, nodes, part, whole)
				}
				if again := textbook.Run(t.Context(), x, cover.Limits{}); !again.Equal(whole) {
					t.Fatalf("seed %d, %s, after %d nodes: got %+v, want %+v", seed, rule, nodes, again, whole)
				}
			}
		}
		if skipped == 0 {
			t.Errorf("%s: got as many nodes as without look-ahead, want fewer", rule)
		}
	}
}

func TestAnItemWithoutOptionsLeavesTheRootAlone(t *testing.T) {
	for _, rule := range aheadRules {
		got := prepare(t, rule, problem(t, "abc", "a", "a", "ac")).Run(t.Context(), cover.Limits{}, nil)
		if got.Status != cover.Solved || got.Solutions != 0 || got.Nodes != 1 || got.Updates != 1 {
			t.Errorf("%s: got %+v, want the root and one update", rule, got)
		}
	}
}

// Both a and b have a single option, and the two clash. SSXC1 takes the first item. It makes 2
// updates to branch and 1 to try the option, and hides x and y before it finds that b would be
// empty. SSXCC takes the item that it has pushed last, with 4 and 3 updates, and hides nothing.
func TestWhichOfTwoForcedItemsComesFirst(t *testing.T) {
	var b cover.Builder
	b.Primary("a", "b", "c")
	b.Secondary("x", "y")
	b.Option("a", "c")
	b.Option("b", "c", "x", "y")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for rule, want := range map[cover.Rule]int64{SSXC1: 5, SSXCC: 7} {
		got := prepare(t, rule, p).Run(t.Context(), cover.Limits{}, nil)
		if got.Nodes != 1 || got.Updates != want {
			t.Errorf("%s: got %d nodes, %d updates, want 1, %d", rule, got.Nodes, got.Updates, want)
		}
	}
}

func TestANewSearchNeedsNoBuilding(t *testing.T) {
	for rule := range rules {
		if x := prepare(t, rule, corpustest.Problem("queens/6")); !x.clean {
			t.Errorf("%s: a new search is not clean", rule)
		}
	}
}
