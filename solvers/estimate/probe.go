package estimate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"xcbench/cover"
)

// A Prober makes probes of one tree. One goroutine at a time may use it.
type Prober struct {
	search cover.Search
	trace  cover.Trace

	// The sample of one level: paths in the order of the search, each with a sibling index for every
	// level from 1 on. The sibling index of a node is its place among its siblings, from 0.
	level    int
	paths    []int32
	children []int32 // by path, how many children its node has

	next    int     // the path whose node comes next
	matched int     // how many choices of that path the search has made
	reached []int32 // by level, how many siblings the search has come to
}

// New prepares a prober for searches of p by s.
func New(s cover.Solver, p *cover.Problem) (*Prober, error) {
	search, err := cover.Prepare(s, p)
	if err != nil {
		return nil, err
	}
	x := &Prober{search: search, reached: make([]int32, p.MaxDepth()+3)}
	x.trace.Enter = x.enter
	return x, nil
}

// tally is what a probe says about a level.
type tally struct{ Nodes, Updates, Solutions float64 }

// errTree says that the search is not the same each time, or goes deeper than it can.
var errTree = errors.New("the search does not repeat itself, expected a solver whose searches can be divided")

// probe descends from the node at the end of a path, nil for the root, down to the last leaf of the
// sample. It returns what it says about the levels from that node on, and how many nodes it entered.
// If tell is not nil, it is called for each node below, with its path and its weight.
func (x *Prober) probe(ctx context.Context, width int, dice *rand.Rand, from []int32,
	tell func(path []int32, weight float64)) (all []tally, visits int64, err error) {
	x.level, x.paths = len(from), append(x.paths[:0], from...)
	count, weight := 1, 1.
	for {
		stats, err := x.enterSample(ctx, count)
		visits += stats.Nodes
		if err != nil {
			return nil, visits, err
		}
		at := stats.Levels[x.level]
		all = append(all, tally{weight * float64(at.Nodes), weight * float64(at.Updates), weight * float64(stats.Solutions)})
		sum := int64(0)
		for _, n := range x.children {
			sum += int64(n)
		}
		if sum == 0 {
			return all, visits, nil
		}
		chosen := spread(dice, sum, int64(width))
		weight *= float64(sum) / float64(len(chosen))
		x.descend(chosen)
		count = len(chosen)
		if tell != nil {
			for k := range count {
				tell(x.path(k), weight)
			}
		}
	}
}

// enterSample searches with the sample and the nodes above it, and counts the children.
func (x *Prober) enterSample(ctx context.Context, count int) (cover.Stats, error) {
	x.children = append(x.children[:0], make([]int32, count)...)
	x.next, x.matched = 0, 0
	stats := x.search.Run(ctx, cover.Limits{Trace: &x.trace}, nil)
	switch {
	case ctx.Err() != nil:
		return stats, ctx.Err()
	case stats.Err != nil:
		return stats, stats.Err
	case stats.Status != cover.Solved || x.next != count || len(stats.Levels) != x.level+1 ||
		stats.Levels[x.level].Nodes != int64(count):
		return stats, errTree
	}
	return stats, nil
}

// path returns path k of the sample.
func (x *Prober) path(k int) []int32 { return x.paths[k*x.level : (k+1)*x.level] }

// enter says whether the search may enter its next node, which is on the given level.
func (x *Prober) enter(level int) (bool, int) {
	if level == 0 {
		x.reached[1] = 0
		if x.level == 0 {
			x.next = 1
		}
		return true, math.MaxInt
	}
	index := x.reached[level]
	x.reached[level]++
	if level > x.level { // a child of the node entered last
		x.children[x.next-1]++
		return false, math.MaxInt
	}
	if x.next >= len(x.children) || x.matched < level-1 || x.path(x.next)[level-1] != index {
		return false, math.MaxInt
	}
	x.matched, x.reached[level+1] = level, 0
	if level == x.level {
		if x.next++; x.next < len(x.children) {
			x.matched = shared(x.path(x.next-1), x.path(x.next))
		}
	}
	return true, math.MaxInt
}

// shared returns the length of the common beginning of two paths.
func shared(a, b []int32) int {
	k := 0
	for k < len(a) && a[k] == b[k] {
		k++
	}
	return k
}

// descend makes the next sample of the chosen children. Children have numbers over the whole sample.
func (x *Prober) descend(chosen []int64) {
	below := make([]int32, 0, len(chosen)*(x.level+1))
	parent, before := 0, int64(0) // the number of the parent's first child
	for _, number := range chosen {
		for number >= before+int64(x.children[parent]) {
			before += int64(x.children[parent])
			parent++
		}
		below = append(append(below, x.path(parent)...), int32(number-before))
	}
	x.paths, x.level = below, x.level+1
}
