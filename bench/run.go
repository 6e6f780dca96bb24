package bench

import (
	"context"
	"fmt"
	"slices"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/solvers"
)

// Progress is called before each step with the number of steps done, the number of all steps, and a
// description of what comes next.
type Progress func(done, all int, what string)

// pair is the state of one solver on one instance.
type pair struct {
	rows     int   // samples recorded
	last     Found // of its verification or its last sample, which the next one must repeat; it has no levels
	profiled bool  // its level profile is recorded
}

// verified reports whether it is known what the solver finds.
func (p *pair) verified() bool { return p.last.Stats.Status != "" }

// ended reports whether no more samples are taken, since one of them has no time.
func (p *pair) ended() bool { return p.rows > 0 && !p.last.Stats.Status.Measured() }

// runner carries out a plan.
type runner struct {
	Plan
	pairs  map[results.Search]*pair
	worker *Worker
	dir    *results.Dir
	faults Faults
	told   map[[2]string]bool // the kinds of lines that were logged, by kind and solver
	log    func(string)
}

func searchOf(in *corpus.Instance, v solvers.Variant) results.Search {
	return results.Search{InstanceID: in.ID(), Solver: v.Name}
}

// pair returns the state of a solver on an instance, and makes it at first.
func (r *runner) pair(of results.Search) *pair {
	if r.pairs[of] == nil {
		r.pairs[of] = &pair{}
	}
	return r.pairs[of]
}

// run carries out the plan and skips what is recorded already. When the first step of an instance
// comes, all solvers are verified on it; then the samples are taken. A solver that did not finish,
// or whose answer is not believed, is recorded once with its status and not sampled again. The
// first crash or memout of each solver is logged, and the first sample of an engine whose counters
// changed. The error is the faults, if there are others than memouts. If there are several
// memouts and nothing else, a summary is logged at the end.
func (r *runner) run(ctx context.Context, dir *results.Dir, progress Progress, log func(string)) error {
	r.dir, r.log, r.worker = dir, log, &Worker{isolation: r.Isolation}
	defer r.worker.Close()
	done := -1
	for s := range r.steps() {
		done++
		p := r.pair(searchOf(s.instance, s.variant))
		if p.ended() || s.sample < p.rows {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !p.verified() {
			progress(done, r.stepCount(), "verifying "+s.instance.ID())
			if err := r.verifyAll(ctx, s.instance); err != nil {
				return err
			}
		}
		progress(done, r.stepCount(), "measuring "+s.instance.ID()+" with "+s.variant.Name)
		if err := r.sample(ctx, s); err != nil {
			return err
		}
	}
	if len(r.faults) > r.faults.Count(cover.Memout) {
		return r.faults
	}
	if len(r.faults) > len(r.faults.solvers()) {
		for _, line := range r.faults.Summary(len(r.Instances)) {
			r.log(line)
		}
	}
	return nil
}

// tell logs a line, unless one of its kind was logged about the solver before.
func (r *runner) tell(kind, solver, format string, args ...any) {
	key := [2]string{kind, solver}
	if !r.told[key] {
		r.log(fmt.Sprintf(format, args...))
	}
	r.told[key] = true
}

// isFault reports whether people have to know of a search with this status. A timeout is no fault,
// because a slow solver and one that does not stop look alike here.
func isFault(s cover.Status) bool {
	return results.Doubted(s) || s == results.Crash || s == cover.Memout || s == results.Killed ||
		s == results.Unconfirmed
}

// restore sets the state of each pair from what an interrupted run has recorded. It passes over the searches
// whose worker was killed from outside, and returns them: they are tried again. A search has a row for each sample, and
// none after one that did not finish.
func (r *runner) restore(d *results.Dir, rows []results.Row, profiles []results.Profile) (again []string, err error) {
	for _, p := range profiles {
		r.pair(p.Search).profiled = true
	}
	for k, row := range rows {
		p := r.pair(row.Key())
		if p.rows == r.Samples || p.ended() {
			return nil, fmt.Errorf("%s: a row of %s that the plan has no place for, expected at most %s, and none after one "+
				"that did not finish; delete the line", d.Place(k), row.Key().Label(), english.Count(r.Samples, "row"))
		}
		if row.Status == results.Killed {
			again = append(again, row.Key().Label())
			continue
		}
		p.rows++
		if p.profiled || !row.Measured() {
			p.last = Found{Stats: row.Stats(), Runs: 1}
		}
		if isFault(row.Status) {
			r.faults = append(r.faults, Fault{row.InstanceID(), row.Solver, row.Status, "recorded before the run was resumed"})
			r.told[[2]string{"fault", row.Solver}] = true
		}
	}
	return again, nil
}

// verifyAll verifies the solvers on an instance. It records the level profiles of all
// searches that ended, the faulty ones too, because the levels explain a fault. It leaves out the
// solvers that are known not to finish. Solvers that are known to disagree stay, so that a resumed
// run has the majorities of an undisturbed run.
func (r *runner) verifyAll(ctx context.Context, in *corpus.Instance) error {
	found, err := r.worker.verify(ctx, call{Bounds: r.Bounds, instance: in}, slices.DeleteFunc(slices.Clone(r.Variants),
		func(v solvers.Variant) bool {
			p := r.pair(searchOf(in, v))
			return p.ended() && !results.Doubted(p.last.Stats.Status)
		}))
	if err != nil {
		return err
	}
	disagree(found, r.Bounds.Limits)
	for _, f := range found {
		search := searchOf(in, f.Variant)
		p := r.pair(search)
		if !p.verified() {
			p.last = *f
			p.last.Stats.Levels = nil
		}
		if p.profiled || f.Stats.Levels == nil {
			continue
		}
		err := r.dir.Profile(results.Profile{Search: search, Levels: f.Stats.Levels})
		if err != nil {
			return err
		}
	}
	return nil
}

// sample takes the sample of a step and records it. If the solver failed before, it records that.
func (r *runner) sample(ctx context.Context, s step) error {
	in, variant := s.instance, s.variant
	p := r.pair(searchOf(in, variant))
	m := &p.last
	if m.Stats.Status.Measured() {
		var err error
		m, err = r.worker.do(ctx, call{Op: sampleOp, Bounds: r.Bounds, MinTime: r.MinTime, Setups: true,
			instance: in, variant: variant})
		if err != nil {
			return err
		}
		if what, wrong := difference(variant, m.Stats, p.last.Stats); m.Stats.Status.Measured() && wrong {
			m.Stats.Status, m.Fault = results.Wrong, what
		}
	}
	if what := unsteady(variant, p.last.Stats, m.Stats); what != "" && p.rows > 0 {
		r.tell("unsteady", variant.Name, "%s: %s: %s", in.ID(), variant.Name, what)
	}
	if wentOn(variant, m.Stats, r.Bounds.For(variant).Limits) {
		r.tell("no limit", variant.Name, "%s: %s does not stop at %d nodes, or does not count them: only the timeout bounds it",
			in.ID(), variant.Name, r.Bounds.Nodes)
	}
	p.last = *m
	status := m.Stats.Status
	if isFault(status) {
		r.faults = append(r.faults, Fault{in.ID(), variant.Name, status, m.Fault})
		if !results.Doubted(status) {
			r.tell("fault", variant.Name, "%s: %s: %s: %s", status, in.ID(), variant.Name, m.Fault)
		}
	}
	if err := r.dir.Row(m.Row(in.Family, in.Name, variant.Name, r.Bounds)); err != nil {
		return err
	}
	p.rows++
	return nil
}

// skipReason returns why a step has no row, as far as is known yet, or "". A solver that did not
// finish once is not sampled again.
func (r *runner) skipReason(s step) string {
	if p := r.pair(searchOf(s.instance, s.variant)); p.ended() && s.sample >= p.rows {
		return fmt.Sprintf("%s in sample %d", p.last.Stats.Status, p.rows)
	}
	return ""
}
