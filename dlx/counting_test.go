package dlx

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// What counting costs is measured against this twin of the index solver, which
// counts solutions and nothing else: no nodes, updates, levels, limits or clock.

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

var countingProblems = []struct {
	name     string
	generate func() *cover.Problem
}{
	{"queens/10", func() *cover.Problem { return corpustest.Problem("queens/10") }},
	{"langford/8", func() *cover.Problem { return corpustest.Problem("langford/8") }},
	{"domino/6x6", func() *cover.Problem { return corpustest.Problem("domino/6x6") }},
	{"pentomino/3x20", func() *cover.Problem { return corpustest.Problem("pentomino/3x20") }},
}

func prepare(t testing.TB, p *cover.Problem) *index {
	s, err := cover.Prepare(Index(cover.MRV), p)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*index)
}

func TestUncountedTwinFindsTheSame(t *testing.T) {
	for _, c := range countingProblems {
		x := prepare(t, c.generate())
		want := x.Run(context.Background(), cover.Limits{}, nil).Solutions
		if got := x.searchUncounted(); got != want {
			t.Errorf("%s: got %d solutions, want %d", c.name, got, want)
		}
	}
}

// BenchmarkCounting runs each search with and without counting in turn, and
// reports the ratio of the least times. See docs/methodology.md.
func BenchmarkCounting(b *testing.B) {
	for _, c := range countingProblems {
		x := prepare(b, c.generate())
		b.Run(c.name, func(b *testing.B) {
			with, without := least(), least()
			for b.Loop() {
				with.time(func() { x.Run(context.Background(), cover.Limits{}, nil) })
				without.time(func() { x.searchUncounted() })
			}
			b.ReportMetric(float64(with.took)/float64(without.took), "with/without")
		})
	}
}
