package count

import (
	"context"
	"time"

	"xcbench/cover"
)

// DefaultMemory bounds the tables of a search in bytes, unless the limits of a run say otherwise.
const DefaultMemory = 4 << 30

// The rules of the frontier solvers: the order in which they branch on the primary items.
const (
	Input   cover.Rule = "input"  // the order of the problem
	Breadth cover.Rule = "bfs"    // breadth first from a peripheral item (Cuthill and McKee 1969)
	Greedy  cover.Rule = "greedy" // the item that keeps the frontier small; from several starts
)

// orders has the order of each rule.
var orders = map[cover.Rule]order{
	Input: inputOrder, Breadth: breadthOrder, Greedy: greedyOrder,
}

// Frontier returns the solver that sweeps the items in the order of a rule. It panics if the rule is
// none of this package.
func Frontier(rule cover.Rule) cover.Solver {
	if orders[rule] == nil {
		panic("count: unknown rule " + string(rule))
	}
	return frontier{rule}
}

type frontier struct{ rule cover.Rule }

func (frontier) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, CountsOnly: true}
}

// maxTable bounds the words of all options of a plan: 256 MB.
const maxTable = 1 << 25

func (f frontier) Prepare(p *cover.Problem) (cover.Search, error) {
	pl, _, err := f.plan(p)
	if err != nil {
		return nil, err
	}
	x := new(frontierSearch)
	x.sweep = newSweep(pl, &x.clock)
	return x, nil
}

func (f frontier) plan(p *cover.Problem) (*plan, cover.Rule, error) {
	if err := tooLarge(p); err != nil {
		return nil, "", err
	}
	return compile(p, orders[f.rule](p)), f.rule, nil
}

func tooLarge(p *cover.Problem) error {
	if p.Items()/64*p.Options() > maxTable {
		return cover.Unsupportedf("%d items and %d options take too much memory", p.Items(), p.Options())
	}
	return nil
}

// choosePlan returns the plan of the order with the least bound, and the rule of that order. An order
// that takes longer to find must halve the bound: its frontier is ragged, and less of the bound is
// left over.
func choosePlan(p *cover.Problem) (least *plan, rule cover.Rule, err error) {
	if err := tooLarge(p); err != nil {
		return nil, "", err
	}
	for _, r := range []cover.Rule{Input, Breadth, Greedy} {
		if pl := compile(p, orders[r](p)); least == nil || pl.bound < least.bound/2 {
			least, rule = pl, r
		}
	}
	return least, rule, nil
}

type frontierSearch struct {
	clock clock
	sweep *sweep
}

// Run counts the solutions. The visitor is not used: see [cover.Capabilities].
func (x *frontierSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	began := time.Now()
	x.clock.start(ctx, limits)
	x.sweep.start()
	for !x.sweep.done() && !x.clock.stopped {
		x.sweep.resume(1 << 62)
	}
	stats := x.sweep.finish()
	stats.Search = time.Since(began)
	return stats
}
