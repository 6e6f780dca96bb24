package sat

import (
	"context"
	"time"

	"github.com/go-air/gini"

	"xcbench/cover"
)

// CDCL is the choice rule of the solver that [New] returns.
const CDCL cover.Rule = "cdcl"

// New returns a solver that searches with conflict-driven clause learning. Gini assigns variables
// one by one, learns a clause from each conflict, and restarts from time to time. To find all
// solutions, a clause excludes each one, and the search goes on.
//
// A node is a decision: a variable whose value the solver guesses. An update is a propagation: a
// literal whose consequences it draws. There is no tree, and so there are no levels. Limits of
// nodes and updates are not supported, and learned clauses take memory.
//
// [Count] counts with this solver, so it must not judge it.
func New() cover.Solver {
	return cover.NewSolver(cover.Capabilities{Secondary: true, Colours: true, NoLevels: true}, prepare)
}

func prepare(p *cover.Problem) (cover.Search, error) {
	f := &formula{g: gini.New(), next: p.Options() + 1}
	return &search{p: p, formula: f, possible: f.state(p)}, nil
}

type search struct {
	p        *cover.Problem
	formula  *formula // without learned clauses; each run works on a copy
	possible bool     // false if an item has no option
}

func (s *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if limits.Nodes > 0 || limits.Updates > 0 {
		return cover.Stats{Status: cover.Unsupported,
			Err: cover.Unsupportedf("the solver sat has no limits of nodes and updates")}
	}
	began := time.Now()
	r := run{ctx: ctx, p: s.p, visit: visit, limit: limits.Solutions, status: cover.Solved}
	if s.possible {
		r.models(s.formula)
	}
	r.stats.Status, r.stats.Search = r.status, time.Since(began)
	return r.stats
}

// run is one run of a search.
type run struct {
	ctx    context.Context
	p      *cover.Problem
	visit  cover.Visitor
	limit  int64 // 0 for none
	stats  cover.Stats
	status cover.Status
}

// models finds the models one after the other, until there are no more or the run is over.
func (r *run) models(of *formula) {
	f := &formula{g: of.g.Copy(), next: of.next}
	if r.p.Options() == 0 {
		r.solution(nil)
		return
	}
	stop := f.stopWith(r.ctx)
	defer stop()
	var options []int
	for r.status == cover.Solved {
		if r.ctx.Err() != nil {
			r.status = cover.Timeout
			break
		}
		result := f.g.Solve()
		if result < 0 {
			break
		}
		if result == 0 {
			r.status = cover.Timeout
			break
		}
		options = options[:0]
		for o := range r.p.Options() {
			if f.g.Value(option(o)) {
				options = append(options, o)
			}
		}
		f.exclude(options)
		r.solution(options)
	}
	r.stats.Nodes, r.stats.Updates = work(f.g)
}

// solution counts a solution and shows it.
func (r *run) solution(options []int) {
	r.stats.Solutions++
	more := true
	if r.visit != nil {
		for k, o := range options {
			options[k] = r.p.ToBase(o)
		}
		more = r.visit(options)
	}
	if !more || r.stats.Solutions == r.limit {
		r.status = cover.Limit
	}
}

// stopWith makes Solve return 0 soon after the context has ended. The function that it returns ends
// this.
//
// Gini has a handle that stops a search, but only for a search in a goroutine of its own. That
// would make the processor time of this goroutine mean nothing. So stopWith sends on the channel
// of the handle, from which every search receives.
func (f *formula) stopWith(ctx context.Context) (end func()) {
	stop, over := stopChannel(f.g), make(chan struct{})
	unused := context.AfterFunc(ctx, func() {
		select {
		case stop <- true:
		case <-over:
		}
	})
	return func() {
		unused()
		close(over)
	}
}
