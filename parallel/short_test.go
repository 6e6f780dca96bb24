package parallel_test

import (
	"context"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/parallel"
	"xcbench/solvers"
)

func TestShortRunsAllocateNoMoreThanThoseOfTheSolver(t *testing.T) {
	p := corpus.MustProblem("queens/5")
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

// both returns a search by v and one by two workers.
func both(t testing.TB, v solvers.Variant, p *cover.Problem) (one, several cover.Search) {
	t.Helper()
	one, err := v.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	if several, err = parallel.New(v, 2).Prepare(p); err != nil {
		t.Fatal(err)
	}
	return one, several
}

// BenchmarkShort reports the speed of short searches over that of the solver itself, from the least times
// of both, taken in turns: of the first run of a search, and of those that follow.
func BenchmarkShort(b *testing.B) {
	for _, id := range []string{"domino/3x3", "queens/4", "queens/5", "sudoku/royle17_1", "langford/7", "sts/7"} {
		p := corpus.MustProblem(id)
		for _, v := range divisible() {
			if _, err := v.Prepare(p); v.Rule == cover.First || refused(err) {
				continue
			}
			b.Run(id+"/"+v.Name, func(b *testing.B) {
				var least [2][2]time.Duration // of the first and the next runs, by one and several
				for b.Loop() {
					one, several := both(b, v, p)
					for kind, runs := range []int{1, 10} {
						for who, x := range []cover.Search{one, several} {
							for range runs {
								began := time.Now()
								x.Run(context.Background(), cover.Limits{}, nil)
								if took := time.Since(began); least[kind][who] == 0 || took < least[kind][who] {
									least[kind][who] = took
								}
							}
						}
					}
				}
				b.ReportMetric(float64(least[0][0])/float64(least[0][1]), "first")
				b.ReportMetric(float64(least[1][0])/float64(least[1][1]), "next")
			})
		}
	}
}
