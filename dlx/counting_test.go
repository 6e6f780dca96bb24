package dlx

import (
	"context"
	"slices"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
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
			x.uncover(p, 0)
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

func prepare(t testing.TB, id string) *index {
	return textbook.Prepared(t, Index(cover.MRV), corpustest.Problem(id)).(*index)
}

// A whole search leaves every link in its place, so that the next run need not build them again. The
// search without counters finds as many solutions.
func TestASearchLeavesTheLinksInTheirPlaces(t *testing.T) {
	for _, id := range countingProblems[:2] {
		x := prepare(t, id)
		links := func() []uint32 { return slices.Concat(x.left, x.right, x.size, x.up, x.down, x.top) }
		before := links()
		want := x.Run(t.Context(), cover.Limits{}, nil).Solutions
		if !x.clean || !slices.Equal(links(), before) {
			t.Errorf("%s: got other links, want those before the search", id)
		}
		if got := x.searchUncounted(); got != want || !slices.Equal(links(), before) {
			t.Errorf("%s: got %d solutions, want %d, and the links as before", id, got, want)
		}
	}
}

// BenchmarkCounting runs each search with and without counting in turns, and reports the ratio of
// the shortest times. See docs/methodology.md.
func BenchmarkCounting(b *testing.B) {
	for _, id := range countingProblems {
		x := prepare(b, id)
		b.Run(id, func(b *testing.B) {
			with, without := time.Hour, time.Hour
			for b.Loop() {
				began := time.Now()
				x.Run(context.Background(), cover.Limits{}, nil)
				half := time.Now()
				x.searchUncounted()
				with, without = min(with, half.Sub(began)), min(without, time.Since(half))
			}
			b.ReportMetric(float64(with)/float64(without), "with/without")
		})
	}
}
