package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// A search is run again to see that it repeats. A first run of up to shortSearch is repeated as a
// whole. A longer one, or one that timed out, would cost too much: two runs of up to partNodes
// nodes are compared instead, if they get there within partTime.
const (
	shortSearch = 20 * time.Millisecond
	partNodes   = 1000
	partTime    = 50 * time.Millisecond
)

// rerun runs the search twice more. One run stops after half of the first run's nodes, partNodes at
// most, so it leaves the search in the middle of its work. The other one repeats the first run. Its
// result must not depend on the runs before it, even though one was stopped.
func (s *checkedSearch) rerun(ctx context.Context, o *Outcome) {
	if s.search == nil || o.faulty() || o.Stats.Status == cover.Unsupported {
		return
	}
	b := s.bounds
	if b.Timeout <= 0 || b.Timeout > time.Second {
		b.Timeout = time.Second // fifty times shortSearch
	}
	run := func(limits cover.Limits) *checkedRun {
		ctx, cancel := b.Context(ctx)
		defer cancel()
		return s.run(ctx, limits)
	}
	half := b.Limits
	half.Nodes = min(max(o.Stats.Nodes/2, 1), partNodes)
	first, limits := &checkedRun{stats: o.Stats, found: o.found}, b.Limits
	whole := o.Stats.Status != cover.Timeout && o.Stats.Search <= shortSearch
	if !whole {
		b.Timeout, limits = min(b.Timeout, partTime), half
	}
	stopped := run(half)
	if o.failsAgain(stopped) {
		return
	}
	if stopped.stats.Status == cover.Unsupported && !whole {
		return // an engine without a limit of nodes
	}
	if !whole {
		first = stopped
	}
	second := run(limits)
	if !o.failsAgain(second) {
		o.compareRuns(first, second)
	}
}

// againPrefix begins the faults of runs after the first.
const againPrefix = "in a second run: "

// failsAgain is fails for a run after the first.
func (o *Outcome) failsAgain(r *checkedRun) bool {
	failed := o.fails(r.crash)
	if r.stats.Status != cover.Unsupported { // an engine may have no limit of nodes
		failed = failed || o.reports(r.stats)
	}
	if failed {
		o.Fault = againPrefix + o.Fault
	}
	return failed
}

// compareRuns refutes the outcome if the second run differs from the first. A second run that timed
// out is compared only as far as it got.
func (o *Outcome) compareRuns(first, second *checkedRun) {
	a, b := first.stats, second.stats
	switch {
	case a.Status == cover.Timeout: // neither part got to its last node: nothing to compare
	case second.fault != "":
		o.refute("solution %d of a second run: %s", b.Solutions, second.fault)
	case b.Status == cover.Timeout && b.Nodes <= a.Nodes && b.Solutions <= a.Solutions:
	case difference(o.Variant, b, a) != "":
		o.refute("%s", difference(o.Variant, b, a))
	case b.Status != a.Status:
		o.refute("a second run differs: it ended with %s, the first with %s", b.Status, a.Status)
	case o.Variant.Engine != nil: // another program may search in another order each time
		if o.Stats.Status.Measured() {
			o.Fault = unsteady(o.Variant, a, b)
		}
	case !slices.Equal(a.Levels, b.Levels):
		o.refute("a second run differs: other nodes or updates by level")
	case !second.found.sameOrder(&first.found):
		o.refute("a second run differs: other solutions, or in another order")
	}
}

// unsteady describes how the counters of two runs of an engine differ, or returns "". The answer is
// right all the same, but a gate cannot compare such counters.
func unsteady(v solvers.Variant, a, b cover.Stats) string {
	if v.Engine == nil || !a.Status.Measured() || a.Status != b.Status || a.Nodes == b.Nodes && a.Updates == b.Updates {
		return ""
	}
	return fmt.Sprintf("its counters change: %s nodes, %s updates in one run and %s, %s in another",
		results.CounterText(a.Nodes), results.CounterText(a.Updates), results.CounterText(b.Nodes),
		results.CounterText(b.Updates))
}
