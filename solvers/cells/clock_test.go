package cells

import (
	"strconv"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// hub returns a problem in which one option clashes with n others:
//
//	3 times  a x
//	n times  b x
//	once     b
//
// The set of x begins at position n+4. Once an option of a is chosen, it has n elements.
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

// A search looks at the clock at the root, and then at each multiple of 1,024 in set that it comes
// to. At whichever look the time is up, it stops at once.
func TestASearchStopsInTheMiddleOfAnOption(t *testing.T) {
	for _, n := range []int{1019, 1020, 1021, 2046, 3 * 1024} {
		base := n + 4
		var hidden []int // the options hidden before each look
		for r := base + 1; r <= base+n; r++ {
			if r%1024 == 0 {
				hidden = append(hidden, r-base)
			}
		}
		for rule := range rules {
			x := prepare(t, rule, hub(t, n))
			clock := textbook.NewClock(1 << 30)
			whole := textbook.RunUntraced(clock, x, cover.Limits{})
			if want := 1 + hubTries*len(hidden); clock.Looks != want {
				t.Errorf("%s, %d options: got %d looks at the clock, want %d", rule, n, clock.Looks, want)
			}
			// The root makes 4 updates. To try an option makes 1+n, and to branch on b makes 1.
			if whole.Solutions != hubTries || whole.Nodes != 1+2*hubTries || whole.Updates != int64(4+hubTries*(n+2)) {
				t.Errorf("%s, %d options: got %+v, want %d solutions", rule, n, whole, hubTries)
			}
			for try := range hubTries {
				for step, hidden := range hidden {
					clock := textbook.NewClock(1 + try*(clock.Looks-1)/hubTries + step)
					got := x.Run(clock, cover.Limits{}, nil)
					if got.Status != cover.Timeout || got.Solutions != int64(try) || got.Nodes != int64(1+2*try) ||
						got.Updates != int64(4+try*(n+2)+1+hidden) || clock.Looks != clock.Last+1 {
						t.Errorf("%s, %d options, try %d: got %+v after %d looks, want a timeout after %d hidden options",
							rule, n, try, got, clock.Looks, hidden)
					}
					if again := textbook.RunUntraced(t.Context(), x, cover.Limits{}); !again.Equal(whole) {
						t.Errorf("%s, %d options, try %d: the next run got %+v, want %+v", rule, n, try, again, whole)
					}
				}
			}
		}
	}
}

func TestASearchStopsInTheMiddleOfABranch(t *testing.T) {
	for _, n := range []int{1023, 1024, 2050} {
		var options []string
		for range n {
			options = append(options, "ab")
		}
		for rule := range rules {
			x := prepare(t, rule, problem(t, "ab", options...))
			root := cover.Limits{Nodes: 1}
			clock := textbook.NewClock(1 << 30)
			whole := x.Run(clock, root, nil)
			if clock.Looks != 1+n/1024 || whole.Updates != int64(1+n+1) {
				t.Errorf("%s, %d options: got %d looks, %d updates, want %d, %d",
					rule, n, clock.Looks, whole.Updates, 1+n/1024, 1+n+1)
			}
			for step := range n / 1024 {
				clock := textbook.NewClock(1 + step)
				got := x.Run(clock, root, nil)
				if got.Status != cover.Timeout || got.Nodes != 1 || got.Updates != int64(1+(step+1)*1024) ||
					clock.Looks != clock.Last+1 {
					t.Errorf("%s, %d options: got %+v after %d looks, want a timeout after %d hidden options",
						rule, n, got, clock.Looks, (step+1)*1024)
				}
			}
		}
	}
}

// Each option of a is given up, because c would lose all its options. An option that is given up
// makes no node, so the search also looks at the clock after each 32 of them.
func TestASearchLooksAtTheClockAfterManyOptionsWereGivenUp(t *testing.T) {
	for _, n := range []int{31, 32, 33, 100} {
		options := []string{"bc"}
		for range n {
			options = append(options, "ab", "bc")
		}
		for _, rule := range aheadRules {
			x := prepare(t, rule, problem(t, "abc", options...))
			clock := textbook.NewClock(1 << 30)
			got := x.Run(clock, cover.Limits{}, nil)
			if got.Nodes != 1 || clock.Looks != 1+n/32 {
				t.Errorf("%s, %d options: got %d nodes, %d looks, want 1, %d", rule, n, got.Nodes, clock.Looks, 1+n/32)
			}
		}
	}
}

// In a wide problem, choosing an item takes long, and the search looks at the clock more often.
func TestASearchOfAWideProblemLooksAtTheClockMoreOften(t *testing.T) {
	const items = 8704 // 2 steps each, so 60 nodes take about 1<<20 steps
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
	for rule := range rules {
		clock := textbook.NewClock(1 << 30)
		if prepare(t, rule, p).Run(clock, cover.Limits{Nodes: 121}, nil); clock.Looks != 3 {
			t.Errorf("%s: got %d looks at 121 nodes, want 3", rule, clock.Looks)
		}
	}
}
