package bench

import (
	"context"
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Sink takes what a run finds, as it comes.
type Sink interface {
	Row(results.Row) error
	Profile(results.Profile) error
}

// Progress is told what is being done, as step number done of all, from 0.
type Progress func(done, all int, what string)

// ErrWrong is the error of a run with a wrong answer; its text has all faults.
type ErrWrong struct{ Faults []string }

func (e *ErrWrong) Error() string {
	return fmt.Sprintf("%d wrong answers; the first: %s", len(e.Faults), e.Faults[0])
}

// Recorded is what an interrupted run has done already.
type Recorded struct {
	Rows     []results.Row
	Profiles []results.Profile
}

// entrant is a solver on an instance.
type entrant struct {
	rows     int         // samples recorded
	stats    cover.Stats // what every run has to do, once it is verified; without levels
	verified bool
	profiled bool // its level profile is recorded
	ended    bool // there is nothing more to measure
	fault    string
}

func measurable(s cover.Status) bool { return s == cover.Solved || s == cover.Limit }

// runner is a run at work.
type runner struct {
	Plan
	entrants []entrant // by instance and variant
	measurer
	sink   Sink
	faults []string
	log    func(string)
}

func (r *runner) at(s Step) *entrant { return &r.entrants[s.Instance*len(r.Variants)+s.Variant] }

// Run works off the plan. An instance is verified with all its solvers when its
// turn comes first; then come the samples. A solver that did not come to an end, or
// whose answer is wrong, is recorded once with its status and not sampled again.
// What is recorded already is left out. The log is told what befell solvers. The error
// is an ErrWrong if answers were wrong.
func (p Plan) Run(ctx context.Context, sink Sink, progress Progress, log func(string)) error {
	r := &runner{Plan: p, sink: sink, log: log, entrants: make([]entrant, len(p.Instances)*len(p.Variants))}
	r.recall()
	var err error
	if r.measurer, err = p.Isolation.open(); err != nil {
		return err
	}
	defer r.measurer.close()
	done := -1
	for s := range p.Steps() {
		done++
		e := r.at(s)
		if e.ended || s.Sample < e.rows {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !e.verified {
			progress(done, p.all(), "verifying "+p.Instances[s.Instance].ID())
			if err := r.verifyAll(ctx, s.Instance); err != nil {
				return err
			}
		}
		progress(done, p.all(), "measuring "+p.Instances[s.Instance].ID()+" with "+p.Variants[s.Variant].Name)
		if err := r.step(ctx, s); err != nil {
			return err
		}
	}
	if len(r.faults) > 0 {
		return &ErrWrong{r.faults}
	}
	return nil
}

// recall takes over what is recorded.
func (r *runner) recall() {
	if len(r.Recorded.Rows)+len(r.Recorded.Profiles) == 0 {
		return
	}
	type key struct{ family, instance, solver string }
	steps := map[key]Step{}
	for k, in := range r.Instances {
		for v, variant := range r.Variants {
			steps[key{in.Family, in.Name, variant.Name}] = Step{0, k, v}
		}
	}
	for _, p := range r.Recorded.Profiles {
		if s, ok := steps[key{p.Family, p.Instance, p.Solver}]; ok {
			r.at(s).profiled = true
		}
	}
	for _, row := range r.Recorded.Rows {
		s, ok := steps[key{row.Family, row.Instance, row.Solver}]
		if !ok {
			continue
		}
		e := r.at(s)
		e.rows++
		e.ended = !row.Measured()
		if row.Status == cover.Wrong {
			r.faults = append(r.faults, fmt.Sprintf("%s: %s: found before the run was resumed", row.ID(), row.Solver))
		}
		e.stats = cover.Stats{Status: row.Status, Solutions: row.Solutions, Nodes: row.Nodes, Updates: row.Updates}
		e.verified = e.profiled || e.ended
	}
}

// verifyAll verifies the solvers on an instance, all but those that are known not to
// come to an end, and records their level profiles.
func (r *runner) verifyAll(ctx context.Context, k int) error {
	var variants []solvers.Variant
	var entrants []*entrant
	for v, variant := range r.Variants {
		if e := r.at(Step{0, k, v}); !e.ended {
			variants, entrants = append(variants, variant), append(entrants, e)
		}
	}
	in := &r.Instances[k]
	verdicts, err := r.measurer.verify(ctx, task{instance: in, variants: variants, bounds: r.Bounds})
	if err != nil {
		return err
	}
	for n, v := range verdicts {
		e := entrants[n]
		levels := v.Stats.Levels
		if !e.verified {
			e.stats, e.fault, e.verified = v.Stats, v.Fault, true
			e.stats.Levels = nil
		}
		if e.profiled || !measurable(v.Stats.Status) {
			continue
		}
		e.profiled = true
		if err := r.sink.Profile(results.Profile{Family: in.Family, Instance: in.Name, Solver: v.Solver, Levels: levels}); err != nil {
			return err
		}
	}
	return nil
}

// step takes a sample, or records why there is none.
func (r *runner) step(ctx context.Context, s Step) error {
	e, in, variant := r.at(s), &r.Instances[s.Instance], r.Variants[s.Variant]
	m := measurement{Stats: e.stats, Runs: 1, Fault: e.fault}
	if measurable(e.stats.Status) {
		var err error
		m, err = r.measurer.sample(ctx, task{in, []solvers.Variant{variant}, r.Bounds, r.MinTime})
		if err != nil {
			return err
		}
		if fault := differ(m.Stats, e.stats); measurable(m.Stats.Status) && fault != "" {
			m.Stats.Status, m.Fault = cover.Wrong, fault
		}
	}
	status := m.Stats.Status
	e.ended = !measurable(status)
	switch what := fmt.Sprintf("%s: %s: %s", in.ID(), variant.Name, m.Fault); status {
	case cover.Wrong:
		r.faults = append(r.faults, what)
	case cover.Crash, cover.Memout:
		r.log(string(status) + ": " + what)
	}
	e.rows++
	return r.sink.Row(results.Row{
		Family: in.Family, Instance: in.Name, Solver: variant.Name,
		Status: status, Runs: m.Runs,
		Search: m.Stats.Search.Seconds() / float64(m.Runs), Setup: m.Stats.Setup.Seconds(),
		Solutions: m.Stats.Solutions, Nodes: m.Stats.Nodes, Updates: m.Stats.Updates,
		Costs: m.Costs,
	})
}

// Skips returns why steps of the plan have no row, as far as the rows tell: a solver
// that once did not come to an end is not sampled again.
func (p *Plan) Skips(rows []results.Row) func(Step) string {
	type key struct{ id, solver string }
	count, ended := map[key]int{}, map[key]string{}
	for _, r := range rows {
		k := key{r.ID(), r.Solver}
		count[k]++
		if !r.Measured() {
			ended[k] = fmt.Sprintf("%s in sample %d", r.Status, count[k])
		}
	}
	return func(s Step) string {
		k := key{p.Instances[s.Instance].ID(), p.Variants[s.Variant].Name}
		if s.Sample < count[k] {
			return ""
		}
		return ended[k]
	}
}

// variantIndex returns the place of a variant by name, or -1.
func variantIndex(variants []solvers.Variant, name string) int {
	return slices.IndexFunc(variants, func(v solvers.Variant) bool { return v.Name == name })
}
