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
	profiled bool         // its level profile is recorded
	end      cover.Status // why there is nothing more to measure; "" while there is
	fault    string
}

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

// start makes the runner of a plan that has not begun, or goes on from what is recorded.
func (p Plan) start() *runner {
	r := &runner{Plan: p, entrants: make([]entrant, len(p.Instances)*len(p.Variants))}
	r.recall()
	r.Recorded = Recorded{}
	return r
}

// Run works off the plan. An instance is verified with all its solvers when its
// turn comes first; then come the samples. A solver that did not come to an end, or
// whose answer is wrong, is recorded once with its status and not sampled again.
// What is recorded already is left out. The log is told what befell solvers. The error
// is an ErrWrong if answers were wrong.
func (p Plan) Run(ctx context.Context, sink Sink, progress Progress, log func(string)) error {
	return p.start().run(ctx, sink, progress, log)
}

func (r *runner) run(ctx context.Context, sink Sink, progress Progress, log func(string)) error {
	r.sink, r.log = sink, log
	var err error
	if r.measurer, err = r.Isolation.open(); err != nil {
		return err
	}
	defer r.measurer.close()
	done := -1
	for s := range r.steps() {
		done++
		e := r.at(s)
		if e.end != "" || s.Sample < e.rows {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !e.verified {
			progress(done, r.all(), "verifying "+r.Instances[s.Instance].ID())
			if err := r.verifyAll(ctx, s); err != nil {
				return err
			}
		}
		progress(done, r.all(), "measuring "+r.Instances[s.Instance].ID()+" with "+r.Variants[s.Variant].Name)
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
	steps := map[results.Search]Step{}
	for k, in := range r.Instances {
		for v, variant := range r.Variants {
			steps[results.Search{InstanceID: in.ID(), Solver: variant.Name}] = Step{0, k, v}
		}
	}
	for _, p := range r.Recorded.Profiles {
		if s, ok := steps[p.Key()]; ok {
			r.at(s).profiled = true
		}
	}
	for _, row := range r.Recorded.Rows {
		s, ok := steps[row.Key()]
		if !ok {
			continue
		}
		e := r.at(s)
		e.rows++
		if !row.Measured() {
			e.end = row.Status
		}
		if row.Status == results.Wrong {
			r.faults = append(r.faults, fmt.Sprintf("%s: %s: found before the run was resumed", row.InstanceID(), row.Solver))
		}
		e.stats = cover.Stats{Status: row.Status, Solutions: row.Solutions, Nodes: row.Nodes, Updates: row.Updates}
		e.verified = e.profiled || e.end != ""
	}
}

// verifyAll verifies the solvers on the instance of a step, all but those that are
// known not to come to an end, and records their level profiles.
func (r *runner) verifyAll(ctx context.Context, s Step) error {
	var variants []solvers.Variant
	var entrants []*entrant
	for v, variant := range r.Variants {
		if e := r.at(Step{0, s.Instance, v}); e.end == "" {
			variants, entrants = append(variants, variant), append(entrants, e)
		}
	}
	in := &r.Instances[s.Instance]
	verdicts, err := r.measurer.verify(ctx, task{in, variants, r.Bounds, r.MinTime, r.Variants[s.Variant].Name})
	if err != nil {
		return err
	}
	for n, v := range verdicts {
		e := entrants[n]
		if !e.verified {
			e.stats, e.fault, e.verified = v.Stats, v.Fault, true
		}
		if e.profiled || !v.Stats.Status.Measured() {
			continue
		}
		e.profiled = true
		if err := r.sink.Profile(results.Profile{Family: in.Family, Name: in.Name, Solver: v.Solver, Levels: v.Levels}); err != nil {
			return err
		}
	}
	return nil
}

// step takes a sample, or records why there is none.
func (r *runner) step(ctx context.Context, s Step) error {
	e, in, variant := r.at(s), &r.Instances[s.Instance], r.Variants[s.Variant]
	m := measurement{Stats: e.stats, Runs: 1, Fault: e.fault}
	if e.stats.Status.Measured() {
		var err error
		m, err = r.measurer.sample(ctx, task{in, []solvers.Variant{variant}, r.Bounds, r.MinTime, ""})
		if err != nil {
			return err
		}
		if fault := differ(m.Stats, e.stats); m.Stats.Status.Measured() && fault != "" {
			m.Stats.Status, m.Fault = results.Wrong, fault
		}
	}
	status := m.Stats.Status
	switch what := fmt.Sprintf("%s: %s: %s", in.ID(), variant.Name, m.Fault); status {
	case results.Wrong:
		r.faults = append(r.faults, what)
	case results.Crash, results.Memout:
		r.log(string(status) + ": " + what)
	}
	err := r.sink.Row(results.Row{
		Family: in.Family, Name: in.Name, Solver: variant.Name,
		Status: status, Runs: m.Runs,
		Search: m.Stats.Search.Seconds() / float64(m.Runs), Setup: m.Stats.Setup.Seconds(),
		Solutions: m.Stats.Solutions, Nodes: m.Stats.Nodes, Updates: m.Stats.Updates,
		Costs: m.Costs,
	})
	if err != nil {
		return err
	}
	e.rows++
	if !status.Measured() {
		e.end = status
	}
	return nil
}

// why returns why a step of the plan has no row, as far as is known yet: a solver that
// once did not come to an end is not sampled again.
func (r *runner) why(s Step) string {
	if e := r.at(s); e.end != "" && s.Sample >= e.rows {
		return fmt.Sprintf("%s in sample %d", e.end, e.rows)
	}
	return ""
}

// variantIndex returns the place of a variant by name, or -1.
func variantIndex(variants []solvers.Variant, name string) int {
	return slices.IndexFunc(variants, func(v solvers.Variant) bool { return v.Name == name })
}
