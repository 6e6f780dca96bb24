package bench

import (
	"context"
	"fmt"
	"maps"
	"time"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// sample prepares one search and repeats it until the runs have taken the time of a sample together. Then
// it repeats the set-up as often, or until that has taken as long.
func (s *server) sample(ctx context.Context, c call) (m Found, err error) {
	s.meter.begin(c.MinTime)
	defer s.meter.release()
	began := time.Now()
	search, err := cover.Prepare(c.variant, s.problem())
	setup := time.Since(began)
	if err != nil {
		return m, err // unexpected: the verification has prepared it before
	}
	m, least := s.repeat(ctx, c, search)
	if err := ctx.Err(); err != nil {
		return m, err
	}
	if m.Stats.Setup == 0 {
		m.Stats.Setup = s.meanSetup(c, setup, m.Runs)
	}
	m.Stats.Levels, m.Costs = nil, s.meter.end()
	maps.Copy(m.Costs, results.TableCosts(m.Stats.Tables))
	if m.Stats.Status.Measured() {
		if m.Fault = c.confirm(ctx, s.problem(), search, least); m.Fault != "" {
			m.Stats.Status = results.Unconfirmed
		}
	}
	if start, ok := c.processStart(ctx); ok {
		m.Costs[results.StartSeconds] = start.Seconds()
	}
	if c.variant.Parallel { // the meter reads one thread only
		delete(m.Costs, results.CPUSeconds)
		delete(m.Costs, results.Instructions)
	}
	return m, ctx.Err()
}

// repeat runs a search until the runs have taken the time of a sample together. It also returns the run with the
// least unexplained time. The runs of an engine take as long as its answers, which may be much longer than the
// searches. A run that fails or times out is the sample, and a run that differs from the first ends it.
func (s *server) repeat(ctx context.Context, c call, search cover.Search) (m Found, least cover.Stats) {
	// Making a context takes microseconds, as long as a small search, so all runs that begin within a hundredth of the
	// timeout share one. Its deadline is later by that hundredth.
	shared, until, cancel := ctx, time.Time{}, func() {}
	defer func() { cancel() }()
	s.meter.readMemory(&s.meter.before)
	for taken := time.Duration(0); m.Runs == 0 || taken < c.MinTime; {
		if now, slack := time.Now(), c.Bounds.Timeout/100; now.After(until) {
			cancel()
			until = now.Add(slack)
			shared, cancel = Bounds{Timeout: c.Bounds.Timeout + slack}.Context(ctx)
		}
		if m.Runs < 2 { // the meter reads the first run alone, the others together
			s.meter.start()
		}
		stats := search.Run(shared, c.Bounds.Limits, nil)
		if m.Runs++; m.Runs == 1 {
			s.meter.stop(1)
			s.meter.readMemory(&s.meter.after)
			m.Stats, least = stats, stats
		} else {
			m.Stats.Search += stats.Search
		}
		s.meter.add(stats.Costs)
		if unexplained(stats) < unexplained(least) {
			least = stats
		}
		if taken += stats.Search; stats.Costs != nil {
			taken += max(0, stats.Costs.Wall-stats.Search)
		}
		if stats.Err != nil || stats.Status == cover.Timeout {
			m = Found{Stats: stats, Runs: 1}
			m.Stats.Status, m.Fault = FailureOf(stats)
			return m, least
		}
		if what, wrong := difference(c.variant, stats, m.Stats); wrong {
			m.Stats.Status, m.Fault = results.Wrong, what
			break
		}
	}
	if m.Runs > 1 {
		s.meter.stop(m.Runs - 1)
	}
	return m, least
}

// meanSetup repeats a set-up and returns the mean time, in which the first one counts too. An engine prepares
// once a sample, since it has one problem at a time.
func (s *server) meanSetup(c call, first time.Duration, runs int) time.Duration {
	all, n := first, 1
	for c.Setups && c.variant.Engine == nil && n < runs && all < c.MinTime {
		begin := time.Now()
		if _, err := cover.Prepare(c.variant, s.problem()); err != nil {
			break // unexpected: the first one has succeeded
		}
		all, n = all+time.Since(begin), n+1
	}
	return all / time.Duration(n)
}

// processStart returns how long a program takes to start, if it starts anew for each search. That is the time of a
// problem with one item and one option. It reports false for other solvers, and for programs that do not take
// such a problem.
func (c *call) processStart(ctx context.Context) (time.Duration, bool) {
	v := c.variant
	if v.Engine == nil || !v.Engine.TimesStart() {
		return 0, false
	}
	var b cover.Builder
	b.Primary("a")
	b.Option("a")
	p, err := b.Problem()
	if err != nil {
		return 0, false
	}
	ctx, cancel := c.Bounds.Context(ctx)
	defer cancel()
	s, err := cover.Solve(ctx, v, p, cover.Limits{Solutions: 1}, nil)
	return s.Search, err == nil && s.Search > 0 && s.Status != cover.Timeout
}

// difference describes how two runs of one search differ, or returns "". It also reports whether the answer
// is wrong. Another program may have its own chance: then only the solutions count.
func difference(v solvers.Variant, a, b cover.Stats) (what string, wrong bool) {
	same := a.SameCount(b)
	if same && a.Nodes == b.Nodes && a.Updates == b.Updates {
		return "", false
	}
	return fmt.Sprintf("%s solutions, %s nodes, %s updates in one run and %s, %s, %s in another",
		a.CountText(), results.CounterText(a.Nodes), results.CounterText(a.Updates), b.CountText(),
		results.CounterText(b.Nodes), results.CounterText(b.Updates)), !same || v.Engine == nil
}

// unsteady describes how the counters of two runs of an engine differ that found the same, or returns "". The
// answer is right all the same, but a gate cannot compare such counters.
func unsteady(v solvers.Variant, a, b cover.Stats) string {
	what, wrong := difference(v, a, b)
	if what == "" || wrong || !a.Status.Measured() || a.Status != b.Status {
		return ""
	}
	return "its counters change: " + what
}
