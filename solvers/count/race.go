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
	failed            bool    // the last probe spent its budget
	twin              *runner // the contestant whose estimate comes from the same probes, or nil
}

func (b best) Prepare(p *cover.Problem) (cover.Search, error) {
	memo := &rememberer{p: p}
	x := &bestSearch{}
	for _, c := range []contestant{
		&enumerator{label: b.name, solver: b.enumerator, p: p, memo: memo},
		&sweeper{rule: Input, p: p}, &sweeper{rule: Reverse, p: p}, &sweeper{rule: Breadth, p: p}, memo,
		&sweeper{rule: Greedy, p: p},
	} {
		x.field = append(x.field, &runner{contestant: c})
	}
	x.field[0].twin, x.field[4].twin = x.field[4], x.field[0]
	return x, nil
}

// Chosen returns the name of the solver that won the last run.
func (x *bestSearch) Chosen() string { return x.chosen }

const (
	sprint      = 200_000     // steps of a contestant in the sprint
	sprintEntry = 500_000     // steps to prepare it, at most
	firstWidth  = 16          // of a probe
	lastWidth   = 1 << 15     // of a probe
	surely      = 1 << 10     // from this width on, an estimate can rule a contestant out
	firstProbe  = 400_000     // steps that a probe may always take
	longProbe   = 100_000_000 // steps that no probe may take
	probeShare  = 30          // a probe takes at most one in so many steps of the best estimate
	entryShare  = 3           // preparing takes at most one in so many steps of the best estimate
	rivalry     = 4           // a contestant could win if its estimate is at most so many times the best
	patience    = 2.5         // a run may take so many times its estimate
	turnSteps   = 1 << 22
)

// Run counts the solutions. The visitor is not used: see [cover.Capabilities].
func (x *bestSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	began := time.Now()
	x.ctx, x.clock, x.limits = ctx, newClock(ctx), unbounded(limits)
	x.chosen, x.spent, x.stats = "", 0, cover.Stats{Status: cover.Memout}
	for _, r := range x.field {
		*r = runner{contestant: r.contestant, ready: r.ready, twin: r.twin, guess: unknown}
	}
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

// race runs the contestants until one has the answer or no one is left.
func (x *bestSearch) race() {
	for _, r := range x.field {
		if r.entry() <= sprintEntry && x.turn(r, sprint) {
			return
		}
	}
	for {
		if x.survey(); x.clock.expired() {
			x.stats.Status = x.clock.status
			return
		}
		leader := x.leader()
		if leader == nil {
			return
		}
		until := leader.patience()
		for !leader.out && leader.spent < until {
			if x.turn(leader, min(until-leader.spent, turnSteps)) {
				return
			}
		}
		leader.correct()
	}
}

// patience returns the steps at which the estimate is proven wrong.
func (r *runner) patience() int64 {
	if steps := patience * r.guess.steps; steps < 1<<60 {
		return max(int64(steps), 2*r.spent, firstProbe)
	}
	return max(2*r.spent, firstProbe)
}

// correct corrects an estimate that was proven wrong. For a sweep, it is corrected as far as it was
// wrong about the layers that are done.
func (r *runner) correct() {
	r.floor = 2 * float64(r.spent)
	if s, ok := r.contestant.(*sweeper); ok && r.begun {
		if done := s.sweep.at - 1; done >= 0 && done < len(r.guess.layers) && r.guess.layers[done] > 0 {
			r.floor = float64(r.spent) * max(1.1, r.total/r.guess.layers[done])
		}
	}
	r.guess.steps, r.guess.exact = r.floor, false
}

// left returns the steps that a contestant still needs, as far as is known.
func (r *runner) left() float64 {
	if math.IsInf(r.guess.steps, 1) {
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

// survey estimates the work of the contestants.
func (x *bestSearch) survey() {
	for improved := true; improved && !x.clock.expired(); {
		improved = false
		for _, r := range x.field {
			improved = x.probe(r) || improved
		}
	}
}

// probe improves the estimate of a contestant, unless that is not worth the steps.
func (x *bestSearch) probe(r *runner) bool {
	least, all := math.Inf(1), int64(0)
	for _, other := range x.field {
		all += other.spent
		if !other.out && !math.IsInf(other.guess.steps, 1) {
			least = min(least, other.left())
		}
	}
	worth := least / probeShare
	if math.IsInf(least, 1) {
		worth = float64(all) / 8 // no one has an estimate
	}
	allowed := max(firstProbe, int64(min(worth, longProbe)))
	wider := 4 * r.probed
	if r.failed {
		wider = 2 * r.probed
	}
	switch {
	case r.out || r.guess.exact || r.width >= lastWidth:
		return false
	case r.width >= surely && r.guess.steps > rivalry*least:
		return false
	case wider > allowed:
		return false
	case !r.ready && r.entry() > max(sprintEntry, least/entryShare):
		return false
	case !x.prepare(r):
		return false
	}
	p := probe{width: max(firstWidth, 4*r.width), budget: allowed, clock: &x.clock}
	guess := r.estimate(&p)
	r.probed, r.failed = p.steps, math.IsInf(guess.steps, 1)
	x.spent += p.steps
	if r.failed {
		return true
	}
	x.learn(r, guess, p.width)
	if r.twin != nil && x.prepare(r.twin) { // the probe knows both
		x.learn(r.twin, r.twin.estimate(&p), p.width)
	}
	return true
}

// learn replaces the guess about a contestant.
func (x *bestSearch) learn(r *runner, guess estimate, width int) {
	if r.bytes(guess.peak) > float64(x.limits.Memory) {
		guess.steps = math.Inf(1)
	}
	r.guess, r.width, r.total = guess, width, guess.steps
	r.guess.steps = max(r.guess.steps, r.floor)
}
