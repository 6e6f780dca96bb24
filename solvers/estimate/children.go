package estimate

import (
	"context"
	"math/rand/v2"
)

// Children estimates the nodes below each child of a node, the child included. The path to the node
// has a sibling index, from 0, for every level from 1 on; it is empty for the root. The mean of the
// probes is returned, one number for each child in the order of the search.
func (x *Prober) Children(ctx context.Context, path []int32, width, probes int, dice *rand.Rand) ([]float64, error) {
	count, err := x.count(ctx, path)
	if err != nil || count == 0 {
		return nil, err
	}
	sizes := make([]float64, count)
	tell := func(below []int32, weight float64) { sizes[below[len(path)]] += weight / float64(probes) }
	for range probes {
		// Every child is in the first sample, with several nodes for each on the next levels.
		if _, _, err := x.probe(ctx, max(width, 4*count), dice, path, tell); err != nil {
			return nil, err
		}
	}
	return sizes, nil
}

// count returns the number of children of the node at the end of a path.
func (x *Prober) count(ctx context.Context, path []int32) (int, error) {
	x.level, x.paths = len(path), append(x.paths[:0], path...)
	if _, err := x.enterSample(ctx, 1); err != nil {
		return 0, err
	}
	return int(x.children[0]), nil
}
