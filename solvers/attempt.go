package solvers

import (
	"context"
	"time"

	"xcbench/cover"
)

// The constants of attempts were chosen with the times of the standard tier, setup included. Filling
// the tables of lanes and bitset takes up to ten times as long as the whole search by cells where
// attempts succeed.
const (
	narrow       = 4       // an attempt needs an item with this many options at most
	maxAttempted = 1 << 12 // it needs this many entries at most; the tables are filled in 1 ms then
	maxDegree    = 63      // it needs items of this many options at most; bitset is set up quickly for others
	perEntry     = 4       // the budget of an attempt is this many updates for each entry
)

// attempts reports whether quick makes an attempt at p before the search of the preferred choice.
// fewest is least(p) or unknown. If it is 1 and lanes is preferred, there is no attempt: lanes begins
// with the forced options, too.
//
// There is none at a restriction of another problem either, such as a sudoku. In a stream of
// restrictions the preferred choice has its tables from the second on, and is faster. The first must
// not differ, since statistics depend on the problem alone.
func (s automatic) attempts(p *cover.Problem, preferred, fewest int) bool {
	if preferred == len(s.choices)-1 || p.Entries() > maxAttempted || p.Degree() > maxDegree {
		return false
	}
	if fewest == unknown {
		fewest = least(p)
	}
	return fewest <= narrow && (fewest > 1 || preferred > 0)
}

// attempt is a short search by quick. If it does not end within its budget, the search of the
// preferred choice begins anew. The budget is counted in updates, not in time, so the same search
// gives the answer on every machine.
type attempt struct {
	short  cover.Search
	budget int64         // in updates; 0 if there is no attempt
	setup  time.Duration // of short
	next   func() error  // sets up the search that follows

	failed bool
	under  cover.Limits // the limits under which it failed last, without a trace
}

// prepare makes the search of an attempt at p. It returns false if v does not take p.
func (a *attempt) prepare(v Variant, p *cover.Problem, next func() error) bool {
	began := time.Now()
	short, err := cover.Renew(v, a.short, p)
	if err != nil {
		*a = attempt{}
		return false
	}
	*a = attempt{short: short, budget: perEntry * int64(p.Entries()), setup: time.Since(began), next: next}
	return true
}

// run makes the attempt. ok is false if the attempt failed: its budget was spent before the search
// ended or reached one of the limits.
//
// Nobody may see a solution of an attempt that fails. So an attempt runs without visitor and trace,
// and runs again with them if it did not fail.
func (a *attempt) run(ctx context.Context, limits cover.Limits, visit cover.Visitor) (stats cover.Stats, ok bool) {
	untraced := limits
	untraced.Trace = nil
	if a.failed && untraced == a.under {
		return stats, false
	}
	budgeted := untraced
	if limits.Updates <= 0 || limits.Updates > a.budget {
		budgeted.Updates = a.budget
	}
	stats = a.short.Run(ctx, budgeted, nil)
	if stats.Status == cover.Limit && stats.Updates >= a.budget && budgeted.Updates != limits.Updates {
		a.failed, a.under = true, untraced
		return stats, false
	}
	if visit != nil || limits.Trace != nil {
		stats = a.short.Run(ctx, limits, visit)
	}
	return stats, true
}

// Run makes the attempt, if there is one, and then the search of the preferred choice if the
// attempt failed. The time of the attempt counts as search, and the time to set up either search as
// setup.
func (x *chosen) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if x.budget == 0 {
		return x.search.Run(ctx, limits, visit)
	}
	began := time.Now()
	if stats, ok := x.attempt.run(ctx, limits, visit); ok {
		x.name, stats.Search = x.quick.Name, time.Since(began)
		return stats
	}
	attempted, setup := time.Since(began), time.Duration(0)
	if x.search == nil {
		began = time.Now()
		if err := x.next(); err != nil {
			return cover.Stats{Status: cover.Failed, Err: err, Search: attempted}
		}
		setup = x.setup + time.Since(began)
	}
	x.name = x.maker
	stats := x.search.Run(ctx, limits, visit)
	stats.Setup, stats.Search = setup, attempted+stats.Search
	return stats
}
