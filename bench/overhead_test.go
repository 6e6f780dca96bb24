package bench_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// seventeen is a sudoku with 17 clues from G. Royle's list. Its scrambled copies stand for many.
const seventeen = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"

func seventeens(b *testing.B, n int) []corpus.Instance {
	r, err := format.NewReader("seventeen", strings.NewReader(seventeen), format.Options{})
	if err != nil {
		b.Fatal(err)
	}
	puzzle, err := r.Read()
	if err != nil {
		b.Fatal(err)
	}
	var all []corpus.Instance
	for k := range n {
		all = append(all, corpus.Scramble(corpus.FromPuzzle("sudoku17", puzzle), 1, k+1))
	}
	return all
}

// bare runs the solver in a loop and does nothing else.
func bare(b *testing.B, instances []corpus.Instance, v solvers.Variant, atLeast time.Duration) {
	for _, in := range instances {
		puzzle, err := in.Puzzle()
		if err != nil {
			b.Fatal(err)
		}
		search, err := cover.Prepare(v, puzzle.Problem())
		if err != nil {
			b.Fatal(err)
		}
		for total, n := time.Duration(0), 0; n == 0 || total < atLeast; n++ {
			total += search.Run(context.Background(), cover.Limits{}, nil).Search
		}
	}
}

// BenchmarkOverhead measures how much longer a run takes than the bare loop, in percent. A run also
// starts a worker, verifies and writes rows. The two take turns on groups of puzzles. The least
// time of each counts, because other work on the machine only ever makes it longer. If a sample is
// one search, the verification is a second search.
func BenchmarkOverhead(b *testing.B) {
	for _, c := range []struct {
		name            string
		puzzles, atOnce int
		atLeast         time.Duration
	}{{"min-time=20ms", 100, 20, 20 * time.Millisecond}, {"min-time=0", 4000, 2000, 0}} {
		v, _ := solvers.Find("dlx_index")
		for _, place := range []struct {
			name string
			bench.Isolation
		}{{"in-process", bench.Isolation{}}, {"worker", bench.Isolation{Command: worker}}} {
			b.Run(c.name+"/"+place.name, func(b *testing.B) {
				groups := slices.Collect(slices.Chunk(seventeens(b, c.puzzles), c.atOnce))
				alone, whole := make([]time.Duration, len(groups)), make([]time.Duration, len(groups))
				for b.Loop() {
					for k, group := range groups {
						p := bench.Plan{Instances: group, Variants: []solvers.Variant{v}, Samples: 1, MinTime: c.atLeast,
							Isolation: place.Isolation}
						dir := b.TempDir() + "/run"
						least(&whole[k], func() {
							if err := p.Execute(b.Context(), bench.Job{Dir: dir, Progress: quiet}); err != nil {
								b.Fatal(err)
							}
						})
						least(&alone[k], func() { bare(b, group, v, c.atLeast) })
					}
				}
				b.ReportMetric(100*(sum(whole).Seconds()/sum(alone).Seconds()-1), "overhead-%")
			})
		}
	}
}

// least does the work and keeps the least time that it has taken so far.
func least(took *time.Duration, work func()) {
	began := time.Now()
	work()
	if d := time.Since(began); *took == 0 || d < *took {
		*took = d
	}
}

func sum(all []time.Duration) (total time.Duration) {
	for _, d := range all {
		total += d
	}
	return total
}
