package bench

import (
	"context"

	"xcbench/cover"
	"xcbench/solvers/divide"
)

// searchPart searches the part of the tree that a call names. A part has no limits, as which part of a
// search they allow depends on its order.
func (c *call) searchPart(ctx context.Context, x cover.Search, p *cover.Problem, limits cover.Limits, visit cover.Visitor) (stats cover.Stats) {
	var err error
	switch {
	case c.whole():
		return x.Run(ctx, limits, visit)
	case c.Part != nil:
		stats, err = divide.Search(ctx, x, p.MaxDepth(), *c.Part, visit)
	default:
		stats, err = divide.Trunk(ctx, x, p.MaxDepth(), c.Trunk, visit)
	}
	if err != nil && stats.Err == nil {
		stats.Status, stats.Err = cover.Failed, err
	}
	return stats
}

// whole reports whether the whole tree is searched.
func (c *call) whole() bool { return c.Part == nil && c.Trunk == nil }
