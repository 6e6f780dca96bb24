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
	Problems []Problem `json:"problems"`

	// The part of the tree: a part, what several parts leave, or the whole tree.
	Part  *divide.Part  `json:"part,omitempty"`
	Trunk []divide.Part `json:"trunk,omitempty"`

	Solver solvers.Variant `json:"-"`
	Bounds Bounds          `json:"-"`
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
	one := q
	for len(all) < len(q.Problems) {
		c := call{Op: searchOp, Bounds: q.Bounds, MinTime: foundEvery, Search: &one, variants: []solvers.Variant{q.Solver}}
		found, _, failed, err := w.do(ctx, c)
		all = append(all, found...)
		alone := len(one.Problems) == 1
		switch {
		case err != nil:
			return nil, err
		case failed != nil && alone && failed.Stats.Status == results.Killed:
			return nil, &KilledError{failed.Fault}
		case failed != nil && alone:
			all = append(all, *failed)
		}
		// It is not known at which of many searches a worker failed.
		one.Problems = q.Problems[len(all):min(len(all)+1, len(q.Problems))]
	}
	return all, nil
}

// Disagree compares what solvers found on one problem, as [Worker.Verify] does. Of the sets of solutions it
// knows the sizes only. Whoever differs from the others gets another status, and a fault.
// The statistics have levels.
func Disagree(by []solvers.Variant, found []*Found, limits cover.Limits) {
	all := make([]Found, len(found))
	for k, f := range found {
		all[k] = Found{Variant: by[k], Stats: f.Stats, Fault: f.Fault, Algorithm: cmp.Or(f.Algorithm, by[k].Algorithm)}
		if all[k].set.size = f.Stats.Solutions; f.Stats.Status.Measured() {
			all[k].Ended = f.Stats.Status
		}
	}
	disagree(all, limits)
	for k := range found {
		found[k].Stats.Status, found[k].Fault = all[k].Stats.Status, all[k].Fault
	}
}

// CheckKnown compares what the parts of a search found together with the known figures of the problem.
func (p *Problem) CheckKnown(v solvers.Variant, s cover.Stats) (cover.Status, string) {
	o := Found{Variant: v, Stats: s}
	o.checkCatalogue(corpus.Instance{Solutions: p.Known, Source: p.Source, Nodes: cmp.Or(p.Nodes, corpus.Unknown),
		Updates: cmp.Or(p.Updates, corpus.Unknown)})
	return o.Stats.Status, o.Fault
}
