package bench

import (
	"context"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
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

// Context returns the context of one search.
func (b Bounds) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, b.Timeout)
}

// Verify runs every variant on the instance and judges its answer. First come the checks that share
// nothing with the solver. They decide whether an answer is wrong:
//
//   - Each solution passes the independent checker and the rules of the puzzle, and is reported
//     once.
//   - The totals are the sums over the levels, and every solution counted was reported.
//   - The number of solutions is the known one.
//   - Nodes and updates equal those of Knuth's dlx1, if they are known and the solver is in its
//     class.
//   - A second run, after one that was stopped, repeats the first (rerun.go says how much of it).
//   - A search that can prove that it found all solutions does so (proof.go).
//   - On small problems, a SAT solver finds as many models as there are solutions (models.go).
//
// Then the answers that nothing refuted are compared with each other (disagree.go). A solver that
// differs from the others has the status disagree.
//
// The worker makes the checks of each solver: to send every solution to this process would take longer
// than many searches. A solver that crashes, or that does not stop after its timeout and some grace, has
// its fault in the report. A fault may have damaged the memory of its process, so the next instance gets
// a new one.
func (w *Worker) Verify(ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds) (Report, error) {
	report, err := w.report(ctx, in, variants, b, true)
	if len(report.Faults()) > 0 {
		w.Close()
	}
	return report, err
}

// report makes the checks of Verify. The SAT solver's is made if models is true.
func (w *Worker) report(ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds, models bool) (Report, error) {
	found, err := w.verify(ctx, call{Rerun: true, Bounds: b, instance: &in}, variants)
	if err != nil {
		return Report{nil, in}, err
	}
	if models {
		puzzle, err := in.Puzzle()
		if err != nil {
			return Report{nil, in}, err
		}
		countModels(ctx, puzzle.Problem(), found)
	}
	disagree(found, b.Limits)
	confirmAnswers(found, b.Limits)
	return Report{found, in}, ctx.Err()
}

// verify has the answer of each variant checked alone. The checks that take too long for measuring are
// made if the searches are run again: there, each sample is compared with the verification anyway.
func (w *Worker) verify(ctx context.Context, c call, variants []solvers.Variant) (found []*Found, err error) {
	c.Op = checkOp
	for _, c.variant = range variants {
		f, err := w.do(ctx, c)
		if err == nil && c.Rerun && f.Stats.Status == results.Killed {
			f, err = w.do(ctx, c) // not killed by us, and perhaps not again
		}
		if err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	return found, nil
}

// Report has the outcomes of one instance, in the order of the solvers asked for.
type Report struct {
	Outcomes []*Found
	instance corpus.Instance
}

// Faults returns the faults of the outcomes.
func (r Report) Faults() (all Faults) {
	for _, o := range r.Outcomes {
		if o.Faulty() {
			all = append(all, Fault{r.instance.ID(), o.Variant.Name, o.Stats.Status, o.Fault})
		}
	}
	return all
}

// outcome makes the checks that concern a solver alone.
func (s *checkedSearch) outcome(ctx context.Context) Found {
	o := s.firstRun(ctx)
	if o.Ended != "" { // otherwise the search may still be running, and the outcome is not compared
		o.Algorithm = s.variant.Made(s.search).Algorithm
		if base, _, _ := s.problem().Base(); base != s.problem() {
			s.kept[s.variant.Name] = s.search // the next sudoku is another restriction of the same base
		}
	}
	if s.whole() {
		o.checkKnown(s.known)
	}
	if s.Rerun {
		s.rerun(ctx, &o)
		s.checkProof(ctx, &o)
	}
	if o.Stats.Status == cover.Unsupported { // it may have found something before it said so
		o.Stats = cover.Stats{Status: cover.Unsupported, Nodes: cover.Uncounted, Updates: cover.Uncounted, Setup: o.Stats.Setup}
	}
	if !o.Ended.Measured() || o.Stats.CheckLevels() != nil {
		o.Stats.Levels = nil // they do not show what the solver did
	}
	if o.Checked > 0 && o.Fault == "" {
		o.Fault = "checked " + english.GroupedCount(o.Checked, "solution") + " in time, and counted the others"
	}
	return o
}
