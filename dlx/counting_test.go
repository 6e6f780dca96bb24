package dlx

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// The following copy of the index solver counts solutions and nothing else: no nodes, updates or
// levels, and it has no limits and no clock. The benchmark below compares both, to find the cost of
// counting.

func (x *index) coverUncounted(i uint32) {
	up, down, top, size := x.up, x.down, x.top, x.size
	l, r := *x.left.at(i), *x.right.at(i)
	*x.right.at(l), *x.left.at(r) = r, l
	for p := *down.at(i); p != i; p = *down.at(p) {
		for q := p + 1; q != p; q++ {
			t, u, d := *top.at(q), *up.at(q), *down.at(q)
			if int32(t) <= 0 {
				q = u - 1
				continue
			}
			*down.at(u), *up.at(d) = d, u
			*size.at(t)--
		}
	}
}

func (x *index) chooseUncounted(p uint32) {
	for q := p + 1; q != p; q++ {
		if t := *x.top.at(q); int32(t) > 0 {
			x.coverUncounted(t)
		} else {
			q = *x.up.at(q) - 1
		}
	}
}

func (x *index) searchUncounted() (solutions int64) {
	level := 0
	for {
		var p uint32
		if *x.right.at(root) == root {
			solutions++
			if level == 0 {
				return solutions
			}
			level--
			p = x.retract(level)
		} else {
			i := x.branch()
			x.coverUncounted(i)
			p = *x.down.at(i)
		}
		for int(p) < len(x.left) {
			x.uncover(p)
			if level == 0 {
				return solutions
			}
			level--
			p = x.retract(level)
		}
		x.path[level] = p
		x.chooseUncounted(p)
		level++
	}
}

var countingProblems = []string{"queens/10", "langford/8", "domino/6x6", "pentomino/3x20"}

func prepare(t testing.TB, p *cover.Problem) *index {
	s, err := cover.Prepare(Index(cover.MRV), p)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*index)
}

func TestTheSearchWithoutCountersFindsAsManySolutions(t *testing.T) {
	for _, id := range countingProblems {
		if testing.Short() && id == "pentomino/3x20" {
			continue // the race detector makes it take seconds
		}
		x := prepare(t, corpustest.Problem(id))
		want := x.Run(context.Background(), cover.Limits{}, nil).Solutions
		if got := x.searchUncounted(); got != want {
			t.Errorf("%s: got %d solutions, want %d", id, got, want)
		}
	}
}

// BenchmarkCounting runs each search with and without counting in turns, and reports the ratio of
// the shortest times. See docs/methodology.md.
func BenchmarkCounting(b *testing.B) {
	for _, id := range countingProblems {
		x := prepare(b, corpustest.Problem(id))
		b.Run(id, func(b *testing.B) {
			with, without := least(), least()
			for b.Loop() {
				with.time(func() { x.Run(context.Background(), cover.Limits{}, nil) })
				without.time(func() { x.searchUncounted() })
			}
			b.ReportMetric(float64(with.took)/float64(without.took), "with/without")
		})
	}
}
