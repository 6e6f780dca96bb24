package bench

import (
	"cmp"
	"context"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// TreeSearch is what one solver does on a problem.
type TreeSearch struct {
	Problem Problem
	Solver  solvers.Variant
	Bounds  Bounds

	// The part of the tree: a part, what several parts leave, or the whole tree.
	Part  *divide.Part
	Trunk []divide.Part
}

// A KilledError says that somebody else killed the worker of a search. The search may succeed if it
// is tried again.
type KilledError struct{ Reason string }

func (e *KilledError) Error() string { return e.Reason }

// Search makes a search, with the checks of a run (see [Worker.Verify]). No other solver is at hand, so the
// answer is not compared: see [Disagree]. The status says whether the worker died or had to be killed. The
// error is a [KilledError] if somebody else killed the worker.
func (w *Worker) Search(ctx context.Context, q TreeSearch) (*Found, error) {
	f, err := w.do(ctx, call{Op: checkOp, Problem: &q.Problem, Bounds: q.Bounds, Part: q.Part, Trunk: q.Trunk, variant: q.Solver})
	if err == nil && f.Stats.Status == results.Killed {
		err = &KilledError{f.Fault}
	}
	return f, err
}

// Disagree compares what solvers found on one problem, as [Worker.Verify] does. Of the sets of solutions it
// knows the sizes only. Whoever differs from the others gets another status, and a fault.
// The statistics have levels.
func Disagree(found []*Found, limits cover.Limits) {
	for _, f := range found {
		f.Algorithm = cmp.Or(f.Algorithm, f.Variant.Algorithm)
		if f.Set = (contents{Size: f.Stats.Solutions}); f.Stats.Status.Measured() {
			f.Ended = f.Stats.Status
		}
	}
	disagree(found, limits)
}

// CheckKnown compares what the parts of a search found together with the known figures of the problem.
func (p *Problem) CheckKnown(v solvers.Variant, s cover.Stats) (cover.Status, string) {
	f := Found{Variant: v, Stats: s}
	f.checkKnown(p)
	return f.Stats.Status, f.Fault
}
