package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// A Searcher makes searches once each, in a worker process, with the checks of a run (see
// [Verify]). No other solver is at hand, so answers are not compared: see [Disagree].
type Searcher struct{ remote *remote }

// NewSearcher returns a searcher, given the command that starts a worker process (see [Work]).
func NewSearcher(command []string) *Searcher {
	return &Searcher{newRemote(Isolation{Command: command, Grace: time.Second})}
}

// Close ends the worker process.
func (s *Searcher) Close() { s.remote.close() }

// Searches are what one solver does on some problems.
type Searches struct {
	Problems []Problem `json:"problems"`

	// The part of the tree: a part, what several parts leave, or the whole tree.
	Part  *divide.Part  `json:"part,omitempty"`
	Trunk []divide.Part `json:"trunk,omitempty"`

	Solver solvers.Variant `json:"-"`
	Bounds Bounds          `json:"-"`
}

// Found is what a search found.
type Found struct {
	Stats  cover.Stats `json:"s"`           // without levels
	Levels Levels      `json:"l,omitempty"` // none unless the search ended, and they explain its totals
	Fault  string      `json:"f,omitempty"` // what is wrong with the answer, or why there is none

	// Algorithm is the one that the solver chose, if it is not the solver's own.
	Algorithm string `json:"a,omitempty"`
}

// A KilledError says that somebody else killed the worker of a search. The search may succeed if it
// is tried again.
type KilledError struct{ Reason string }

func (e *KilledError) Error() string { return e.Reason }

// Search makes searches. It returns what each of them found, in order. A search whose worker dies, or
// has to be killed, ends with that status. The error is a [KilledError] if somebody else killed the
// worker.
func (s *Searcher) Search(ctx context.Context, q Searches) ([]Found, error) {
	one, found := q, []Found(nil)
	for len(found) < len(q.Problems) {
		some, failed, err := s.some(ctx, one)
		found = append(found, some...)
		alone := len(one.Problems) == 1
		switch {
		case err != nil:
			return nil, err
		case failed != nil && alone && failed.Stats.Status == results.Killed:
			return nil, &KilledError{failed.Fault}
		case failed != nil && alone:
			found = append(found, Found{Stats: failed.Stats, Fault: failed.Fault})
		}
		// It is not known at which of many searches a worker failed.
		one.Problems = q.Problems[len(found):min(len(found)+1, len(q.Problems))]
	}
	return found, nil
}

// some makes searches until they are done or the worker fails.
func (s *Searcher) some(ctx context.Context, q Searches) (found []Found, failed *measurement, err error) {
	r := s.remote
	if err := r.start(); err != nil {
		return nil, nil, err
	}
	r.worker.send(request{Solvers: []string{q.Solver.Name}, Bounds: q.Bounds, Search: &q})
	maxWait := r.maxWait(task{variants: []solvers.Variant{q.Solver}, bounds: q.Bounds, minTime: foundEvery})
	for len(found) < len(q.Problems) {
		a, failed, err := r.next(ctx, time.Now(), maxWait, func(a answer) error {
			if most := len(q.Problems) - len(found); len(a.Found) > most {
				return fmt.Errorf("%d results of %d searches", len(a.Found), most)
			}
			return nil
		})
		switch {
		case err != nil || failed != nil:
			return found, failed, err
		case a.Error != "":
			return found, nil, errors.New(a.Error)
		}
		found = append(found, a.Found...)
	}
	return found, nil, nil
}

// Disagree compares what solvers found on one problem, as [Verify] does. Of the sets of solutions it
// knows the sizes only. It changes the status and the fault of those that differ from the others.
// The statistics have levels.
func Disagree(by []solvers.Variant, found []*Found, limits cover.Limits) {
	var all []Outcome
	for k, f := range found {
		o := Outcome{Variant: by[k], Stats: f.Stats, Fault: f.Fault, algorithm: cmp.Or(f.Algorithm, by[k].Algorithm)}
		if o.found.size = f.Stats.Solutions; o.Stats.Status.Measured() {
			o.ended = o.Stats.Status
		}
		all = append(all, o)
	}
	disagree(all, limits)
	for k := range found {
		found[k].Stats.Status, found[k].Fault = all[k].Stats.Status, all[k].Fault
	}
}

// CheckKnown compares what the parts of a search found together with the known figures of the problem.
func (p *Problem) CheckKnown(v solvers.Variant, s cover.Stats) (cover.Status, string) {
	o := Outcome{Variant: v, Stats: s}
	o.checkCatalogue(corpus.Instance{Solutions: p.Known, Source: p.Source, Nodes: cmp.Or(p.Nodes, corpus.Unknown),
		Updates: cmp.Or(p.Updates, corpus.Unknown)})
	return o.Stats.Status, o.Fault
}
