// Package estimate estimates the size of a search tree without walking through it: the nodes, the
// updates and the solutions of every level, with intervals.
//
// # One probe
//
// A probe descends level by level with a sample of at most Width nodes. It counts all children of
// the sample and chooses the next sample among them:
//
//	level 0        ●             weight 1
//	             ╱ │ ╲
//	level 1     ●  ○  ●          3 children, 2 in the sample: weight 3/2
//	           ╱ ╲   ╱│╲
//	level 2   ○   ● ○ ● ○        5 children, 2 in the sample: weight 3/2 · 5/2
//
// The weight of a level is the number of nodes that each node of its sample stands for. Every child
// is chosen with the same probability, so the sum over the sample, times the weight, is an unbiased
// estimate for the level. This is stochastic enumeration: R. Rubinstein, Methodology and Computing
// in Applied Probability 15 (2013); R. Vaisman and D. P. Kroese, "Stochastic Enumeration Method for
// Counting Trees", same journal 19 (2017). With a width of 1 it is the random probing of D. E.
// Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).
// P. C. Chen (SIAM Journal on Computing 21, 1992) samples strata of nodes in a similar way. A wide
// probe has far less variance than as many single paths, because it replaces dead ends by living
// nodes.
//
// Siblings are much alike, so the sample is spread evenly over the children in the order of the
// search: see spread.go.
//
// # Any solver
//
// An estimate describes the tree of one solver. A [cover.Trace] makes the search enter only the
// sample and the nodes above it. The search starts at the root for each level, so a probe of some
// depth costs the nodes of its paths as often as there are levels below. In exchange, the solver
// itself counts the updates. It must meet the conditions of package parallel. It goes on where a
// node is left out. Neither the updates at a node nor the order of its children depend on earlier
// nodes.
//
// Start reading at [Run]. probe.go has the descent, moments.go the intervals.
package estimate

import (
	"cmp"
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"xcbench/cover"
)

// Options say how much to probe. Zero values stand for the defaults.
type Options struct {
	Probes int     // the most probes; DefaultProbes if 0
	Width  int     // the most nodes of a level in a sample; DefaultWidth if 0
	Seed   uint64  // of the random choices
	Within float64 // stop when the interval of the nodes is ± this fraction of them; 0 for never
}

// The defaults of [Options].
const (
	DefaultProbes = 32
	DefaultWidth  = 128
)

// block is how many probes are made between two looks at the width of the interval.
const block = 8

// Estimate is what some probes say about a tree.
type Estimate struct {
	Probes int     // how many probes were made
	Width  int     // of each probe
	Total  Level   // over all levels
	Levels []Level // from the root down; deeper levels may exist, in parts that no probe came to
	Visits int64   // the nodes that the probes entered, repetitions included
}

// Level is the estimate for a level, or for the whole tree.
type Level struct {
	Nodes, Updates, Solutions Quantity
	Probes                    int // how many probes came to the level
}

// Run estimates the tree of a search of p by s. The result depends on the options only, not on how
// many processors make the probes. If the context ends, Run returns the estimate of the probes made
// so far, with the context's error. An estimate needs two probes at least.
func Run(ctx context.Context, s cover.Solver, p *cover.Problem, o Options) (Estimate, error) {
	o.Probes, o.Width = cmp.Or(o.Probes, DefaultProbes), cmp.Or(o.Width, DefaultWidth)
	c, probers := collector{}, make([]*Prober, min(runtime.GOMAXPROCS(0), o.Probes))
	for enough := false; c.taken < o.Probes && !enough; {
		probes := make([]probed, min(block*len(probers), o.Probes-c.taken))
		c.round(ctx, s, p, o, probers, probes)
		for _, one := range probes {
			if one.err != nil {
				return c.estimate(o.Width), one.err
			}
			c.take(one)
			all := c.total.nodes.quantity()
			if enough = o.Within > 0 && c.taken%block == 0 && all.High-all.Low <= 2*o.Within*all.Value; enough {
				break
			}
		}
	}
	return c.estimate(o.Width), nil
}

// probed is what a probe found.
type probed struct {
	levels []tally
	visits int64
	err    error
}

// round makes the next probes, in any order. Each prober makes one at a time, and one at least if there are enough, so
// that an error of any prober is seen in the first round. Those that are nil are made first.
func (c *collector) round(ctx context.Context, s cover.Solver, p *cover.Problem, o Options, probers []*Prober, probes []probed) {
	var begun atomic.Int64
	begun.Store(int64(len(probers)))
	var busy sync.WaitGroup
	for w := range probers {
		busy.Go(func() {
			for k := w; k < len(probes); k = int(begun.Add(1)) - 1 {
				one := &probes[k]
				if probers[w] == nil {
					probers[w], one.err = New(s, p)
				}
				if one.err == nil {
					dice := rand.New(rand.NewPCG(o.Seed, uint64(c.taken+k)))
					one.levels, one.visits, one.err = probers[w].probe(ctx, o.Width, dice, nil, nil)
				}
			}
		})
	}
	busy.Wait()
}

// collector takes the probes in the order of their numbers.
type collector struct {
	taken  int
	levels []sums
	total  sums
	visits int64
}

// sums are the sums over all probes of one level.
type sums struct {
	nodes, updates, solutions moments
	probes                    int
}

func (s *sums) add(t tally) {
	s.nodes.add(t.Nodes)
	s.updates.add(t.Updates)
	s.solutions.add(t.Solutions)
	if t.Nodes > 0 {
		s.probes++
	}
}

func (c *collector) take(one probed) {
	for len(c.levels) < len(one.levels) {
		var s sums
		for range c.taken { // no probe before came to this level
			s.add(tally{})
		}
		c.levels = append(c.levels, s)
	}
	var all tally
	for k := range c.levels {
		var t tally
		if k < len(one.levels) {
			t = one.levels[k]
		}
		c.levels[k].add(t)
		all.Nodes, all.Updates, all.Solutions = all.Nodes+t.Nodes, all.Updates+t.Updates, all.Solutions+t.Solutions
	}
	c.total.add(all)
	c.taken, c.visits = c.taken+1, c.visits+one.visits
}

func (c *collector) estimate(width int) Estimate {
	e := Estimate{Probes: c.taken, Width: width, Total: c.total.level(), Visits: c.visits}
	for k := range c.levels {
		e.Levels = append(e.Levels, c.levels[k].level())
	}
	return e
}

func (s *sums) level() Level {
	return Level{s.nodes.quantity(), s.updates.quantity(), s.solutions.quantity(), s.probes}
}
