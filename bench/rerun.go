package bench

import (
	"context"
	"slices"
	"time"

	"xcbench/cover"
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
func (s *checkedSearch) rerun(ctx context.Context, o *Found) {
	if s.search == nil || o.Faulty() || o.Stats.Status == cover.Unsupported {
		return
	}
	again := s.Bounds
	if again.Timeout <= 0 || again.Timeout > time.Second {
		again.Timeout = time.Second // fifty times shortSearch
	}
	whole := o.Stats.Status != cover.Timeout && o.Stats.Search <= shortSearch
	if !whole {
		again.Timeout = min(again.Timeout, partTime)
	}
	half := again
	half.Nodes = min(max(o.Stats.Nodes/2, 1), partNodes)
	first, stopped := *o, s.run(ctx, half)
	if o.failsAgain(stopped) {
		return
	}
	if !whole {
		if stopped.Stats.Status == cover.Unsupported {
			return // an engine without a limit of nodes
		}
		first, again = stopped, half
	}
	if second := s.run(ctx, again); !o.failsAgain(second) {
		o.compareRuns(first, second)
	}
}

// againPrefix begins the faults of runs after the first.
const againPrefix = "in a second run: "

// failsAgain records the failure of a run after the first, and reports whether there is one. An engine may
// have no limit of nodes.
func (f *Found) failsAgain(again Found) bool {
	failed := again.Ended == "" && again.Stats.Status != cover.Unsupported
	if failed {
		f.Stats.Status, f.Fault, f.Ended = again.Stats.Status, againPrefix+again.Fault, ""
	}
	return failed
}

// compareRuns refutes the answer if the second run differs from the first. A second run that timed
// out is compared only as far as it got.
func (f *Found) compareRuns(first, second Found) {
	a, b := first.Stats, second.Stats
	what, wrong := difference(f.Variant, b, a)
	switch {
	case a.Status == cover.Timeout: // neither part got to its last node: nothing to compare
	case b.Status == cover.Timeout && b.Nodes <= a.Nodes && b.Solutions <= a.Solutions:
	case wrong:
		f.refute("%s", what)
	case b.Status != a.Status:
		f.refute("a second run differs: it ended with %s, the first with %s", b.Status, a.Status)
	case f.Variant.Engine != nil: // another program may search in another order each time
		if f.Stats.Status.Measured() {
			f.Fault = unsteady(f.Variant, a, b)
		}
	case !slices.Equal(a.Levels, b.Levels):
		f.refute("a second run differs: other nodes or updates by level")
	case !second.shown.sameOrder(first.shown):
		f.refute("a second run differs: other solutions, or in another order")
	}
}
