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

// Plan says what to measure.
type Plan struct {
	Instances []corpus.Instance
	Variants  []solvers.Variant
	Samples   int           // of each solver on each instance
	MinTime   time.Duration // a sample repeats the search until it has taken this long
	Bounds    Bounds
}

// Sink takes what a run finds, as it comes.
type Sink interface {
	Row(results.Row) error
	Profile(results.Profile) error
}

// ErrWrong is the error of a run with a wrong answer; its text has all faults.
type ErrWrong struct{ Faults []string }

func (e *ErrWrong) Error() string {
	return fmt.Sprintf("%d wrong answers; the first: %s", len(e.Faults), e.Faults[0])
}

// entrant is a solver on an instance, with what the verification found.
type entrant struct {
	instance corpus.Instance
	problem  *cover.Problem
	Outcome
}

// measurable says whether there is something to measure: a search that came to an
// end, its own or that of a budget, with the right answer.
func (e *entrant) measurable() bool {
	return e.Stats.Status == cover.Solved || e.Stats.Status == cover.Limit
}

// Progress is told what is being done, as step number done of all.
type Progress func(done, all int, what string)

// Run verifies every instance and then measures it. All is sampled once before
// anything is sampled a second time, and the solvers take turns on each
// instance, so that a drift of the machine's speed hits them alike. A solver that
// did not come to an end, or whose answer is wrong, is recorded once with its
// status and not sampled. The error is an ErrWrong if answers were wrong.
func (p Plan) Run(ctx context.Context, sink Sink, progress Progress) error {
	entrants, err := p.verify(ctx, sink, progress)
	if err != nil {
		return err
	}
	var faults []string
	for sample := range p.Samples {
		for k := range entrants {
			e := &entrants[k]
			progress(sample*len(entrants)+k, p.Samples*len(entrants), "measuring "+e.instance.ID()+" with "+e.Variant.Name)
			if !e.measurable() && sample > 0 {
				continue
			}
			record := row(e.instance, e.Variant, e.Stats, 1)
			if e.measurable() {
				if record, err = e.sample(ctx, p.MinTime, p.Bounds); err != nil {
					return err
				}
			}
			if e.Stats.Status == cover.Wrong {
				faults = append(faults, fmt.Sprintf("%s: %s: %s", e.instance.ID(), e.Variant.Name, e.Fault))
			}
			if err := sink.Row(record); err != nil {
				return err
			}
		}
	}
	if len(faults) > 0 {
		return &ErrWrong{faults}
	}
	return nil
}

// verify finds the entrants and records their level profiles.
func (p Plan) verify(ctx context.Context, sink Sink, progress Progress) ([]entrant, error) {
	var entrants []entrant
	for k, in := range p.Instances {
		progress(k, len(p.Instances), "verifying "+in.ID())
		report, err := Verify(ctx, in, p.Variants, p.Bounds)
		if err != nil {
			return nil, err
		}
		for _, o := range report.Outcomes {
			e := entrant{in, report.Problem, o}
			entrants = append(entrants, e)
			if !e.measurable() {
				continue
			}
			profile := results.Profile{Family: in.Family, Instance: in.Name, Solver: o.Variant.Name, Levels: o.Stats.Levels}
			if err := sink.Profile(profile); err != nil {
				return nil, err
			}
		}
	}
	return entrants, nil
}

// sample prepares one search and runs it until it has taken long enough. A run
// that does not do what the verified one did makes the entrant wrong.
func (e *entrant) sample(ctx context.Context, atLeast time.Duration, b Bounds) (results.Row, error) {
	begin := time.Now()
	search, err := e.Variant.Prepare(e.problem)
	setup := time.Since(begin)
	if err != nil {
		return results.Row{}, err // it was supported a moment ago
	}
	total := e.Stats
	total.Setup, total.Search = setup, 0
	n := 0
	for n == 0 || total.Search < atLeast {
		runCtx, cancel := b.Context(ctx)
		stats := search.Run(runCtx, b.Limits, nil)
		cancel()
		if err := ctx.Err(); err != nil {
			return results.Row{}, err
		}
		n++
		total.Search += stats.Search
		if stats.Status == cover.Timeout { // this time it was too slow; that is what is recorded, and no more samples
			e.Stats.Status = cover.Timeout
			stats.Setup = setup
			return row(e.instance, e.Variant, stats, 1), nil
		}
		if stats.Nodes != total.Nodes || stats.Updates != total.Updates || stats.Solutions != total.Solutions {
			e.refute("%d solutions, %d nodes, %d updates in one run and %d, %d, %d in another",
				stats.Solutions, stats.Nodes, stats.Updates, total.Solutions, total.Nodes, total.Updates)
			total.Status = cover.Wrong
			break
		}
	}
	return row(e.instance, e.Variant, total, n), nil
}

// row makes the record of n runs, of which stats has the total times.
func row(in corpus.Instance, v solvers.Variant, stats cover.Stats, n int) results.Row {
	return results.Row{
		Family: in.Family, Instance: in.Name, Solver: v.Name,
		Status: stats.Status, Runs: n,
		Search: stats.Search.Seconds() / float64(n), Setup: stats.Setup.Seconds(),
		Solutions: stats.Solutions, Nodes: stats.Nodes, Updates: stats.Updates,
	}
}
