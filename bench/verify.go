package bench

import (
	"context"
	"fmt"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// Bounds hold for each search.
type Bounds struct {
	cover.Limits
	Timeout time.Duration // 0 for none
}

// Context returns the context of one search.
func (b Bounds) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, b.Timeout)
}

// Outcome is what one solver did on one instance.
type Outcome struct {
	Variant solvers.Variant
	Stats   cover.Stats
	Fault   string // what is wrong with the answer, or why there is none; "" if it is fine
	found   solutionSet
}

// Report has the outcomes of one instance, in the order of the solvers asked for.
type Report struct {
	Instance corpus.Instance
	Problem  *cover.Problem
	Outcomes []Outcome
}

// Wrong returns the outcomes that were refuted.
func (r Report) Wrong() []Outcome {
	var wrong []Outcome
	for _, o := range r.Outcomes {
		if o.Stats.Status == cover.Wrong {
			wrong = append(wrong, o)
		}
	}
	return wrong
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
//   - the updates of each level are those of the others that count the same.
//
// Runs that stopped at a budget of nodes are compared too, as far as they
// got. The error is one of building the instance, or of the context.
func Verify(ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds) (Report, error) {
	report := Report{Instance: in}
	puzzle, err := in.Puzzle()
	if err != nil {
		return report, err
	}
	report.Problem = puzzle.Problem()
	for _, v := range variants {
		o := examine(ctx, puzzle, v, b)
		if err := ctx.Err(); err != nil {
			return report, err
		}
		o.consult(in)
		for k := range report.Outcomes {
			o.compare(&report.Outcomes[k], b.Limits)
		}
		report.Outcomes = append(report.Outcomes, o)
	}
	return report, nil
}

// examine runs a variant and checks each solution it reports.
func examine(ctx context.Context, puzzle *format.Puzzle, v solvers.Variant, b Bounds) Outcome {
	o := Outcome{Variant: v}
	checker := cover.NewChecker(puzzle.Problem())
	fault := ""
	ctx, cancel := b.Context(ctx)
	defer cancel()
	stats, err := cover.Solve(ctx, v, puzzle.Problem(), b.Limits, func(options []int) bool {
		err := checker.Check(options)
		if err == nil {
			err = puzzle.Answer.Check(options)
		}
		if err != nil {
			fault = err.Error()
			return false
		}
		if !o.found.add(options) {
			fault = "it was there before"
			return false
		}
		return true
	})
	o.Stats = stats
	if err != nil {
		o.Fault = err.Error()
	}
	if fault != "" {
		o.refute("solution %d: %s", stats.Solutions, fault)
	}
	o.audit()
	return o
}

// audit holds the totals against what they are totals of.
func (o *Outcome) audit() {
	s, sum := o.Stats, cover.Level{}
	for _, l := range s.Levels {
		sum.Nodes += l.Nodes
		sum.Updates += l.Updates
	}
	switch {
	case s.Solutions != o.found.size:
		o.refute("%d solutions counted, %d shown", s.Solutions, o.found.size)
	case s.Nodes != sum.Nodes:
		o.refute("%d nodes in all, %d by level", s.Nodes, sum.Nodes)
	case s.Updates != sum.Updates:
		o.refute("%d updates in all, %d by level", s.Updates, sum.Updates)
	}
}

// consult holds the outcome against what the corpus knows.
func (o *Outcome) consult(in corpus.Instance) {
	s, v := o.Stats, o.Variant
	switch {
	case s.Status != cover.Solved:
	case !in.Solutions.Allows(s.Solutions):
		o.refute("%d solutions, expected %s (%s)", s.Solutions, in.Solutions, in.Source)
	case in.Nodes != corpus.Unknown && v.Rule == cover.MRV && s.Nodes != in.Nodes:
		o.refute("%d nodes, expected the %d of Knuth's dlx1", s.Nodes, in.Nodes)
	case in.Updates != corpus.Unknown && v.Rule == cover.MRV && v.Counter == solvers.Links && s.Updates != in.Updates:
		o.refute("%d updates, expected the %d of Knuth's dlx1", s.Updates, in.Updates)
	}
}

// refute calls the outcome wrong; the first fault found stays.
func (o *Outcome) refute(format string, args ...any) {
	if o.Stats.Status != cover.Wrong {
		o.Stats.Status = cover.Wrong
		o.Fault = fmt.Sprintf(format, args...)
	}
}

// compare holds o against an outcome met before.
func (o *Outcome) compare(other *Outcome, limits cover.Limits) {
	a, b := o.Stats, other.Stats
	if a.Status != b.Status || a.Status != cover.Solved && a.Status != cover.Limit {
		return
	}
	name := other.Variant.Name
	complete := a.Status == cover.Solved
	sameTree := o.Variant.Rule == other.Variant.Rule && (complete || limits.Updates == 0)
	if (complete || sameTree) && !o.found.same(&other.found) {
		o.refute("another set of solutions than %s's: %d against %d", name, o.found.size, other.found.size)
		return
	}
	if !sameTree {
		return
	}
	for k := range max(len(a.Levels), len(b.Levels)) {
		x, y := at(a.Levels, k), at(b.Levels, k)
		if x.Nodes != y.Nodes {
			o.refute("%d nodes on level %d, %s has %d", x.Nodes, k, name, y.Nodes)
			return
		}
		if o.Variant.Counter == other.Variant.Counter && x.Updates != y.Updates {
			o.refute("%d updates on level %d, %s has %d", x.Updates, k, name, y.Updates)
			return
		}
	}
}

func at(levels []cover.Level, k int) cover.Level {
	if k < len(levels) {
		return levels[k]
	}
	return cover.Level{}
}
