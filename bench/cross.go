package bench

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// cross is the examination of a suspect, alone or against another solver.
type cross struct {
	suspect Outcome
	against []solvers.Variant // none or one
	models  bool              // hold the numbers of solutions against a SAT solver's
	limited bool              // the user set limits, so a stopped search may be compared
	bounds  Bounds
	stuck   int // tries that did not stop
}

// tryTime is what one search may take, and mostStuck how many may not stop: each
// of them leaves a goroutine behind.
const (
	tryTime   = time.Second
	mostStuck = 3
)

// crosses lists what to hold a suspect against: itself and what its solutions have
// to be; one of the other solvers, those first with which it can be compared in
// most; the SAT solver, which is last because what it says depends on the time.
func (r Report) crosses(suspect Outcome, b Bounds) []*cross {
	var others []solvers.Variant
	add := func(v solvers.Variant) {
		if v.Name != suspect.Variant.Name && !slices.ContainsFunc(others, func(o solvers.Variant) bool { return o.Name == v.Name }) {
			others = append(others, v)
		}
	}
	for _, o := range r.Outcomes {
		if !o.faulty() {
			add(o.Variant)
		}
	}
	for _, v := range solvers.All() {
		add(v)
	}
	far := func(v solvers.Variant) int {
		switch {
		case v.Rule != suspect.Variant.Rule:
			return 2
		case v.Counter != suspect.Variant.Counter:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(others, func(v, w solvers.Variant) int { return cmp.Compare(far(v), far(w)) })
	alone := cross{suspect: suspect, limited: b.Limits != cover.Limits{}, bounds: tryBounds(b, r.nodes(suspect))}
	models := alone
	models.models = true
	crosses := []*cross{&alone}
	for _, v := range others {
		c := alone
		c.against = []solvers.Variant{v}
		crosses = append(crosses, &c)
	}
	return append(crosses, &models)
}

// nodes returns the number of nodes of the largest tree that was searched, the
// suspect's own left aside if there are others; 0 if none is known.
func (r Report) nodes(suspect Outcome) int64 {
	most := int64(0)
	for _, o := range r.Outcomes {
		if o.Variant.Name != suspect.Variant.Name {
			most = max(most, o.Stats.Nodes)
		}
	}
	if most == 0 {
		return suspect.Stats.Nodes
	}
	return most
}

// tryBounds keeps a problem from growing while it becomes smaller: without an item
// it may have many more solutions.
func tryBounds(b Bounds, nodes int64) Bounds {
	if b.Nodes == 0 {
		b.Nodes = 1 << 17
		if nodes > 0 {
			b.Nodes = 2*nodes + 100
		}
	}
	if b.Timeout <= 0 || b.Timeout > tryTime {
		b.Timeout = tryTime
	}
	return b
}

func (c *cross) variants() []solvers.Variant {
	return append(slices.Clone(c.against), c.suspect.Variant)
}

// fault returns the suspect's fault on p, or "" if there is none, or one of another
// kind, or if it takes more than the bounds to see.
func (c *cross) fault(ctx context.Context, p *cover.Problem) string {
	if c.stuck >= mostStuck {
		return ""
	}
	in := corpus.Instance{Solutions: corpus.Count{N: corpus.Unknown}, Nodes: corpus.Unknown, Updates: corpus.Unknown}
	outcomes, err := judge(ctx, in, format.NewPuzzle(p), c.variants(), c.bounds)
	if err != nil {
		return ""
	}
	if c.models {
		countModels(ctx, p, outcomes)
	}
	for _, o := range outcomes {
		if o.stuck {
			c.stuck++
			return ""
		}
	}
	last := len(outcomes) - 1
	for _, o := range outcomes[:last] {
		if o.Stats.Status != cover.Solved && !(o.Stats.Status == cover.Limit && c.limited) {
			return ""
		}
	}
	if outcomes[last].Stats.Status != c.suspect.Stats.Status {
		return ""
	}
	return outcomes[last].Fault
}
