package naive

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

var bothRules = []cover.Rule{cover.MRV, cover.First}

// entries counts the updates of the package: the matrix entries of the child.
func entries(n *textbook.Node, _, option int) int64 {
	if option < 0 {
		return 0
	}
	child := textbook.NewNode(n.Problem, append(slices.Clone(n.Chosen), option))
	return int64(len(child.Options) * len(child.Active))
}

func TestBothRulesWalkTheTreeOfTheTextbook(t *testing.T) {
	for _, rule := range bothRules {
		t.Run(string(rule), func(t *testing.T) { textbook.TestSolver(t, New(rule), rule, entries) })
	}
}

// problem returns a problem, given the names of its primary and secondary items and its options.
func problem(t *testing.T, primary, secondary string, options ...string) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary(strings.Fields(primary)...)
	b.Secondary(strings.Fields(secondary)...)
	for _, o := range options {
		b.Option(strings.Fields(o)...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// solve solves a problem without limits.
func solve(t *testing.T, rule cover.Rule, p *cover.Problem) textbook.Tree {
	t.Helper()
	x, err := cover.Prepare(New(rule), p)
	if err != nil {
		t.Fatal(err)
	}
	return textbook.Run(t.Context(), x, cover.Limits{})
}

// The problem is the one of the picture. Rows 2 and 4 leave two rows and four columns each. The
// former has no way on from row 3. The latter goes on with row 5, which leaves row 1 with c and e.
func TestThePictureIsSearchedAsItSays(t *testing.T) {
	got := solve(t, cover.MRV, problem(t, "a b c d e f g", "", "c e", "a d g", "b c f", "a d f", "b g", "d e g"))
	levels := []cover.Level{{Nodes: 1, Updates: 8 + 8}, {Nodes: 2, Updates: 0 + 2}, {Nodes: 2}, {Nodes: 1}}
	if got.Solutions != 1 || got.Nodes != 6 || got.Updates != 18 || !slices.Equal(got.Levels, levels) ||
		!slices.Equal(got.Shown[0], []int{3, 4, 0}) || !slices.Equal(got.Order, []int{0, 1, 2, 1, 2, 3}) {
		t.Errorf("got %+v, want the solution 4 5 1 after levels %+v", got, levels)
	}
}

func TestQueensAreSearchedAsTheTextbookDoes(t *testing.T) {
	p := corpustest.Problem("queens/6")
	for _, rule := range bothRules {
		want := textbook.Search(p, rule, entries, cover.Limits{})
		if got := solve(t, rule, p); !got.Equal(want) || got.Solutions != 4 {
			t.Errorf("%s: got %+v, want %+v and 4 solutions", rule, got, want)
		}
	}
}

func TestSpecialProblemsHaveTheExpectedSolutions(t *testing.T) {
	for _, c := range []struct {
		name             string
		p                *cover.Problem
		solutions, nodes int64
	}{
		{"no items", problem(t, "", ""), 1, 1},
		{"secondary items only", problem(t, "", "x", "x"), 1, 1},
		{"an item without options", problem(t, "a", ""), 0, 1},
		{"an item whose options are gone", problem(t, "a b c", "", "a c", "b c", "a b"), 0, 3},
		{"two options that share a secondary item", problem(t, "a b", "x", "a x", "b x", "b"), 1, 3},
		{"an option twice", problem(t, "a", "", "a", "a"), 2, 3},
		{"an empty option", problem(t, "a", "", "", "a"), 1, 2},
	} {
		for _, rule := range bothRules {
			got := solve(t, rule, c.p)
			if got.Status != cover.Solved || got.Solutions != c.solutions || got.Nodes != c.nodes {
				t.Errorf("%s, %s: got %s, %d solutions, %d nodes, want solved, %d, %d",
					c.name, rule, got.Status, got.Solutions, got.Nodes, c.solutions, c.nodes)
			}
			for _, options := range got.Shown {
				if err := cover.Check(c.p, options); err != nil {
					t.Errorf("%s, %s: %v is no solution: %v", c.name, rule, options, err)
				}
			}
		}
	}
}

// wide returns a problem with a number of items, few of them primary. The options contain one
// primary item each, in turns.
func wide(primary, items, options int) *cover.Problem {
	var b cover.Builder
	for i := range primary {
		b.Primary(strconv.Itoa(i))
	}
	for i := primary; i < items; i++ {
		b.Secondary(strconv.Itoa(i))
	}
	for o := range options {
		b.OptionOf(o % primary)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// A matrix of 1,024 rows and columns has 2^20 entries. So the search looks at the clock when it has
// counted them, which only MRV does, and when it has copied them. It also looks at each node of so
// large a problem.
func TestASearchLooksAtTheClockEveryMillionEntries(t *testing.T) {
	for _, c := range []struct {
		items, options int
		rule           cover.Rule
		looks          []int64 // the updates before each look
	}{
		{1024, 1024, cover.MRV, []int64{0, 0, 0, 512 * 1023}},
		{1024, 1024, cover.First, []int64{0, 0, 512 * 1023}},
		{1023, 1025, cover.MRV, []int64{0, 513 * 1022}}, // one entry less
		{1023, 1025, cover.First, []int64{0, 512 * 1022}},
		{1023, 2051, cover.MRV, []int64{0, 0, 0, 1026 * 1022}}, // not quite twice as many
		{1023, 2051, cover.First, []int64{0, 0, 1025 * 1022}},
	} {
		x, err := cover.Prepare(New(c.rule), wide(2, c.items, c.options))
		if err != nil {
			t.Fatal(err)
		}
		limits := cover.Limits{Nodes: 2}
		clock := textbook.NewClock(1 << 30)
		x.Run(clock, limits, nil)
		if clock.Looks != len(c.looks) {
			t.Errorf("%s, %d rows: got %d looks at the clock, want %d", c.rule, c.options, clock.Looks, len(c.looks))
			continue
		}
		for looks, updates := range c.looks {
			clock := textbook.NewClock(looks)
			got := x.Run(clock, limits, nil)
			if got.Status != cover.Timeout || got.Updates != updates || clock.Looks != looks+1 {
				t.Errorf("%s, %d rows, a clock that ends after %d looks: got %+v after %d looks, want a timeout, %d updates",
					c.rule, c.options, looks, got, clock.Looks, updates)
			}
		}
	}
}

func TestTheMemoryOfAPathIsBounded(t *testing.T) {
	for _, c := range []struct {
		p    *cover.Problem
		want int64
	}{
		{problem(t, "", ""), 0},
		{problem(t, "a b c", "", "a", "b", "a b c"), 3*3 + 2*2 + 1*1},
		{problem(t, "a b c d", "", "a b", "c d", "a c"), 3*4 + 2*2},
		{problem(t, "a", "x y z", "a", "a", "a x y z"), 3*4 + 2*3}, // no deeper than the primary items
		{problem(t, "a b c", "", "a", "a"), 2*3 + 1*2},             // no deeper than the options
		{problem(t, "a b c d", "", "a b c", "b c d", "a c d", "a b d", "a b c"), 5*4 + 4*1},
	} {
		if got := pathBytes(c.p); got != c.want {
			t.Errorf("%d options of %d items: got %d bytes, want %d", c.p.Options(), c.p.Items(), got, c.want)
		}
	}
}

func TestProblemsWhoseMatricesAreTooLargeAreUnsupported(t *testing.T) {
	const most = 512 << 20
	// The two matrices of these problems have exactly the most bytes, and one byte more.
	if got := pathBytes(wide(1, 24991, 10742)); got != most {
		t.Errorf("got %d bytes, want %d", got, most)
	}
	if got := pathBytes(wide(2, 24991, 10742)); got <= most {
		t.Errorf("got %d bytes with a third matrix, want more than %d", got, most)
	}
	p := wide(1, 27081, 9913)
	if got := pathBytes(p); got != most+1 {
		t.Errorf("got %d bytes, want %d", got, most+1)
	}
	_, err := cover.Prepare(New(cover.MRV), p)
	var unsupported *cover.UnsupportedError
	if !errors.As(err, &unsupported) || !strings.Contains(err.Error(), "512 MB") {
		t.Errorf("got %v for %d bytes, want unsupported, beyond 512 MB", err, pathBytes(p))
	}
}
