package bench

import (
	"context"
	"fmt"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// task is what a measurer is asked to do with an instance.
type task struct {
	instance *corpus.Instance
	variants []solvers.Variant // one to sample, or all to verify together
	bounds   Bounds
	minTime  time.Duration
	next     string  // the variant that will be sampled after the verification
	oracles  oracles // more checks of a verification
	setups   bool    // set-up is repeated as often as the search
}

// verdict is the result of verifying a solver on an instance.
type verdict struct {
	Solver string `json:"solver"`
	Found
	Ended     cover.Status `json:"ended,omitempty"` // see Outcome
	Confirmed bool         `json:"confirmed,omitempty"`
}

// measurement is one sample.
type measurement struct {
	Stats cover.Stats        `json:"stats"` // of one run, except that Search is the time of all runs
	Runs  int                `json:"runs"`
	Fault string             `json:"fault,omitempty"` // how two runs differ
	Costs map[string]float64 `json:"costs,omitempty"` // by unit, per run
}

// measurer runs searches, in this process or in another one. An error ends the run; a failure of a
// solver is a status instead.
type measurer interface {
	verify(context.Context, task) ([]verdict, error) // one verdict for each variant, in order
	sample(context.Context, task) (measurement, error)
	close()
}

// local measures in this process.
type local struct {
	meter   *costMeter
	last    *corpus.Instance // its problem is kept, because solvers take turns on an instance
	problem *cover.Problem
}

func newLocal() *local { return &local{meter: newCostMeter()} }

func (l *local) close() { l.meter.close() }

func (l *local) verify(ctx context.Context, t task) ([]verdict, error) {
	bounds := t.bounds
	bounds.unguarded = true
	report, err := verify(ctx, *t.instance, t.variants, bounds, t.oracles)
	if err != nil {
		return nil, err
	}
	l.last, l.problem = t.instance, report.Problem
	var all []verdict
	for _, o := range report.Outcomes {
		all = append(all, verdict{o.Variant.Name, o.asFound(), o.ended, o.Confirmed})
	}
	return all, nil
}

func (l *local) sample(ctx context.Context, t task) (measurement, error) {
	if l.last != t.instance {
		l.last, l.problem = nil, nil
		puzzle, err := t.instance.Puzzle()
		if err != nil {
			return measurement{}, err
		}
		l.last, l.problem = t.instance, puzzle.Problem()
	}
	t.bounds = t.bounds.For(t.variants[0])
	return takeSample(ctx, t, l.problem, l.meter)
}

// takeSample prepares one search and repeats it until the runs have taken minTime together. Then it
// repeats the set-up as often, or until that has taken minTime too. The runs
// of an engine take as long as its answers, which may be much longer than the searches. A sample stops
// early if a run differs from the first or times out.
func takeSample(ctx context.Context, t task, p *cover.Problem, meter *costMeter) (measurement, error) {
	meter.begin(t.minTime)
	defer meter.release()
	begin := time.Now()
	search, err := cover.Prepare(t.variants[0], p)
	setup := time.Since(begin)
	if err != nil {
		return measurement{}, err // unexpected: the verification has prepared it before
	}
	meter.readMemory(&meter.before)
	var m measurement
	var total, taken time.Duration
	var least cover.Stats // of the run with the least unexplained time
	contexts := runContexts{ctx: ctx, timeout: t.bounds.Timeout}
	defer contexts.end()
	for m.Runs == 0 || taken < t.minTime {
		runCtx := contexts.next()
		if m.Runs < 2 { // the meter reads the first run alone, the others together
			meter.start()
		}
		stats := search.Run(runCtx, t.bounds.Limits, nil)
		m.Runs++
		total += stats.Search
		if taken += stats.Search; stats.Costs != nil {
			taken += max(0, stats.Costs.Wall-stats.Search)
		}
		if m.Runs == 1 || unexplained(stats) < unexplained(least) {
			least = stats
		}
		if m.Runs == 1 {
			meter.stop(1)
			meter.readMemory(&meter.after)
			m.Stats = stats
		}
		if err := ctx.Err(); err != nil {
			return m, err
		}
		meter.add(stats.Costs)
		if stats.Err != nil {
			m.Stats, m.Runs, total = stats, 1, stats.Search
			m.Stats.Status, m.Fault = FailureOf(stats)
			break
		}
		if stats.Status == cover.Timeout { // the sample is this run: a timeout
			m.Stats, m.Runs, total = stats, 1, stats.Search
			break
		}
		if m.Fault = difference(t.variants[0], stats, m.Stats); m.Fault != "" {
			m.Stats.Status = results.Wrong
			break
		}
	}
	if m.Runs > 1 {
		meter.stop(m.Runs - 1)
	}
	m.Costs = meter.end()
	if m.Stats.Setup == 0 {
		m.Stats.Setup = t.meanSetup(p, setup, m.Runs)
	}
	m.Stats.Search, m.Stats.Levels = total, nil
	for unit, cost := range results.TableCosts(m.Stats.Tables) {
		if m.Costs == nil {
			m.Costs = map[string]float64{}
		}
		m.Costs[unit] = cost
	}
	if m.Stats.Status.Measured() {
		if m.Fault = confirm(ctx, t, p, search, least); m.Fault != "" {
			m.Stats.Status = results.Unconfirmed
		}
		if err := ctx.Err(); err != nil {
			return m, err
		}
	}
	if start, ok := processStart(ctx, t); ok && m.Costs != nil {
		m.Costs[results.StartSeconds] = start.Seconds()
	}
	if t.variants[0].Parallel { // the meter reads one thread only
		delete(m.Costs, results.CPUSeconds)
		delete(m.Costs, results.Instructions)
	}
	return m, nil
}

// meanSetup repeats a set-up and returns its mean time, with that of the first one. An engine prepares
// once a sample, since it has one problem at a time.
func (t task) meanSetup(p *cover.Problem, first time.Duration, runs int) time.Duration {
	all, n := first, 1
	for t.setups && t.variants[0].Engine == nil && n < runs && all < t.minTime {
		begin := time.Now()
		if _, err := cover.Prepare(t.variants[0], p); err != nil {
			break // unexpected: the first one has succeeded
		}
		all, n = all+time.Since(begin), n+1
	}
	return all / time.Duration(n)
}

// processStart returns the time of a problem with one item and one option, if the solver is a program
// that starts anew for each search: all of that is its start. It reports false for other solvers, and
// for programs that do not take such a problem.
func processStart(ctx context.Context, t task) (time.Duration, bool) {
	v := t.variants[0]
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
	search, err := cover.Prepare(v, p)
	if err != nil {
		return 0, false
	}
	ctx, cancel := t.bounds.Context(ctx)
	defer cancel()
	s := search.Run(ctx, cover.Limits{Solutions: 1}, nil)
	return s.Search, s.Search > 0 && s.Status != cover.Timeout
}

// runContexts gives each run its context. Making a context takes microseconds, as long as a small
// search, so all runs that begin within a hundredth of the timeout share one. Its deadline is later
// by that hundredth.
type runContexts struct {
	ctx     context.Context
	timeout time.Duration
	current context.Context
	cancel  context.CancelFunc
	until   time.Time
}

// next returns the context of a run that begins now.
func (c *runContexts) next() context.Context {
	if c.timeout <= 0 {
		return c.ctx
	}
	if now := time.Now(); now.After(c.until) {
		c.end()
		slack := c.timeout / 100
		c.until = now.Add(slack)
		c.current, c.cancel = context.WithDeadline(c.ctx, c.until.Add(c.timeout))
	}
	return c.current
}

func (c *runContexts) end() {
	if c.cancel != nil {
		c.cancel()
	}
}

// difference describes how two runs of one search differ, or returns "". Only the solutions count
// if another program searches, which may have its own chance, and the search ended.
func difference(v solvers.Variant, a, b cover.Stats) string {
	alike := a.Nodes == b.Nodes && a.Updates == b.Updates || v.Engine != nil
	if alike && a.SameCount(b) {
		return ""
	}
	return fmt.Sprintf("%s solutions, %s nodes, %s updates in one run and %s, %s, %s in another",
		a.CountText(), results.CounterText(a.Nodes), results.CounterText(a.Updates), b.CountText(),
		results.CounterText(b.Nodes), results.CounterText(b.Updates))
}
