package dlx

import (
	"strconv"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// hub returns a problem in which a step covers two items of n more options. All options of a
// contain the items x and y, and many options of b contain one of them:
//
//	2 times  a x y
//	n times  b x
//	n times  b y
//	once     b
func hub(t *testing.T, n int) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary("a", "b")
	b.Secondary("x", "y")
	for range hubTries {
		b.Option("a", "x", "y")
	}
	for range n {
		b.Option("b", "x")
	}
	for range n {
		b.Option("b", "y")
	}
	b.Option("b")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const hubTries = 2

// The sizes are on both sides of a multiple of patience.
var hubSizes = []int{patience - 1, patience, 2*patience - 1, 2 * patience}

func TestAnItemOfManyOptionsIsCoveredAndUncoveredWhole(t *testing.T) {
	for _, n := range hubSizes {
		p := hub(t, n)
		for name, v := range variants {
			x, err := cover.Prepare(v.solver, p)
			if err != nil {
				t.Fatal(err)
			}
			want := textbook.Search(p, v.rule, textbook.Links, cover.Limits{})
			for range 2 {
				got := x.Run(t.Context(), cover.Limits{}, nil)
				if got.Solutions != hubTries || got.Nodes != want.Nodes || got.Updates != want.Updates {
					t.Errorf("%s, %d options: got %d solutions, %d nodes, %d updates, want %d, %d, %d",
						name, n, got.Solutions, got.Nodes, got.Updates, hubTries, want.Nodes, want.Updates)
				}
			}
		}
	}
}

// A search of the problem looks at the clock at the root, and then each time it has hidden or shown
// another 1,024 options of x or y. At whichever look the time is up, it stops at once.
func TestASearchStopsInTheMiddleOfALongCoverOrUncover(t *testing.T) {
	for _, n := range hubSizes {
		p, steps := hub(t, n), n/1024
		for name, v := range variants {
			x, err := cover.Prepare(v.solver, p)
			if err != nil {
				t.Fatal(err)
			}
			clock := textbook.NewClock(1 << 30)
			whole := textbook.RunUntraced(clock, x, cover.Limits{})
			if want := 1 + hubTries*4*steps; clock.Looks != want {
				t.Errorf("%s, %d options: got %d looks at the clock, want %d", name, n, clock.Looks, want)
			}
			for try := range hubTries {
				for step := range 4 * steps {
					clock := textbook.NewClock(1 + 4*steps*try + step)
					got := x.Run(clock, cover.Limits{}, nil)
					want, looks := untilStep(n, try, step)
					if got.Status != cover.Timeout || got.Solutions != want.Solutions || got.Nodes != want.Nodes ||
						got.Updates != want.Updates || clock.Looks != clock.Last+looks {
						t.Errorf("%s, %d options, try %d, step %d: got %+v after %d looks, want %+v after %d",
							name, n, try, step, got, clock.Looks, want, clock.Last+looks)
					}
					if again := textbook.RunUntraced(t.Context(), x, cover.Limits{}); !again.Equal(whole) {
						t.Errorf("%s, %d options, try %d, step %d: the next run got %+v, want %+v",
							name, n, try, step, again, whole)
					}
				}
			}
		}
	}
}

// untilStep returns what a run has done if the time is up at a look of a try: while x, then y is
// covered, then y, then x is uncovered. It also returns how many looks find that the time is up. A
// search whose cover was stopped is about to enter a node, where it looks again.
func untilStep(n, try, step int) (want cover.Stats, looks int) {
	// The root makes 5 updates. To try an option makes 1+n for x and for y, and to branch on b makes 1.
	want = cover.Stats{Solutions: int64(try), Nodes: int64(1 + 2*try), Updates: int64(1 + 2*hubTries + try*(2*n+3))}
	switch part, hidden := step/(n/1024), (step%(n/1024)+1)*1024; part {
	case 0:
		want.Updates += int64(1 + hidden)
		return want, 2
	case 1:
		want.Updates += int64(1 + n + 1 + hidden)
		return want, 2
	}
	want.Solutions++
	want.Nodes += 2
	want.Updates += int64(2*n + 3)
	return want, 1
}

// In a wide problem, choosing an item takes long, and the search looks at the clock more often.
func TestASearchOfAWideProblemLooksAtTheClockMoreOften(t *testing.T) {
	const items = 1 << 13 // 5 steps each, so 25 nodes take about 1<<20 steps
	var b cover.Builder
	for i := range items {
		b.Primary(strconv.Itoa(i))
	}
	for i := range items {
		b.OptionOf(i)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range variants {
		x, err := cover.Prepare(v.solver, p)
		if err != nil {
			t.Fatal(err)
		}
		clock := textbook.NewClock(1 << 30)
		if x.Run(clock, cover.Limits{Nodes: 106}, nil); clock.Looks != 5 {
			t.Errorf("%s: got %d looks at 106 nodes, want 5", name, clock.Looks)
		}
	}
}
