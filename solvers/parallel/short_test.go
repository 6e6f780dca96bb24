package parallel_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
	"xcbench/solvers/parallel"
)

func TestShortRunsAllocateNoMoreThanTheSolver(t *testing.T) {
	p := corpustest.Problem("domino/3x3")
	for _, v := range divisible() {
		one, several := both(t, v, p)
		allocs := func(x cover.Search) float64 {
			return testing.AllocsPerRun(20, func() { x.Run(context.Background(), cover.Limits{}, nil) })
		}
		if got, want := allocs(several), allocs(one); got > want {
			t.Errorf("%s: got %v allocations in a run, want %v", v.Name, got, want)
		}
	}
}

// both returns a search by v, and one by two workers in which every run is short.
func both(t testing.TB, v solvers.Variant, p *cover.Problem) (one, several cover.Search) {
	t.Helper()
	one, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	if several, err = cover.Prepare(parallel.Alone(v, 2), p); err != nil {
		t.Fatal(err)
	}
	return one, several
}

// BenchmarkShort compares the speed of short searches by two workers with the solver's own. It
// reports:
//
//   - first: the ratio of speeds in the first run of a search;
//   - next: the ratio of speeds in the second run;
//   - control: the same ratio as first, but of the solver to itself;
//   - ns: how long the solver's first run takes.
//
// The kinds of search take turns of several searches each. If single searches took turns, each
// would find in the caches what it shares with the one before, and gain up to 10%. Each turn counts
// by its least times, and the figures are medians over the turns, since the speed of the machine
// varies.
func BenchmarkShort(b *testing.B) {
	for _, id := range []string{"domino/3x3", "queens/4", "queens/5", "sudoku/royle17_1", "langford/7", "sts/7"} {
		p := corpustest.Problem(id)
		for _, v := range divisible() {
			if _, err := cover.Prepare(v, p); v.Rule == cover.First || refused(err) {
				continue
			}
			b.Run(id+"/"+v.Name, func(b *testing.B) {
				var first, next, control, ns []float64
				for b.Loop() {
					one, several, again := least(v, p), least(parallel.New(v, 2), p), least(v, p)
					first = append(first, one[0]/several[0])
					next = append(next, one[1]/several[1])
					control = append(control, one[0]/again[0])
					ns = append(ns, one[0])
				}
				b.ReportMetric(median(first), "first")
				b.ReportMetric(median(next), "next")
				b.ReportMetric(median(control), "control")
				b.ReportMetric(median(ns), "ns")
			})
		}
	}
}

// least returns the least times of the first and of the second runs of several searches.
func least(s cover.Solver, p *cover.Problem) (ns [2]float64) {
	for k := range 20 {
		x, err := cover.Prepare(s, p)
		if err != nil {
			panic(err)
		}
		for run := range ns {
			began := time.Now()
			x.Run(context.Background(), cover.Limits{}, nil)
			if took := float64(time.Since(began)); k == 0 || took < ns[run] {
				ns[run] = took
			}
		}
	}
	return ns
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
