package bitset

import (
	"fmt"
	"os"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// A form is a representation as a solver of its own.
type form struct {
	name    string
	prepare representation
	colours bool
}

func (f form) of(rule cover.Rule) cover.Solver {
	return cover.NewSolver(cover.Capabilities{Secondary: true, Colours: f.colours},
		func(p *cover.Problem) (cover.Search, error) { return f.prepare(p, rule) })
}

// forms are those that this processor can run. The files for a processor add theirs, and have eachProcessor call f
// once for each kind of processor that this one can stand in for, the best first.
var (
	forms         = []form{{"dense", prepareDense, true}}
	eachProcessor = func(f func(name string)) { f("any") }
)

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

// Each form also promises what all solvers do: [New] picks one of them only.
func TestEachRepresentationSearchesTheTreeOfTheTextbook(t *testing.T) {
	for _, rule := range rules {
		textbook.TestSolver(t, New(rule), rule, removed)
		eachProcessor(func(processor string) {
			for _, f := range forms {
				t.Run(processor+" "+f.name+" "+string(rule), func(t *testing.T) {
					textbook.TestSolver(t, f.of(rule), rule, removed)
					textbook.TestSetup(t, f.of(rule))
					x, err := f.prepare(corpustest.Problem("queens/7"), rule)
					if err != nil {
						t.Fatal(err)
					}
					if n := testing.AllocsPerRun(3, func() { x.Run(t.Context(), cover.Limits{}, nil) }); n > 4 {
						t.Errorf("got %v allocations in a run, want at most 4", n)
					}
				})
			}
		})
	}
}

// trees runs each form that takes p within each of some limits, and returns how many do. All must walk the
// same trees, and the first node of the textbook. A tree that ends within the first of the limits is
// walked again in any order from some level on, where its lower part may be searched as leaves.
func trees(t *testing.T, name string, p *cover.Problem, rule cover.Rule, limits ...cover.Limits) (whole textbook.Tree, fit int) {
	t.Helper()
	limits = append(limits, cover.Limits{Nodes: 1})
	first := make([]textbook.Tree, len(limits))
	first[len(first)-1] = textbook.Search(p, rule, removed, cover.Limits{Nodes: 1})
	for n, f := range forms {
		x, err := f.prepare(p, rule)
		if _, unsupported := err.(*cover.UnsupportedError); unsupported {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		fit++
		eachProcessor(func(processor string) {
			for k, limits := range limits {
				got := textbook.RunUntraced(t.Context(), x, limits)
				if n == 0 && k < len(first)-1 {
					first[k] = got
				} else if !got.Equal(first[k]) {
					t.Fatalf("%s, %s, %s, rule %s, limits %+v: got %+v, want %+v", name, f.name, processor, rule, limits, got, first[k])
				}
			}
			for asked := range 3 { // about the nodes of so many levels
				if first[0].Status != cover.Solved {
					break
				}
				free := cover.Limits{Trace: &cover.Trace{Enter: func(int) (bool, int) { return true, asked - 1 }}}
				got := x.Run(t.Context(), free, nil)
				if got.Search = 0; !reflect.DeepEqual(got, first[0].Stats) {
					t.Fatalf("%s, %s, %s, rule %s, in any order: got %+v, want %+v", name, f.name, processor, rule, got, first[0].Stats)
				}
			}
		})
	}
	return first[0], fit
}

// A search may be stopped after nodes were made that it never enters. They do not count.
func TestRepresentationsWalkTheSameTreeOfLargerProblems(t *testing.T) {
	trials, nodes, refused, solutions, deep := 30, int64(1000), 0, int64(0), 0
	if long {
		trials, nodes = 400, 3000
	}
	problems := []*cover.Problem{textbook.Problem(2048, textbook.Singles(2048, 2050)...),
		textbook.Problem(2049, textbook.Singles(2049, 2051)...), everyWord(),
		textbook.Shape{Primary: 400, Secondary: 80, Planted: 1, Options: 900, Longest: 9}.Problem(1),
		textbook.Shape{Primary: 60, Planted: 1, Options: 4500, Longest: 12}.Problem(1)}
	for seed := range trials {
		items := 2 + seed*17%[]int{20, 50, 110, 300}[seed%4]
		secondary := seed % (items/8 + 1)
		shape := textbook.Shape{Primary: items - secondary, Secondary: secondary, Options: 1 + seed*41%300,
			Longest: 2 + seed/4%8}
		few := textbook.Shape{Primary: 5 + seed%10, Secondary: seed % 3, Options: 20 + seed*13%60, Longest: 2 + seed%6}
		problems = append(problems, shape.Problem(uint64(seed)), few.Problem(uint64(seed)))
	}
	// Most items have as many options as they may, and the search branches on the first with fewest.
	for k, size := range []int{1, 2, 3, 8, 15, 16, 17, 31, 32, 33, 62, 63, 64, 126, 127} {
		for seed := range 4 {
			shape := textbook.Shape{Primary: 2 + (k*7+seed*61)%79, Secondary: seed * 70, Longest: 2 + seed, Most: size}
			shape.Options = size * shape.Primary
			problems = append(problems, shape.Problem(uint64(k)))
		}
	}
	for k, p := range problems {
		whole, fit := trees(t, fmt.Sprint("problem ", k), p, rules[k%2], cover.Limits{Nodes: nodes},
			cover.Limits{Nodes: int64(2 + k%60)}, cover.Limits{Updates: int64(1 + k*k)},
			cover.Limits{Nodes: nodes, Solutions: int64(1 + k%60)})
		refused += len(forms) - fit
		if whole.Status == cover.Solved {
			solutions, deep = solutions+whole.Solutions, max(deep, len(whole.Levels))
		}
	}
	if refused > len(problems)/2 || solutions < 1000 || deep < 6 {
		t.Errorf("got %d refusals of %d problems, %d solutions of whole trees and %d levels, want few problems refused and large trees",
			refused, len(problems), solutions, deep)
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

// A search without limits looks at its context too. What it has counted is what it has done.
func TestAContextEndsASearchInAnyOrder(t *testing.T) {
	for _, s := range forms {
		x := textbook.Prepared(t, s.of(cover.MRV), corpustest.Problem("queens/10"))
		whole := x.Run(t.Context(), cover.Limits{}, nil)
		for looks := range 2 {
			got := x.Run(textbook.NewClock(looks), cover.Limits{}, nil)
			sum := got.ByLevel()
			if got.Status != cover.Timeout || got.Nodes >= whole.Nodes || got.Nodes > 0 != (looks > 0) ||
				sum.Nodes != got.Nodes || sum.Updates != got.Updates {
				t.Errorf("%s, %d looks: got %+v, want a timeout within %d nodes", s.name, looks, got, whole.Nodes)
			}
		}
	}
}

// Each pair of problems is at a bound: the first one fits, and the second one, which is a little
// larger, is refused with the bound. Options have one item each, every primary item about as often.
func TestTablesFitUpToTheirBounds(t *testing.T) {
	for _, c := range []struct {
		form                        string
		primary, secondary, options int
		more                        [3]int // added to the first problem
		refusal                     string
	}{
		// 723 words for each of 46272 options, 11 items and 12 levels, and one more word for each option
		// and level: 2^25 words.
		{"dense", 11, 0, 46272, [3]int{0, 0, 1}, "256 MB, more than the 256 MB allowed"},
		// (n+48)(495+1)(8*8+1) bytes.
		{"filter", 495, 0, 8278, [3]int{0, 0, 1}, "the lists may take at most 256 MB"},
		// 512 bits hold 2 bits of the number of an option and 510 items.
		{"filter", 510, 0, 3, [3]int{1, 0, 0}, "a mask holds at most 510 items"},
		{"filter", 100, 410, 3, [3]int{0, 1, 0}, "a mask holds at most 510 items"},
		// A row has 384 words for 1536 items and 128 for the options, and 8192 rows have 32 MB.
		{"fields", 1536, 0, 8191, [3]int{1, 0, 0}, "more than the 32 MB allowed"},
		{"fields", 1536, 0, 8191, [3]int{0, 0, 1}, "more than the 32 MB allowed"},
		{"fields", 2, 0, 126, [3]int{0, 0, 1}, "the fields of 2 items and 127 options"},
	} {
		for k, refusal := range []string{"", c.refusal} {
			if k == 0 && c.options > 8000 && !long { // tables of 256 MB
				continue
			}
			primary, secondary, options := c.primary+k*c.more[0], c.secondary+k*c.more[1], c.options+k*c.more[2]
			for _, f := range forms {
				if f.name == c.form {
					textbook.TestTakes(t, f.of(cover.MRV), textbook.Mixed(primary, secondary, textbook.Singles(primary, options)...), refusal)
				}
			}
		}
	}
}
