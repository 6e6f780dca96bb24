package infer

import (
	"context"
	"fmt"
	"testing"

	"xcbench/cover"
	"xcbench/solvers/lanes"
)

// pairs returns the problem of dividing n items into pairs. Each item has n-1 options.
func pairs(n int) *cover.Problem {
	var b cover.Builder
	for i := range n {
		b.Primary(fmt.Sprint(i))
	}
	for i := range n {
		for j := range i {
			b.OptionOf(i, j)
		}
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

func runOf(t *testing.T, s cover.Search, err error) cover.Stats {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	stats := s.Run(context.Background(), cover.Limits{Nodes: 500}, nil)
	stats.Search = 0
	return stats
}

// The limit is 16 options an item: 16 items have 15 options each, and 18 items have 17. Resetting a
// search changes from package lanes to rows and back.
func TestPackageLanesSearchesWhatItSupports(t *testing.T) {
	var reset cover.Search
	for _, n := range []int{16, 18, 14, 20, 18, 16} {
		p := pairs(n)
		s, err := cover.Prepare(New(), p)
		got := fmt.Sprint(runOf(t, s, err))
		reset, err = cover.Renew(New(), reset, p)
		if again := fmt.Sprint(runOf(t, reset, err)); again != got {
			t.Errorf("%d items: got %v after a reset, want %v", n, again, got)
		}
		l, refusal := cover.Prepare(lanes.New(), p)
		for _, x := range []cover.Search{s, reset} {
			if _, own := x.(*either).Search.(*search); own != (refusal != nil) {
				t.Errorf("%d items: got a %T, but package lanes answers %v", n, x.(*either).Search, refusal)
			}
		}
		if refusal != nil {
			continue
		}
		if want := fmt.Sprint(runOf(t, l, nil)); got != want {
			t.Errorf("%d items: got %v, want %v as package lanes has", n, got, want)
		}
	}
}
