package dlx

import (
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// hub returns a problem in which one step covers an item of n more options. The options of a all
// contain the item x, and so do n options of b:
//
//	3 times  a x
//	n times  b x
//	once     b
func hub(t *testing.T, n int) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary("a", "b")
	b.Secondary("x")
	for range hubTries {
		b.Option("a", "x")
	}
	for range n {
		b.Option("b", "x")
	}
	b.Option("b")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const hubTries = 3

// The sizes are on both sides of a multiple of patience.
var hubSizes = []int{patience - 1, patience, patience + 1, 3*patience - 1, 3 * patience}

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
// another 1,024 options of x. At whichever look the time is up, it stops at once.
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
			if want := 1 + hubTries*2*steps; clock.Looks != want {
				t.Errorf("%s, %d options: got %d looks at the clock, want %d", name, n, clock.Looks, want)
			}
			for try := range hubTries {
				for step := range 2 * steps {
					clock := textbook.NewClock(1 + 2*steps*try + step)
					got := x.Run(clock, cover.Limits{}, nil)
					// The root makes 4 updates. To try an option makes 1+n, and to branch on b makes 1.
					want := cover.Stats{Solutions: int64(try), Nodes: int64(1 + 2*try), Updates: int64(4 + try*(n+2))}
					if step < steps {
						want.Updates += int64(1 + (step+1)*1024)
					} else { // x is covered, and its options are being shown again
						want.Solutions, want.Nodes, want.Updates = want.Solutions+1, want.Nodes+2, want.Updates+int64(n+2)
					}
					if got.Status != cover.Timeout || got.Solutions != want.Solutions || got.Nodes != want.Nodes ||
						got.Updates != want.Updates || clock.Looks > clock.Last+2 {
						t.Errorf("%s, %d options, try %d, step %d: got %+v after %d looks, want %+v after %d",
							name, n, try, step, got, clock.Looks, want, clock.Last+1)
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
