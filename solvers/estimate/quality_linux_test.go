package estimate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"xcbench/corpus"
)

// BenchmarkQuality compares estimates with the trees of the catalogue whose nodes and updates Knuth's
// dlx1 has counted, and prints the table of docs/estimate.md: the largest trees of some families. Run it
// with -benchtime 1x. The seeds are fixed, so only the choice of trees depends on the machine: slow
// ones are left out.
func BenchmarkQuality(b *testing.B) {
	const (
		trees  = 2  // of a family
		seeds  = 10 // for each tree
		least  = 1000
		width  = 32
		budget = 2 * time.Second // for one estimate; slower trees are left out
	)
	for b.Loop() {
		fmt.Println("| family | trees | nodes | nodes covered | updates covered | median error | 9 of 10 below | median interval | heavy |")
		fmt.Println("|---|--:|---|--:|--:|--:|--:|--:|--:|")
		for _, f := range corpus.Families() {
			if !slices.Contains(estimated, f.Name) {
				continue
			}
			var known []corpus.Instance
			for _, in := range f.Catalogued() {
				if in.Nodes != corpus.Unknown && in.Updates != corpus.Unknown && in.Nodes >= least {
					known = append(known, in)
				}
			}
			slices.SortFunc(known, func(a, b corpus.Instance) int { return cmp.Compare(b.Nodes, a.Nodes) })
			var one quality
			for _, in := range known {
				if one.trees == trees {
					break
				}
				one.add(b, in, seeds, width, budget)
			}
			if one.trees > 0 {
				one.print(f.Name)
			}
		}
	}
}

// estimated are families of all kinds: grids, sequences, boards with pieces.
var estimated = []string{"sudoku", "hunted", "sudoku_empty", "sudoku_holes", "queens", "torus", "langford", "skolem",
	"domino", "mutilated", "aztec", "lozenge", "squares", "rectangles", "tiling", "pentomino"}

// quality sums up the estimates of some trees.
type quality struct {
	trees, estimates      int
	small, large          int64 // nodes of the smallest and the largest tree
	nodes, updates, heavy int   // estimates whose intervals contain the number, or with a heavy tail
	errors, widths        []float64
}

func (q *quality) add(b *testing.B, in corpus.Instance, seeds, width int, budget time.Duration) {
	puzzle, err := in.Puzzle()
	if err != nil {
		b.Fatal(err)
	}
	p := puzzle.Problem()
	one := quality{trees: 1, small: in.Nodes, large: in.Nodes}
	for seed := range seeds {
		began := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 2*budget)
		e, err := Run(ctx, mrv, p, Options{Width: width, Seed: uint64(seed)})
		cancel()
		if err != nil || seed == 0 && time.Since(began) > budget {
			return
		}
		one.estimates++
		one.nodes += covers(e.Total.Nodes, in.Nodes)
		one.updates += covers(e.Total.Updates, in.Updates)
		if e.Total.Nodes.Skew > Heavy {
			one.heavy++
		}
		one.errors = append(one.errors, math.Abs(e.Total.Nodes.Value/float64(in.Nodes)-1))
		one.widths = append(one.widths, (e.Total.Nodes.High-e.Total.Nodes.Low)/2/e.Total.Nodes.Value)
	}
	q.join(one)
}

func (q *quality) join(o quality) {
	if o.trees > 0 {
		if q.trees == 0 {
			q.small = o.small
		}
		q.small, q.large = min(q.small, o.small), max(q.large, o.large)
	}
	q.trees, q.estimates = q.trees+o.trees, q.estimates+o.estimates
	q.nodes, q.updates, q.heavy = q.nodes+o.nodes, q.updates+o.updates, q.heavy+o.heavy
	q.errors, q.widths = append(q.errors, o.errors...), append(q.widths, o.widths...)
}

func (q *quality) print(name string) {
	slices.Sort(q.errors)
	slices.Sort(q.widths)
	percent := func(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }
	share := func(n int) string { return fmt.Sprintf("%.0f%%", 100*float64(n)/float64(q.estimates)) }
	fmt.Printf("| %s | %d | %.2g to %.2g | %s | %s | %s | %s | ± %s | %s |\n", name, q.trees, float64(q.small), float64(q.large),
		share(q.nodes), share(q.updates), percent(q.errors[len(q.errors)/2]), percent(q.errors[len(q.errors)*9/10]),
		percent(q.widths[len(q.widths)/2]), share(q.heavy))
}
