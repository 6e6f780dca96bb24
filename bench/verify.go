package bench

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// Bounds hold for each search.
type Bounds struct {
	cover.Limits
	Timeout time.Duration // 0 for none

	// Grace is how long after the end of its context a search may go on before it
	// is left behind: 0 for a second, a hundred times what the contract allows.
	// Prepare, which has no context to look at, may take ten times as long.
	Grace time.Duration

	// Brief is for measurements, which are themselves many runs that have to be the
	// same: it leaves out the second run and the SAT solver. A search that does not
	// stop is not left behind either: the process that it is in has to be ended.
	Brief bool
}

// Context returns the context of one search.
func (b Bounds) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, b.Timeout)
}

// Outcome is what one solver did on one instance.
type Outcome struct {
	Variant solvers.Variant
	Stats   cover.Stats
	Fault   string // what is wrong with the answer, or why there is none; "" if it is fine
	found   solutionSet
	stuck   bool // the search went on after its time
}

// faulty says whether the outcome shows a fault of the solver: a wrong answer,
// a crash, or that it does not stop.
func (o *Outcome) faulty() bool {
	return o.Stats.Status == results.Wrong || o.Stats.Status == results.Crash || o.stuck
}

// Report has the outcomes of one instance, in the order of the solvers asked for.
type Report struct {
	Instance corpus.Instance
	Problem  *cover.Problem
	Outcomes []Outcome
}

// Wrong returns the outcomes that show a fault of the solver: a wrong answer, a
// crash, or that it does not stop.
func (r Report) Wrong() []Outcome {
	var wrong []Outcome
	for _, o := range r.Outcomes {
		if o.faulty() {
			wrong = append(wrong, o)
		}
	}
	return wrong
}

// Stopping returns the variants without those that did not stop: each instance
// more would cost a goroutine, and a processor, more.
func (r Report) Stopping(variants []solvers.Variant) []solvers.Variant {
	return slices.DeleteFunc(slices.Clone(variants), func(v solvers.Variant) bool {
		return slices.ContainsFunc(r.Outcomes, func(o Outcome) bool { return o.stuck && o.Variant.Name == v.Name })
	})
}

// Verify runs every variant on the instance and looks for a fault in its answer,
// in this order:
//
//   - each solution passes the independent checker, and the rules of the puzzle,
//     and is shown once;
//   - the totals are the sums of what they are totals of;
//   - the number of solutions is the known one;
//   - nodes and updates are those of Knuth's dlx1, where they are known and the
//     solver is in its class;
//   - the set of solutions is the one that the others found;
//   - the nodes of each level are those of the others of its choice rule;
//   - the updates of each level are those of the others that count the same;
//   - another run of the search, after one that was stopped, does the same
//     again, see again.go for how much of it;
//   - on small problems, the number of solutions is the number of models that a
//     SAT solver finds, see models.go.
//
// Runs that stopped at a budget of nodes are compared too, as far as they
// got. A solver that panics has the status crash; one that does not stop, by
// the end of its time and the grace, is left behind with its goroutine and has the
// status timeout with a fault. The error is one of building the instance, or of
// the context.
func Verify(ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds) (Report, error) {
	report := Report{Instance: in}
	puzzle, err := in.Puzzle()
	if err != nil {
		return report, err
	}
	report.Problem = puzzle.Problem()
	report.Outcomes, err = judge(ctx, in, puzzle, variants, b)
	if err == nil && !b.Brief {
		countModels(ctx, report.Problem, report.Outcomes)
	}
	return report, cmp.Or(err, ctx.Err())
}

// judge is Verify without the SAT solver.
func judge(ctx context.Context, in corpus.Instance, puzzle *format.Puzzle, variants []solvers.Variant, b Bounds) ([]Outcome, error) {
	var outcomes []Outcome
	for _, v := range variants {
		s := subject{puzzle: puzzle, variant: v, bounds: b}
		o := s.examine(ctx)
		o.consult(in)
		for k := range outcomes {
			o.compare(&outcomes[k], b.Limits)
		}
		if !b.Brief {
			s.again(ctx, &o)
		}
		if err := ctx.Err(); err != nil { // which cut it short
			return outcomes, err
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}
