package bench

import (
	"context"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/solvers"
)

// Bounds apply to each search.
type Bounds struct {
	cover.Limits
	Timeout time.Duration // 0 for none
}

// Answered returns the status to record of a search. A search that found all solutions that it was
// asked for is solved, and not stopped by a limit of its work.
func (b Bounds) Answered(status cover.Status, solutions int64) cover.Status {
	if status == cover.Limit && b.Solutions > 0 && solutions >= b.Solutions {
		return cover.Solved
	}
	return status
}

// For returns the bounds of a solver's searches. Only time bounds a solver that cannot stop at a number
// of nodes or updates.
func (b Bounds) For(v solvers.Variant) Bounds {
	if v.Capabilities().NoBudgets {
		b.Nodes, b.Updates = 0, 0
	}
	return b
}

// hangGrace is how long a search, or Prepare, may overrun its timeout before its worker is killed and
// [Worker.Verify] reports that it does not stop. The contract allows 10 ms, but on a busy machine a
// process may get no processor for seconds.
const hangGrace = 10 * time.Second

// oracles are the checks that take too long for measuring. There, each sample is compared with the
// verification anyway.
type oracles struct {
	Rerun  bool `json:"rerun,omitempty"`  // run each search again, with a proof if it has one
	Models bool `json:"models,omitempty"` // count the solutions with a SAT solver
}

// Context returns the context of one search.
func (b Bounds) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, b.Timeout)
}

// Report has the outcomes of one instance, in the order of the solvers asked for.
type Report struct {
	Outcomes []Found
	instance corpus.Instance
}

// Faulty returns the outcomes that show a fault: a wrong answer, a disagreement with other solvers,
// a crash or a hang.
func (r Report) Faulty() []Found {
	return slices.DeleteFunc(slices.Clone(r.Outcomes), func(o Found) bool { return !o.faulty() })
}

// Faults returns the faults of the outcomes.
func (r Report) Faults() (all Faults) {
	for _, o := range r.Faulty() {
		all = append(all, Fault{r.instance.ID(), o.Variant.Name, o.Stats.Status, o.Fault})
	}
	return all
}

// Stopping returns the variants that did not hang. One that hangs would take its time again on each further
// instance.
func (r Report) Stopping(variants []solvers.Variant) []solvers.Variant {
	return slices.DeleteFunc(slices.Clone(variants), func(v solvers.Variant) bool {
		return slices.ContainsFunc(r.Outcomes, func(o Found) bool { return o.hung() && o.Variant.Name == v.Name })
	})
}

// verify runs every variant on the instance and makes the checks of [Worker.Verify]. It returns an error
// if the context ended.
func (s *server) verify(ctx context.Context, c call, variants []solvers.Variant) (all []Found, err error) {
	for _, v := range variants {
		s.tell(v.Name, 0)
		one := checkedSearch{server: s, puzzle: s.puzzle, variant: v, bounds: c.Bounds.For(v)}
		f := one.outcome(ctx, *s.in, c.Oracles.Rerun)
		if err := ctx.Err(); err != nil { // the outcome is incomplete
			return all, err
		}
		all = append(all, f)
	}
	if c.Oracles.Models {
		countModels(ctx, s.puzzle.Problem(), all)
	}
	disagree(all, c.Bounds.Limits)
	confirmAnswers(all, c.Bounds.Limits)
	return all, ctx.Err()
}

// outcome makes the checks of verify that concern a solver alone.
func (s *checkedSearch) outcome(ctx context.Context, in corpus.Instance, rerun bool) Found {
	o := s.firstRun(ctx)
	if o.Ended != "" { // otherwise the search may still be running, and the outcome is not compared
		o.Algorithm = s.variant.Made(s.search).Algorithm
		if base, _, _ := s.puzzle.Problem().Base(); base != s.puzzle.Problem() {
			s.server.kept[s.variant.Name] = s.search // the next sudoku is another restriction of the same base
		}
	}
	if s.part.whole() {
		o.checkCatalogue(in)
	}
	if rerun {
		s.rerun(ctx, &o)
		s.checkProof(ctx, &o)
	}
	if o.Stats.Status == cover.Unsupported { // it may have found something before it said so
		o.Stats = cover.Stats{Status: cover.Unsupported, Nodes: cover.Uncounted, Updates: cover.Uncounted, Setup: o.Stats.Setup}
	}
	if !o.Ended.Measured() || o.Stats.CheckLevels() != nil {
		o.Stats.Levels = nil // they do not show what the solver did
	}
	if o.checked > 0 && o.Fault == "" {
		o.Fault = "checked " + english.GroupedCount(o.checked, "solution") + " in time, and counted the others"
	}
	return o
}
