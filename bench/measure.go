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
	variants []solvers.Variant // one, to be sampled; or all to be verified together
	bounds   Bounds
	minTime  time.Duration
	next     string // the variant whose sample will be asked for after the verification
}

// verdict is what the verification found of a solver on an instance.
type verdict struct {
	Solver string      `json:"solver"`
	Stats  cover.Stats `json:"stats"` // without levels
	Levels levels      `json:"levels,omitempty"`
	Fault  string      `json:"fault,omitempty"`
}

// measurement is one sample.
type measurement struct {
	Stats cover.Stats        `json:"stats"` // of one run, but Search is the time of all
	Runs  int                `json:"runs"`
	Fault string             `json:"fault,omitempty"` // if the runs differ
	Costs map[string]float64 `json:"costs,omitempty"` // by unit, for each run
}

// measurer runs searches, here or in another process. Its errors end the run; what
// befalls a solver is a status.
type measurer interface {
	verify(context.Context, task) ([]verdict, error) // a verdict for each variant, in order
	sample(context.Context, task) (measurement, error)
	close()
}

// local measures in this process.
type local struct {
	gauge   *gauge
	last    *corpus.Instance // the instance whose problem is kept: solvers take turns on it
	problem *cover.Problem
}

func newLocal() *local { return &local{gauge: newGauge()} }

func (l *local) close() { l.gauge.close() }

func (l *local) verify(ctx context.Context, t task) ([]verdict, error) {
	bounds := t.bounds
	bounds.Brief = true
	report, err := Verify(ctx, *t.instance, t.variants, bounds)
	if err != nil {
		return nil, err
	}
	l.last, l.problem = t.instance, report.Problem
	return verdicts(report), nil
}

func verdicts(r Report) []verdict {
	var all []verdict
	for _, o := range r.Outcomes {
		v := verdict{o.Variant.Name, o.Stats, o.Stats.Levels, o.Fault}
		v.Stats.Levels = nil
		all = append(all, v)
	}
	return all
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
	return take(ctx, t, l.problem, l.gauge)
}

// take prepares one search and runs it until it has taken long enough, or does not
// do the same as before.
func take(ctx context.Context, t task, p *cover.Problem, g *gauge) (measurement, error) {
	g.begin(t.minTime)
	defer g.release()
	begin := time.Now()
	search, err := t.variants[0].Prepare(p)
	setup := time.Since(begin)
	if err != nil {
		return measurement{}, err // it was supported when it was verified
	}
	g.prepared()
	var m measurement
	total := time.Duration(0)
	allow := allowance{ctx: ctx, timeout: t.bounds.Timeout}
	defer allow.end()
	for m.Runs == 0 || total < t.minTime {
		runCtx := allow.next()
		if m.Runs < 2 { // the first is measured apart, the others together
			g.start()
		}
		stats := search.Run(runCtx, t.bounds.Limits, nil)
		m.Runs++
		total += stats.Search
		if m.Runs == 1 {
			g.stop(1)
			g.allocated()
			m.Stats = stats
		}
		if err := ctx.Err(); err != nil {
			return m, err
		}
		if stats.Status == cover.Timeout { // this time it was too slow; that is what is recorded
			m.Stats, m.Runs, total = stats, 1, stats.Search
			break
		}
		if m.Fault = differ(stats, m.Stats); m.Fault != "" {
			m.Stats.Status = results.Wrong
			break
		}
	}
	if m.Runs > 1 {
		g.stop(m.Runs - 1)
	}
	m.Stats.Setup, m.Stats.Search, m.Stats.Levels = setup, total, nil
	m.Costs = g.end()
	if t.variants[0].Parallel { // and the gauge is of one thread
		delete(m.Costs, results.CPUSeconds)
		delete(m.Costs, results.Instructions)
	}
	return m, nil
}

// allowance gives runs their context. To make one takes microseconds, as long as a
// small search, so one is used for as many runs as begin within a hundredth of the
// timeout, which is prolonged by so much.
type allowance struct {
	ctx     context.Context
	timeout time.Duration
	current context.Context
	cancel  context.CancelFunc
	until   time.Time
}

// next returns the context of a run that begins now.
func (a *allowance) next() context.Context {
	if a.timeout <= 0 {
		return a.ctx
	}
	if now := time.Now(); now.After(a.until) {
		a.end()
		slack := a.timeout / 100
		a.until = now.Add(slack)
		a.current, a.cancel = context.WithDeadline(a.ctx, a.until.Add(a.timeout))
	}
	return a.current
}

func (a *allowance) end() {
	if a.cancel != nil {
		a.cancel()
	}
}

// differ says how two runs of one search do, or nothing.
func differ(a, b cover.Stats) string {
	if a.Nodes == b.Nodes && a.Updates == b.Updates && a.Solutions == b.Solutions {
		return ""
	}
	return fmt.Sprintf("%d solutions, %d nodes, %d updates in one run and %d, %d, %d in another",
		a.Solutions, a.Nodes, a.Updates, b.Solutions, b.Nodes, b.Updates)
}
