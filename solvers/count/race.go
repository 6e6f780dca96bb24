package count

import (
	"context"
	"math"
	"time"

	"xcbench/cover"
)

// Race is the rule of [Best].
const Race cover.Rule = "race"

// Best returns the solver that finds out which way of counting suits a problem. The contestants are
// the sweeps in all orders, the memory of [Memo], and an enumerator that visits the solutions one by
// one. The name of the enumerator is for [bestSearch.Chosen].
//
// A race has three parts:
//
//   - Sprint. Each contestant that is quickly prepared works for a moment, which ends most problems.
//   - Survey. The work of each contestant is estimated by a [probe]. Estimates of contestants that
//     could win become more precise while that costs little compared with the best estimate.
//   - Run. The contestant with the least estimate works until it ends, or takes much longer than
//     estimated. Then its estimate doubles, and the next one may have its turn.
//
// Everything is measured in steps of work and not in time, so the winner is the same on every
// machine. A run returns the statistics of the winner. The work of the others only shows in the time.
func Best(enumerator cover.Solver, name string) cover.Solver { return best{enumerator, name} }

type best struct {
	enumerator cover.Solver
	name       string
}

func (best) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, CountsOnly: true}
}

type bestSearch struct {
	field  []*runner
	clock  clock
	limits cover.Limits
	ctx    context.Context
	chosen string
	stats  cover.Stats // of the best run that stopped at a limit
	spent  int64       // by probes

	scratch probe
	quick   float64 // an estimate below this ends the survey; 0 after a wrong one
	bias    float64 // by which factor the estimate of a sweep was too low
	biased  int     // the width of its probe
}

// A runner is a contestant with what the race knows about it.
type runner struct {
	contestant
	ready, begun, out bool
	spent             int64 // steps
	guess             estimate
	total             float64 // steps by the last probe
	floor             float64 // the least steps, because a guess was proven wrong
	width             int     // of the probe that made the guess, or 0
	probed            int64   // steps of the last probe
	first             int     // the width of the first probe
	twin              *runner // the contestant whose estimate comes from the same probes, or nil
}

func (b best) Prepare(p *cover.Problem) (cover.Search, error) {
	memo := &rememberer{p: p}
	enum := &enumerator{label: b.name, solver: b.enumerator, p: p, memo: memo}
	var sweeps []*sweeper
	for _, rule := range []cover.Rule{Input, Breadth, Reverse, Greedy} {
		sweeps = append(sweeps, &sweeper{rule: rule, p: p, others: sweeps})
	}
	x := &bestSearch{}
	for _, c := range []contestant{enum, memo, sweeps[0], sweeps[1], sweeps[2], sweeps[3]} {
		x.field = append(x.field, &runner{contestant: c, first: firstWidth})
	}
	enumerated, remembered := x.field[0], x.field[1]
	enumerated.twin, remembered.twin = remembered, enumerated
	enumerated.first, remembered.first = firstTree, firstTree
	return x, nil
}

// Chosen returns the name of the solver that won the last run.
func (x *bestSearch) Chosen() string { return x.chosen }

const (
	firstSprint  = 1 << 14     // steps of a contestant in the first round of the sprint
	lastSprint   = 1 << 16     // steps of a contestant until the end of the last round
	surely       = 6_000_000   // a sweep that takes no more steps in any case is run at once
	firstWidth   = 16          // of a probe of a sweep
	firstTree    = 4           // width of a probe of the tree
	lastWidth    = 1 << 15     // of a probe
	reliable     = 1 << 10     // the width from which on an estimate of the memory can rule a sweep out
	probeGrowth  = 4           // of the width from one probe to the next
	firstProbe   = 1_000_000   // steps that a first probe may always take
	longProbe    = 100_000_000 // steps that no probe may take
	probeShare   = 40          // a first probe takes at most one in so many steps of the best estimate
	quickly      = 3_000_000   // who needs no more steps runs without a survey
	cheapEntry   = 250_000     // steps to prepare a contestant that are not worth a thought
	freeEntry    = 1_500_000   // steps to prepare a contestant that half of the best estimate may allow
	surveyFree   = 800_000     // steps that all probes of one width may always take
	surveyShare  = 10          // and so do all probes of one width
	sureDoubt    = 2           // the factor by which the best estimates may be wrong
	narrowDoubt  = 110         // its fourth power, by that of the width, is added for narrow probes
	cheapProbe   = 2000        // a probe that takes one in so many steps of the best estimate is always made
	entryShare   = 32          // preparing takes at most one in so many steps of the best estimate
	patience     = 2           // a run may take so many times its estimate
	patientWidth = 64          // if that comes from a probe so wide
	turnSteps    = 1 << 22
)

// Run counts the solutions. The visitor is not used: see [cover.Capabilities].
func (x *bestSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	began := time.Now()
	x.begin(ctx, limits)
	x.race()
	for _, r := range x.field {
		if r.begun {
			r.result()
		}
	}
	x.ctx = nil
	x.stats.Search = time.Since(began)
	return x.stats
}

func (x *bestSearch) begin(ctx context.Context, limits cover.Limits) {
	x.ctx, x.clock, x.limits = ctx, newClock(ctx), unbounded(limits)
	x.chosen, x.spent, x.stats = "", 0, cover.Stats{Status: cover.Memout}
	x.bias, x.biased, x.quick, x.scratch.clock = 1, 0, quickly, &x.clock
	for _, r := range x.field {
		*r = runner{contestant: r.contestant, ready: r.ready, first: r.first, twin: r.twin, guess: unknown}
	}
}

// race runs the contestants until one has the answer or no one is left.
func (x *bestSearch) race() {
	if x.sprint() {
		return
	}
	for {
		x.survey()
		if x.clock.expired() {
			x.stats.Status = x.clock.status
			return
		}
		leader := x.leader()
		if leader == nil {
			return
		}
		if x.run(leader, leader.patience()) {
			return
		}
		x.correct(leader)
	}
}

// run lets a contestant work until it has made a number of steps. It reports whether the race is
// over.
func (x *bestSearch) run(r *runner, until int64) bool {
	for !r.out && r.spent < until {
		if x.turn(r, min(until-r.spent, turnSteps)) {
			return true
		}
	}
	return false
}

// sprint lets all contestants that are quickly prepared work for a moment, in rounds. Then it runs
// the sweep with the least bound, if that is small. It reports whether the race is over.
func (x *bestSearch) sprint() bool {
	for until := int64(firstSprint); until <= lastSprint; until *= 4 {
		for _, r := range x.field {
			if (r.ready || r.entry() <= 2*float64(until)) && x.run(r, until) {
				return true
			}
		}
	}
	least, bound := (*runner)(nil), float64(surely)
	for _, r := range x.field {
		if s, ok := r.contestant.(*sweeper); ok && !r.out && r.ready && s.sweep.bound < bound {
			least, bound = r, s.sweep.bound
		}
	}
	return least != nil && x.run(least, surely)
}

// patience returns the steps at which the estimate is proven wrong. An estimate from a narrow probe,
// or one that was corrected, is not worth more steps than it says: a look at the others is cheap.
func (r *runner) patience() int64 {
	steps := r.guess.steps
	if r.width >= patientWidth && steps > r.floor {
		steps *= patience
	}
	if steps < 1<<60 {
		return max(int64(steps), 2*r.spent, firstProbe)
	}
	return max(2*r.spent, longProbe/10)
}

// progress returns the factor by which the steps of a sweep so far exceed its estimate, or 0 if it
// is not known.
func (r *runner) progress() float64 {
	s, ok := r.contestant.(*sweeper)
	if !ok || !r.begun {
		return 0
	}
	if done := s.sweep.at - 1; done >= 0 && done < len(r.guess.layers) && r.guess.layers[done] > 0 {
		return float64(s.sweep.effort) / r.guess.layers[done]
	}
	return 0
}

// correct corrects the estimate of a contestant that was proven wrong. If the layers so far took
// three times as long as estimated, the estimate of the sweep triples, and those of the other sweeps
// are trusted as little. Any other estimate becomes twice the steps so far.
func (x *bestSearch) correct(r *runner) {
	x.quick = 0
	if math.IsInf(r.guess.steps, 1) {
		return
	}
	r.floor = 2 * float64(r.spent)
	s, sweeps := r.contestant.(*sweeper)
	if sweeps && r.begun {
		if factor := r.progress(); factor > 0 {
			r.floor = r.total * factor
		}
		r.floor = max(min(r.floor, s.sweep.bound), 1.1*float64(r.spent))
		x.bias, x.biased = max(x.bias, r.floor/r.total), r.width
	}
	r.guess.steps, r.guess.exact = r.floor, false
	for _, other := range x.field {
		if sweeps && other.width > 0 && other != r {
			x.adjust(other)
		}
	}
}

// adjust makes the guess about a sweep out of its last estimate.
func (x *bestSearch) adjust(r *runner) {
	r.guess.steps = r.total
	if s, ok := r.contestant.(*sweeper); ok && !r.guess.exact {
		bias := x.bias
		if r.width > x.biased {
			bias = math.Sqrt(bias) // larger samples are less biased
		}
		r.guess.steps = min(r.total*bias, max(r.total, s.sweep.bound))
	}
	r.guess.steps = max(r.guess.steps, r.floor)
}

// left returns the steps that a contestant still needs, as far as is known.
func (r *runner) left() float64 {
	switch {
	case math.IsInf(r.guess.steps, 1) && r.width > 0:
		return r.guess.steps // there is not enough memory
	case math.IsInf(r.guess.steps, 1):
		return max(longProbe, float64(r.spent)) * probeShare // worse than most estimates
	}
	return max(r.guess.steps-float64(r.spent), r.guess.steps/10)
}

// leader returns the contestant that needs the fewest steps, or nil if no one can go on.
func (x *bestSearch) leader() (leader *runner) {
	for _, r := range x.field {
		if !r.out && (leader == nil || r.left() < leader.left()) {
			leader = r
		}
	}
	return leader
}

// turn lets a contestant work for some steps. It reports whether the race is over.
func (x *bestSearch) turn(r *runner, steps int64) bool {
	if r.out || !x.prepare(r) {
		return false
	}
	limits := x.limits
	for _, other := range x.field {
		if other != r && other.begun {
			limits.Memory -= other.memory()
		}
	}
	limits.Memory = max(limits.Memory, 1)
	if !r.begun {
		r.begin(x.ctx, limits)
		r.begun = true
	}
	r.bound(limits.Memory)
	r.spent += steps
	if !r.contestant.turn(steps) {
		return false
	}
	status := r.status()
	r.begun, r.out = false, true
	stats := r.result()
	over := status == cover.Solved || status == cover.Timeout
	if over || x.chosen == "" || status == cover.Limit {
		x.stats, x.chosen = stats, r.name()
	}
	return over
}

func (x *bestSearch) prepare(r *runner) bool {
	if !r.ready {
		r.ready = r.contestant.prepare()
		r.out = !r.ready
	}
	return r.ready
}
