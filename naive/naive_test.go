package naive_test

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/naive"
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
		t.Run(string(rule), func(t *testing.T) { textbook.TestSolver(t, naive.New(rule), rule, entries) })
	}
}

// The problem is the one of the picture. Rows 2 and 4 leave two rows and four columns each. The
// former has no way on from row 3. The latter goes on with row 5, which leaves row 1 with c and e.
func TestThePictureIsSearchedAsItSays(t *testing.T) {
	p := textbook.Problem(7, []int{2, 4}, []int{0, 3, 6}, []int{1, 2, 5}, []int{0, 3, 5}, []int{1, 6}, []int{3, 4, 6})
	x := textbook.Prepared(t, naive.New(cover.MRV), p)
	got := textbook.Run(t.Context(), x, cover.Limits{})
	levels := []cover.Level{{Nodes: 1, Updates: 8 + 8}, {Nodes: 2, Updates: 0 + 2}, {Nodes: 2}, {Nodes: 1}}
	if got.Solutions != 1 || !slices.Equal(got.Levels, levels) ||
		!slices.Equal(got.Shown[0], []int{3, 4, 0}) || !slices.Equal(got.Order, []int{0, 1, 2, 1, 2, 3}) {
		t.Errorf("got %+v, want the solution 4 5 1 after levels %+v", got, levels)
	}
}

// wide returns a problem of items, some of them primary. The options contain one primary item each.
func wide(primary, items, options int) *cover.Problem {
	return textbook.Mixed(primary, items-primary, textbook.Singles(primary, options)...)
}

// A matrix of 1,024 rows and columns has 2^20 entries. So the search looks at the clock when it has
// counted them, which only MRV does, and when it has copied them. It also looks at each node of so
// large a problem.
func TestASearchLooksAtTheClockEveryMillionEntries(t *testing.T) {
	for _, c := range []struct {
		items, options int
		rule           cover.Rule
		updates        []int64 // before each look
	}{
		{1024, 1024, cover.MRV, []int64{0, 0, 0, 512 * 1023}},
		{1024, 1024, cover.First, []int64{0, 0, 512 * 1023}},
		{1023, 1025, cover.MRV, []int64{0, 513 * 1022}}, // one entry less
		{1023, 1025, cover.First, []int64{0, 512 * 1022}},
		{1023, 2051, cover.MRV, []int64{0, 0, 0, 1026 * 1022}}, // not quite twice as many
		{1023, 2051, cover.First, []int64{0, 0, 1025 * 1022}},
	} {
		x := textbook.Prepared(t, naive.New(c.rule), wide(2, c.items, c.options))
		for looks, updates := range append(c.updates, -1) {
			clock := textbook.NewClock(looks)
			got := x.Run(clock, cover.Limits{Nodes: 2}, nil)
			if whole := updates < 0; whole != (got.Status == cover.Limit) ||
				!whole && (got.Status != cover.Timeout || got.Updates != updates || clock.Looks != looks+1) {
				t.Errorf("%s, %d rows, a clock that ends after %d looks: got %+v after %d looks, want a timeout, %d updates",
					c.rule, c.options, looks, got, clock.Looks, updates)
			}
		}
	}
}

// The matrices of a path may take 512 MB. A matrix has a row less than the one above, and the columns
// of the shortest option less.
func TestProblemsWhoseMatricesAreTooLargeAreUnsupported(t *testing.T) {
	const refusal = "may take more than 512 MB"
	for _, c := range []struct {
		primary, items, options int
		refusal                 string
	}{
		{255, 3866, 687, ""},       // 256 matrices of 512 MB
		{2, 24991, 10742, refusal}, // three matrices, the first two of 512 MB
		{1, 27081, 9913, refusal},  // two matrices of a byte more
	} {
		textbook.TestTakes(t, naive.New(cover.MRV), wide(c.primary, c.items, c.options), c.refusal)
	}
}
