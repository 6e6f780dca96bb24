package bitset_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/bitset"
)

var solvers = []struct {
	name string
	of   func(cover.Rule) cover.Solver
}{
	{"dense", bitset.Dense}, {"filter", bitset.Filter}, {"lanes", bitset.Lanes}, {"rows", bitset.Rows}, {"new", bitset.New},
}

var representations = solvers[:4]

var rules = []cover.Rule{cover.MRV, cover.First}

// long is true under "make test-long", which tries more and larger problems.
var long = os.Getenv("XCBENCH_LONG") != ""

// removed counts the options that a choice removes, the chosen one included.
func removed(n *textbook.Node, _, option int) int64 {
	if option < 0 {
		return 0
	}
	left := textbook.NewNode(n.Problem, append(n.Chosen[:len(n.Chosen):len(n.Chosen)], option))
	return int64(len(n.Options) - len(left.Options))
}

func TestEachRepresentationSearchesTheTreeOfTheTextbook(t *testing.T) {
	for _, s := range solvers {
		for _, rule := range rules {
			t.Run(s.name+" "+string(rule), func(t *testing.T) { textbook.TestSolver(t, s.of(rule), rule, removed) })
		}
	}
}

// trees runs each representation that takes p within each of some limits, and returns how many do. All
// must walk the same trees; if want is not nil, the first one is known.
func trees(t *testing.T, name string, p *cover.Problem, rule cover.Rule, want *textbook.Tree, limits ...cover.Limits) (fit int) {
	t.Helper()
	var first []textbook.Tree
	if want != nil {
		first = append(first, *want)
	}
	for _, s := range representations {
		x, err := cover.Prepare(s.of(rule), p)
		if _, unsupported := err.(*cover.UnsupportedError); unsupported {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		fit++
		for k, limits := range limits {
			if got := textbook.RunUntraced(t.Context(), x, limits); k == len(first) {
				first = append(first, got)
			} else if !got.Equal(first[k]) {
				t.Fatalf("%s, %s, rule %s, limits %+v: got %+v, want %+v", name, s.name, rule, limits, got, first[k])
			}
		}
	}
	return fit
}

// A search may be stopped after nodes were made that it never enters. They do not count.
func TestRepresentationsWalkTheSameTreeOfLargerProblems(t *testing.T) {
	trials, fit := 40, 0
	if long {
		trials = 400
	}
	problems := []*cover.Problem{textbook.Problem(2048, textbook.Singles(2048, 2050)...),
		textbook.Problem(2049, textbook.Singles(2049, 2051)...), everyWord()}
	for seed := range trials {
		items := 2 + seed*17%[]int{20, 50, 110, 300}[seed%4]
		secondary := seed % (items/8 + 1)
		shape := textbook.Shape{Primary: items - secondary, Secondary: secondary, Options: 1 + seed*41%300,
			Longest: 2 + seed/4%8}
		problems = append(problems, shape.Problem(uint64(seed)))
	}
	for k, p := range problems {
		for _, rule := range rules {
			fit += trees(t, fmt.Sprint("problem ", k), p, rule, nil, cover.Limits{Nodes: 3000}, cover.Limits{Nodes: 1},
				cover.Limits{Nodes: int64(2 + k%60)}, cover.Limits{Updates: int64(1 + k*k)},
				cover.Limits{Nodes: 3000, Solutions: int64(1 + k%60)})
		}
	}
	if most := len(problems) * len(rules) * len(representations); 10*fit < 9*most {
		t.Errorf("got %d searches of %d, want nearly all problems to fit", fit, most)
	}
}

// everyWord returns a problem whose rows have 8 words of fields and 8 of options. The options of its
// secondary item have a place in each of them.
func everyWord() *cover.Problem {
	var options [][]int
	for o := range 7*64 + 1 {
		if o%64 == 0 {
			options = append(options, []int{o / 16, 32})
		} else {
			options = append(options, []int{o % 32})
		}
	}
	return textbook.Mixed(32, 1, options...)
}

// tree returns the tree of a search to its end, given its levels and its solutions.
func tree(levels []cover.Level, shown [][]int) *textbook.Tree {
	s := cover.Stats{Status: cover.Solved, Solutions: int64(len(shown)), Levels: levels}
	for _, l := range levels {
		s.Nodes, s.Updates = s.Nodes+l.Nodes, s.Updates+l.Updates
	}
	return &textbook.Tree{Stats: s, Shown: shown}
}

// The search branches on the item with the fewest options, and on the first of several. The updates
// say which item it was.
func TestFewestOptionsWinWhereverTheItemsAre(t *testing.T) {
	sizes := []int{1, 2, 3, 8, 15, 16, 17, 31, 32, 33, 62, 63, 64, 126, 127}
	places := []int{0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 139}
	trial := 0
	for _, many := range []int{1, 2, 8, 15, 16, 31, 32, 63, 64, 126, 127} {
		for _, sa := range sizes {
			for _, sb := range sizes {
				if max(sa, sb) > many || sa > sb+2 || sb > sa+2 {
					continue
				}
				trial++
				a, b := places[trial%len(places)], places[trial*5/3%len(places)]
				if a == b {
					b = (b + 70) % 140
				}
				chosen := int64(sa + 1)
				switch {
				case many <= min(sa, sb) && min(a, b) > 0: // item 0 is the first one
					chosen = int64(many)
				case sb < sa || sb == sa && b < a:
					chosen = int64(sb + many)
				}
				want := tree([]cover.Level{{Nodes: 1, Updates: chosen}}, nil)
				want.Status = cover.Limit
				name := fmt.Sprintf("item %d of size %d, item %d of size %d, others of size %d", a, sa, b, sb, many)
				trees(t, name, choices(a, b, sa, sb, many, trial%3*64), cover.MRV, want, cover.Limits{Nodes: 1})
			}
		}
	}
}

// choices returns the problem of items a and b with so many options, and all others of 141 with many.
// The options of the last item also exclude those of b, and one of them those of a. More secondary
// items are in no option.
func choices(a, b, sa, sb, many, more int) *cover.Problem {
	const items = 141
	var others []int
	for i := range items - 1 {
		if i != a && i != b {
			others = append(others, i)
		}
	}
	return textbook.Mixed(items, 2+more, slices.Concat(textbook.Times(sa, a, items), textbook.Times(sb, b, items+1),
		textbook.Times(many, others...), textbook.Times(1, items-1, items, items+1),
		textbook.Times(many-1, items-1, items+1))...)
}

// In any order, the lower part of the tree of a problem with few items is searched as leaves, which are
// problems of their own. They have the nodes and updates of the others.
func TestLeavesHaveTheNodesOfTheirTree(t *testing.T) {
	solutions, deep := int64(0), 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		shape := textbook.Shape{Primary: 5 + rng.IntN(10), Secondary: rng.IntN(3), Options: 20 + rng.IntN(100), Longest: 2 + rng.IntN(6)}
		p := shape.Problem(seed)
		for _, rule := range rules {
			var want cover.Stats
			for k, s := range []cover.Solver{bitset.Dense(rule), bitset.Filter(rule)} {
				x, err := cover.Prepare(s, p)
				if err != nil {
					t.Fatal(err)
				}
				if k == 0 {
					if want = x.Run(t.Context(), cover.Limits{Nodes: 30_000}, nil); want.Status == cover.Limit {
						break // too large
					}
					want.Search = 0
					continue
				}
				for run := range 2 {
					got := x.Run(t.Context(), cover.Limits{}, nil)
					if got.Search = 0; !reflect.DeepEqual(got, want) {
						t.Fatalf("seed %d, %+v, %s, run %d: got %+v, want %+v", seed, shape, rule, run, got, want)
					}
				}
			}
			solutions, deep = solutions+want.Solutions, max(deep, len(want.Levels))
		}
	}
	if solutions < 5_000 || deep < 6 {
		t.Errorf("got %d solutions in all and %d levels, want large trees", solutions, deep)
	}
}

// A search without limits looks at its context too. What it has counted is what it has done.
func TestAContextEndsASearchInAnyOrder(t *testing.T) {
	for _, s := range representations {
		x, err := cover.Prepare(s.of(cover.MRV), corpustest.Problem("queens/10"))
		if err != nil {
			t.Fatal(err)
		}
		whole := x.Run(t.Context(), cover.Limits{}, nil)
		for looks := range 2 {
			got := x.Run(textbook.NewClock(looks), cover.Limits{}, nil)
			sum := cover.Stats{}
			for _, l := range got.Levels {
				sum.Nodes, sum.Updates = sum.Nodes+l.Nodes, sum.Updates+l.Updates
			}
			if got.Status != cover.Timeout || got.Nodes >= whole.Nodes || got.Nodes > 0 != (looks > 0) ||
				sum.Nodes != got.Nodes || sum.Updates != got.Updates {
				t.Errorf("%s, %d looks: got %+v, want a timeout within %d nodes", s.name, looks, got, whole.Nodes)
			}
		}
	}
}

// pairs returns a problem of two items with n options each, one of which they share.
func pairs(n int) *cover.Problem {
	return textbook.Problem(2, slices.Concat(textbook.Times(1, 0, 1), textbook.Times(n-1, 0), textbook.Times(n-1, 1))...)
}

// An item with as many options as a representation takes is searched, and one more is refused.
func TestRepresentationsTakeAllOptionsThatTheyDeclare(t *testing.T) {
	for k, s := range solvers {
		most := []int{0, 0, 63, 126, 0}[k]
		if got, want := s.of(cover.MRV).Capabilities(), (cover.Capabilities{Secondary: true, Colours: true, OptionsPerItem: most}); got != want {
			t.Errorf("%s: got %+v, want %+v", s.name, got, want)
		}
		for _, n := range []int{2, 16, 31, 32, 63, 64, 126, 127} {
			refusal := ""
			if p := pairs(n); most > 0 && n > most {
				refusal = fmt.Sprintf("has %d options; the solver takes at most %d an item", n, most)
			} else if x, err := cover.Prepare(s.of(cover.MRV), p); err == nil {
				limits := cover.Limits{Nodes: 20}
				want := textbook.Search(p, cover.MRV, removed, limits)
				if got := textbook.Run(t.Context(), x, limits); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %d options: got %+v, want %+v", s.name, n, got.Stats, want.Stats)
				}
			}
			textbook.TestTakes(t, s.of(cover.MRV), pairs(n), refusal)
		}
	}
}

// Each pair of problems is at a bound: the first one fits, and the second one, which is a little
// larger, is refused with the bound. Options have one item each, every primary item about as often.
func TestTablesFitUpToTheirBounds(t *testing.T) {
	for _, c := range []struct {
		of                          func(cover.Rule) cover.Solver
		primary, secondary, options int
		more                        [3]int // added to the first problem
		refusal                     string
	}{
		// 723 words for each of 46262 options, 11+61 items and 12 levels, and one more word for each
		// option and level: 2^25 words.
		{bitset.Dense, 11, 61, 46262, [3]int{0, 1, 0}, "256 MB, more than the 256 MB allowed"},
		// (n+48)(495+1)(8*8+1) bytes.
		{bitset.Filter, 495, 0, 8278, [3]int{0, 0, 1}, "the lists may take at most 256 MB"},
		// 512 bits hold 2 bits of the number of an option and 510 items.
		{bitset.Filter, 510, 0, 3, [3]int{1, 0, 0}, "a mask holds at most 510 items"},
		{bitset.Filter, 100, 410, 3, [3]int{0, 1, 0}, "a mask holds at most 510 items"},
		// 16*503 bytes an option, 8*503 an item and 8*503+600 a level: 2^28 bytes.
		{bitset.Rows, 600, 1034, 32192, [3]int{0, 1, 0}, "more than the 256 MB allowed"},
		// A row has 384 words for 1536 items and 128 for the options, and 8192 rows have 32 MB.
		{bitset.Lanes, 1536, 0, 8191, [3]int{1, 0, 0}, "more than the 32 MB allowed"},
		{bitset.Lanes, 1536, 0, 8191, [3]int{0, 0, 1}, "more than the 32 MB allowed"},
	} {
		for k, refusal := range []string{"", c.refusal} {
			if k == 0 && c.options > 8000 && !long { // tables of 256 MB
				continue
			}
			primary, secondary, options := c.primary+k*c.more[0], c.secondary+k*c.more[1], c.options+k*c.more[2]
			textbook.TestTakes(t, c.of(cover.MRV), textbook.Mixed(primary, secondary, textbook.Singles(primary, options)...), refusal)
		}
	}
}
