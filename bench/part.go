package bench

import (
	"context"

	"xcbench/cover"
	"xcbench/solvers/divide"
)

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
