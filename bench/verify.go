package bench

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// Bounds apply to each search.
type Bounds struct {
	cover.Limits
	Timeout time.Duration // 0 for none

	// grace is how long a search may go on after the end of its context before it is abandoned. 0
	// means a second, a hundred times what the contract allows. Prepare, which has no context to
	// check, may take ten times as long.
	grace time.Duration

	// brief skips the second run and the SAT solver. It is for measuring, where each sample is
	// compared with the verification anyway. A search that does not stop is not abandoned: somebody
	// else has to kill the process.
	brief bool
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
	Problem  *cover.Problem
	Outcomes []Outcome
	instance corpus.Instance
}

// Faulty returns the outcomes that show a fault: a wrong answer, a disagreement with other solvers,
// a crash or a hang.
func (r Report) Faulty() []Outcome {
	return slices.DeleteFunc(slices.Clone(r.Outcomes), func(o Outcome) bool { return !o.faulty() })
}

// Faults returns the faults of the outcomes.
func (r Report) Faults() (all Faults) {
	for _, o := range r.Faulty() {
		all = append(all, Fault{r.instance.ID(), o.Variant.Name, o.Stats.Status, o.Fault})
	}
	return all
}

// Stopping returns the variants without those that hung. A variant that hangs would occupy another
// goroutine and another processor on each further instance.
func (r Report) Stopping(variants []solvers.Variant) []solvers.Variant {
	return slices.DeleteFunc(slices.Clone(variants), func(v solvers.Variant) bool {
		return slices.ContainsFunc(r.Outcomes, func(o Outcome) bool { return o.hung && o.Variant.Name == v.Name })
	})
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
//   - On small problems, a SAT solver finds as many models as there are solutions (models.go).
//
// Then the answers that nothing refuted are compared with each other (disagree.go). A solver that
// differs from the others has the status disagree.
//
// A solver that panics has the status crash. A solver that goes on after its timeout and the grace
// period is abandoned with its goroutine; it has the status timeout and a fault. Verify returns an
// error if it cannot build the instance, or if the context ended.
func Verify(ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds) (Report, error) {
	report := Report{instance: in}
	puzzle, err := in.Puzzle()
	if err != nil {
		return report, err
	}
	report.Problem = puzzle.Problem()
	report.Outcomes, err = outcomesOf(ctx, in, puzzle, variants, b)
	if err == nil && !b.brief {
		countModels(ctx, report.Problem, report.Outcomes)
	}
	disagree(report.Outcomes, b.Limits)
	return report, cmp.Or(err, ctx.Err())
}

// outcomesOf makes the checks of Verify that concern a solver alone.
func outcomesOf(
	ctx context.Context, in corpus.Instance, puzzle *format.Puzzle, variants []solvers.Variant, b Bounds,
) ([]Outcome, error) {
	var outcomes []Outcome
	for _, v := range variants {
		s := checkedSearch{puzzle: puzzle, variant: v, bounds: b}
		o := s.firstRun(ctx)
		o.checkCatalogue(in)
		if !b.brief {
			s.rerun(ctx, &o)
		}
		if err := ctx.Err(); err != nil { // the outcome is incomplete
			return outcomes, err
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}
