package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/zst"
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
	Problems json.RawMessage `json:"problems"` // an array of [Problem]
	Count    int             `json:"count"`    // how many there are

	// The part of the tree: a part, what several parts leave, or the whole tree.
	Part  *divide.Part  `json:"part,omitempty"`
	Trunk []divide.Part `json:"trunk,omitempty"`

	// Shared means that the search gives parts away to Give, after the number of parts wanted was
	// sent to Ask. The search keeps the parts if Give fails.
	Shared bool                      `json:"shared,omitempty"`
	Give   func([]divide.Part) error `json:"-"`
	Ask    <-chan int                `json:"-"`

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

	// Given has the parts that the search gave away. The statistics lack them.
	Given []divide.Part `json:"g,omitempty"`
}

// A KilledError says that somebody else killed the worker of a search. The search may succeed if it
// is tried again.
type KilledError struct{ Reason string }

func (e *KilledError) Error() string { return e.Reason }

// Search makes searches. It returns what each of them found, in order, and the sums of counters and
// times. What they found is arrays of [Found] in JSON, each compressed. A search whose worker dies,
// or has to be killed, ends with that status. The error is a [KilledError] if somebody else killed
// the worker.
func (s *Searcher) Search(ctx context.Context, q Searches) (found []byte, sum cover.Stats, err error) {
	var all []json.RawMessage // the problems, once they are searched one by one
	done := 0
	take := func(a answer) {
		found, done = append(found, a.Found...), done+a.Count
		add(&sum, a.Sum)
	}
	for one := q; done < q.Count; one.Count = 1 { // it is not known at which of many searches a worker failed
		if one.Count < q.Count {
			if all == nil {
				if err := json.Unmarshal(q.Problems, &all); err != nil {
					return nil, sum, err
				}
			}
			one.Problems = slices.Concat([]byte("["), all[done], []byte("]"))
		}
		failed, err := s.some(ctx, one, take)
		switch {
		case err != nil:
			return nil, sum, err
		case failed == nil || one.Count > 1:
		case failed.Stats.Status == results.Killed:
			return nil, sum, &KilledError{failed.Fault}
		default:
			take(answerOf([]Found{{Stats: failed.Stats, Fault: failed.Fault}}))
		}
	}
	return found, sum, nil
}

// some makes searches until they are done or the worker fails.
func (s *Searcher) some(ctx context.Context, q Searches, take func(answer)) (failed *measurement, err error) {
	r := s.remote
	if err := r.start(); err != nil {
		return nil, err
	}
	r.worker.asks = q.Ask
	r.worker.send(request{Solvers: []string{q.Solver.Name}, Bounds: q.Bounds, Search: &q})
	maxWait := r.maxWait(task{variants: []solvers.Variant{q.Solver}, bounds: q.Bounds, minTime: foundEvery})
	for left := q.Count; left > 0; {
		a, failed, err := r.next(ctx, time.Now(), maxWait, func(a answer) error {
			if a.Count < 0 || a.Count > left {
				return fmt.Errorf("%d results of %d searches", a.Count, left)
			}
			return nil
		})
		switch {
		case err != nil || failed != nil:
			return failed, err
		case a.Error != "":
			return nil, errors.New(a.Error)
		case a.Gives != nil:
			kept := !q.Shared || q.Give(a.Gives) != nil
			r.worker.send(request{Kept: &kept})
		case a.Count > 0:
			take(a)
			left -= a.Count
		}
	}
	return nil, nil
}

// add adds counters and times.
func add(sum *cover.Stats, s cover.Stats) {
	sum.Solutions += s.Solutions
	sum.Nodes, sum.Updates = cover.SumCounted(sum.Nodes, s.Nodes), cover.SumCounted(sum.Updates, s.Updates)
	sum.Setup, sum.Search = sum.Setup+s.Setup, sum.Search+s.Search
}

// answerOf returns the answer with the results of some searches.
func answerOf(found []Found) answer {
	a := answer{Count: len(found)}
	for _, f := range found {
		add(&a.Sum, f.Stats)
	}
	text, err := json.Marshal(found)
	if err == nil {
		a.Found, err = zst.Pack(text)
	}
	if err != nil {
		a.Error = err.Error()
	}
	return a
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
