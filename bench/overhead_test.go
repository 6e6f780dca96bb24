package bench

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// seventeen is a sudoku with 17 clues (G. Royle's list); scrambled, it is as many.
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

// bare is a loop around the solver, and nothing else.
func bare(b *testing.B, instances []corpus.Instance, v solvers.Variant, atLeast time.Duration) {
	for _, in := range instances {
		puzzle, err := in.Puzzle()
		if err != nil {
			b.Fatal(err)
		}
		search, err := v.Prepare(puzzle.Problem())
		if err != nil {
			b.Fatal(err)
		}
		for total, n := time.Duration(0), 0; n == 0 || total < atLeast; n++ {
			total += search.Run(context.Background(), cover.Limits{}, nil).Search
		}
	}
}

// BenchmarkOverhead tells how much longer a run takes than the bare loop, in percent:
// verification, rows and all. With a sample of one search, verification is a second
// search.
func BenchmarkOverhead(b *testing.B) {
	for _, c := range []struct {
		name    string
		puzzles int
		atLeast time.Duration
	}{{"min-time=20ms", 50, 20 * time.Millisecond}, {"min-time=0", 1000, 0}} {
		instances := seventeens(b, c.puzzles)
		v, _ := solvers.Find(solvers.Default)
		for _, place := range []struct {
			name string
			Isolation
		}{{"in-process", Isolation{}}, {"worker", Isolation{Command: []string{os.Args[0]}}}} {
			b.Run(c.name+"/"+place.name, func(b *testing.B) {
				var alone, whole time.Duration
				for b.Loop() {
					began := time.Now()
					bare(b, instances, v, c.atLeast)
					alone += time.Since(began)
					p := Plan{Instances: instances, Variants: []solvers.Variant{v}, Samples: 1, MinTime: c.atLeast, Isolation: place.Isolation}
					began = time.Now()
					d, err := results.Create(b.TempDir(), nil)
					if err != nil {
						b.Fatal(err)
					}
					if err := p.Run(context.Background(), d, quiet, silent); err != nil {
						b.Fatal(err)
					}
					if err := d.Close(); err != nil {
						b.Fatal(err)
					}
					whole += time.Since(began)
				}
				b.ReportMetric(100*(whole.Seconds()/alone.Seconds()-1), "overhead-%")
			})
		}
	}
}
