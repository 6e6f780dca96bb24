package bench

import (
	"context"
	"slices"
	"time"

	"xcbench/cover"
)

// A first run of up to quick is repeated as a whole. A longer one, or one that
// timed out, would cost too much: of it, only two runs of up to taste nodes are
// held against each other, if they get there in tasteTime.
const (
	quick     = 20 * time.Millisecond
	taste     = 1000
	tasteTime = 50 * time.Millisecond
)

// again runs the search twice more: up to half of its nodes, taste at most, which
// leaves it stopped in the middle of its work; and then as the first time, to see
// that neither the run before nor its being stopped is left in the links.
func (s *subject) again(ctx context.Context, o *Outcome) {
	if s.search == nil || o.faulty() {
		return
	}
	b := s.bounds
	if b.Timeout <= 0 || b.Timeout > time.Second {
		b.Timeout = time.Second // fifty times what it took before
	}
	run := func(limits cover.Limits) *trial {
		ctx, cancel := b.Context(ctx)
		defer cancel()
		return s.try(ctx, limits)
	}
	half := b.Limits
	half.Nodes = min(max(o.Stats.Nodes/2, 1), taste)
	first, limits := &trial{stats: o.Stats, found: o.found}, b.Limits
	whole := o.Stats.Status != cover.Timeout && o.Stats.Search <= quick
	if !whole {
		b.Timeout, limits = min(b.Timeout, tasteTime), half
	}
	stopped := run(half)
	if stopped.ending != (ending{}) {
		o.endAgain(stopped.ending)
		return
	}
	if !whole {
		first = stopped
	}
	second := run(limits)
	if second.ending != (ending{}) {
		o.endAgain(second.ending)
		return
	}
	o.hold(first, second)
}

func (o *Outcome) endAgain(e ending) {
	o.end(e)
	o.Fault = "in a second run: " + o.Fault
}

// hold refutes the outcome if a second run was not as the first. One that
// ran out of time says only as much as it did.
func (o *Outcome) hold(first, second *trial) {
	a, b := first.stats, second.stats
	switch {
	case a.Status == cover.Timeout: // of two tastes, so that it tells nothing
	case second.fault != "":
		o.refute("solution %d of a second run: %s", b.Solutions, second.fault)
	case b.Status == cover.Timeout && b.Nodes <= a.Nodes && b.Solutions <= a.Solutions:
	case b.Solutions != a.Solutions || b.Nodes != a.Nodes || b.Updates != a.Updates:
		o.refute("%d solutions, %d nodes, %d updates in one run and %d, %d, %d in another",
			b.Solutions, b.Nodes, b.Updates, a.Solutions, a.Nodes, a.Updates)
	case b.Status != a.Status:
		o.refute("a second run differs: it ended with %s, the first with %s", b.Status, a.Status)
	case !slices.Equal(a.Levels, b.Levels):
		o.refute("a second run differs: other nodes or updates by level")
	case !second.found.sameOrder(&first.found):
		o.refute("a second run differs: other solutions, or in another order")
	}
}
