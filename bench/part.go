package bench

import (
	"context"

	"xcbench/cover"
	"xcbench/solvers/divide"
)

// asFound returns what is told of an outcome.
func (o *Outcome) asFound() Found {
	f := Found{Stats: o.Stats, Fault: o.Fault}
	if f.Stats.Levels = nil; o.explained() {
		f.Levels = o.Stats.Levels
	}
	if o.algorithm != o.Variant.Algorithm {
		f.Algorithm = o.algorithm
	}
	return f
}

// run searches the part. A part has no limits, as which part of a search they allow depends on its
// order.
func (q *Searches) run(
	ctx context.Context, x cover.Search, p *cover.Problem, limits cover.Limits, visit cover.Visitor,
) (stats cover.Stats) {
	var err error
	switch {
	case q.whole():
		return x.Run(ctx, limits, visit)
	case q.Part != nil:
		stats, err = divide.Search(ctx, x, p.MaxDepth(), *q.Part, visit)
	default:
		stats, err = divide.Trunk(ctx, x, p.MaxDepth(), q.Trunk, visit)
	}
	if err != nil && stats.Err == nil {
		stats.Status, stats.Err = cover.Failed, err
	}
	return stats
}

// whole reports whether the whole tree is searched. No searches stand for one that is.
func (q *Searches) whole() bool { return q == nil || q.Part == nil && q.Trunk == nil }
