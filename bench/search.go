package bench

import (
	"cmp"
	"context"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// Searches are what one solver does on some problems.
type Searches struct {
	Problems []Problem
	Solver   solvers.Variant
	Bounds   Bounds

	// The part of the tree: a part, what several parts leave, or the whole tree.
	Part  *divide.Part
	Trunk []divide.Part
}

// A KilledError says that somebody else killed the worker of a search. The search may succeed if it
// is tried again.
type KilledError struct{ Reason string }

func (e *KilledError) Error() string { return e.Reason }

// Search makes searches once each, with the checks of a run (see [Worker.Verify]). It returns what each of
// them found, in order. No other solver is at hand, so answers are not compared: see [Disagree]. The
// status of a search says whether its worker died or had to be killed. The error is a [KilledError] if somebody
// else killed the worker.
func (w *Worker) Search(ctx context.Context, q Searches) (all []Found, err error) {
	left := q.Problems
	c := call{Op: checkOp, Bounds: q.Bounds, MinTime: foundEvery, Part: q.Part, Trunk: q.Trunk, variant: q.Solver}
	for more := left[1:]; len(left) > 0; more = nil {
		c.Problem, c.More = &left[0], more
		found, failed, err := w.do(ctx, c)
		all = append(all, found...)
		switch {
		case err != nil:
			return nil, err
		case failed == nil || len(more) > 0: // it is not known at which of many searches a worker failed
		case failed.Stats.Status == results.Killed:
			return nil, &KilledError{failed.Fault}
		default:
			all = append(all, *failed)
		}
		left = q.Problems[len(all):]
	}
	return all, nil
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
	o := Found{Variant: v, Stats: s}
	o.checkCatalogue(corpus.Instance{Solutions: p.Known, Source: p.Source, Nodes: cmp.Or(p.Nodes, corpus.Unknown),
		Updates: cmp.Or(p.Updates, corpus.Unknown)})
	return o.Stats.Status, o.Fault
}
