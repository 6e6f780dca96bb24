package solvers

import (
	"context"
	"errors"
	"slices"
	"time"

	"xcbench/cover"
)

// Auto returns the variant auto. Its rule:
//
//  1. A small problem goes to dlx_index, one with the shape of a sudoku to
//     lanes_weighted, and any other to bitset: see [automatic.prefer]. If a trace follows the nodes,
//     and in the parallel form, lanes takes the place of lanes_weighted: its tree can be divided.
//  2. If only one solution is wanted, or the proof that there is none, the preferred variant and
//     learn take turns, until one of them ends. The first turn is short, and solves most packings.
//     Then learn has most of the time. If the tables take long to fill, learn has a turn before: see
//     [automatic.late]. All solutions are found by the preferred variant alone, because learn takes
//     longer for each.
//
// One solution is wanted if that is the limit of solutions, and nothing traces the run: learn has no
// tree. If the preferred variant refuses the problem, because its tables take too much memory, the next
// of bitset, cells and dlx_index takes it.
//
// The shape of the problem decides, and budgets are counted, not timed. So auto has the same counters
// on every machine. docs/performance.md has the measurements. It is neither in [All] nor in [Panel],
// since it adds nothing to a comparison of solvers.
func Auto() Variant {
	v, _ := Find(Default)
	return v
}

// automatic has the variants to choose from. The first of choices is for problems like sudokus, and
// the second takes its place where a tree must not depend on what was searched before. The third is for
// other problems, and the last for small ones. From the chosen one on, they are tried in order if one
// refuses.
type automatic struct {
	choices []Variant
	learn   Variant
}

// pure is the first of choices whose tree depends on the problem alone.
const pure = 1

func newAutomatic() cover.Solver {
	var all []Variant
	for _, name := range []string{"lanes_weighted", "lanes", "bitset", "cells", "dlx_index", "learn"} {
		v, _ := Find(name)
		all = append(all, v)
	}
	return automatic{all[:5], all[5]}
}

// parallel returns the solver that chooses from the parallel forms. Learn has none.
func (s automatic) parallel() cover.Solver {
	s.choices = slices.Clone(s.choices)
	for k := range s.choices {
		s.choices[k] = s.choices[max(k, pure)].parallel()
	}
	return s
}

// Capabilities declares that a run may have no levels: those of learn.
func (automatic) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, Colours: true, NoLevels: true}
}

func (s automatic) Prepare(p *cover.Problem) (cover.Search, error) {
	x := &chosen{automatic: s, searches: make([]cover.Search, len(s.choices))}
	if err := x.Reset(p); err != nil {
		return nil, err
	}
	return x, nil
}

// Turns are measured in steps of about 1 ns. The variant begins with 16 ms, and each other turn makes that
// a quarter more. Learn has three times as much. So where learn ends first, and takes more than its first
// turn, the variant has had at most 5/12 of its time.
const (
	firstTurn   = 1 << 24
	learnShare  = 3
	updateSteps = 256 // of an update of learn
)

// nodeSteps returns the steps of a node of the preferred variant. Nodes of lanes take longer than those of
// others.
func (x *chosen) nodeSteps() int64 {
	steps := int64(16 + x.base.Options()/8) // the options of a restriction are counted only when they are asked for
	if x.maker == x.choices[0].Name {
		steps *= 8
	}
	return steps
}

// chosen is a search by one of the choices, with what comes before it and after it.
type chosen struct {
	automatic
	p        *cover.Problem
	setup    time.Duration  // of Reset
	more     time.Duration  // of set-ups during a run
	search   cover.Search   // of a choice, or nil until it is needed
	maker    string         // the name of the variant that makes it
	last     cover.Search   // of learn, or nil until its first turn
	name     string         // of the variant that solved the problem last, or is going to
	searches []cover.Search // by choice, its last search, or nil
	traced   bool           // search is one of a pure choice
	late     bool           // the tables are filled when they are needed

	base      *cover.Problem // the base of the last problem
	best      int            // the choice for this base
	preferred int            // the choice for the problem
}

// Chosen returns the name of the variant that solves the problem.
func (x *chosen) Chosen() string { return x.name }

// Reset chooses anew only if p has another base than the problem before. The restrictions of a base
// whose items have too many options are judged by their own shape.
func (x *chosen) Reset(p *cover.Problem) error {
	began := time.Now()
	base, _, _ := p.Base()
	if base != x.base {
		x.base = base
		x.best = x.prefer(base)
	}
	x.preferred = x.best
	if base != p && base.Degree() > 16 {
		x.preferred = x.prefer(p)
	}
	x.p, x.last = p, nil
	var err error
	if x.late = base == p && x.automatic.late(p, x.preferred); x.late {
		x.search, x.name = nil, x.choices[x.preferred].Name
	} else {
		err = x.settle(false)
	}
	x.setup = time.Since(began)
	return err
}

// settle makes the search of the preferred choice, or of the next that takes the problem. Only a pure
// choice is for a run whose nodes a trace follows.
func (x *chosen) settle(traced bool) error {
	first := x.preferred
	if x.traced = traced; traced {
		first = max(first, pure)
	}
	var refused error
	for k := first; k < len(x.choices); k++ {
		search, err := cover.Renew(x.choices[k].Solver, x.searches[k], x.p)
		if err == nil {
			x.search, x.maker, x.searches[k] = search, x.choices[k].Name, search
			x.name = x.maker
			return nil
		}
		x.searches[k] = nil
		if unsupported := new(cover.UnsupportedError); !errors.As(err, &unsupported) {
			return err
		}
		refused = err
	}
	return refused
}

// Run tries the searches of the rule of [Auto]. The time of all of them counts as search, and the time to
// set them up as setup.
func (x *chosen) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	t := limits.Trace
	traced := t != nil && (t.Node != nil || t.Enter != nil)
	learns := limits.Solutions == 1 && t == nil && x.learn.Capabilities().Check(x.p, false) == nil
	if !learns && x.fits(traced) {
		return x.search.Run(ctx, limits, visit)
	}
	began := time.Now()
	x.more = 0
	stats := x.try(ctx, limits, visit, traced, learns)
	if stats.Search = time.Since(began) - x.more; x.more > 0 {
		stats.Setup = x.setup + x.more
	}
	return stats
}

// try tries one search after another. It sets the name of the variant that solves the problem.
func (x *chosen) try(ctx context.Context, limits cover.Limits, visit cover.Visitor, traced, learns bool) cover.Stats {
	l := &learner{begin: func() *cover.Paused {
		learning := limits
		learning.Levels = nil // learn has none, and must not write over those of the other
		return cover.Pause(ctx, lastSearch{x}, learning, visit)
	}}
	defer l.close()
	if learns && x.late && l.wins(int64(x.p.Options())*int64(x.p.Primary())) {
		x.name = x.learn.Name
		return l.Stats
	}
	if !x.fits(traced) {
		if err := x.prepare(func() error { return x.settle(traced) }); err != nil {
			return cover.Stats{Status: cover.Failed, Err: err}
		}
	}
	if x.name = x.maker; !learns {
		return x.search.Run(ctx, limits, visit)
	}
	return x.race(ctx, limits, visit, l)
}

// fits reports whether the search is one for a run that a trace follows, or does not follow.
func (x *chosen) fits(traced bool) bool {
	return x.search != nil && (x.traced == traced || x.preferred >= pure)
}

// prepare makes a search during a run.
func (x *chosen) prepare(make func() error) error {
	began := time.Now()
	defer func() { x.more += time.Since(began) }()
	return make()
}

// race lets the preferred variant and learn take turns, until one of them ends. The variant begins anew after
// its first turn: a run that can pause takes longer than most sudokus do.
func (x *chosen) race(ctx context.Context, limits cover.Limits, visit cover.Visitor, l *learner) cover.Stats {
	steps := int64(firstTurn)
	turn := limits
	if n := steps / x.nodeSteps(); limits.Nodes <= 0 || limits.Nodes > n {
		turn.Nodes = n
	}
	if stats := x.search.Run(ctx, turn, visit); stats.Status != cover.Limit || stats.Solutions > 0 || turn.Nodes == limits.Nodes ||
		stats.Nodes < turn.Nodes {
		return stats
	}
	ours := cover.Pause(ctx, x.search, limits, visit)
	defer ours.Close()
	for {
		if l.wins(steps) {
			x.name = x.learn.Name
			return l.Stats
		}
		until := cover.Limits{}
		if !l.ended {
			steps += steps / 4
			until.Nodes = steps / x.nodeSteps()
		}
		if ours.Resume(until) {
			return ours.Stats
		}
	}
}

// A learner is the run of learn in a race. It ends without an answer if learn refuses the problem, or has no
// memory left.
type learner struct {
	begin         func() *cover.Paused
	*cover.Paused // nil before the first turn: few runs come so far
	ended         bool
}

func (l *learner) close() {
	if l.Paused != nil {
		l.Close()
	}
}

// wins gives learn its share of so many steps in all. It reports whether learn has the answer.
func (l *learner) wins(steps int64) bool {
	if l.ended {
		return false
	}
	if l.Paused == nil {
		l.Paused = l.begin()
	}
	l.ended = l.Resume(cover.Limits{Updates: learnShare * steps / updateSteps})
	return l.ended && l.Stats.Status != cover.Memout && l.Stats.Status != cover.Unsupported
}

// lastSearch is the search of learn, which is prepared when its first turn comes.
type lastSearch struct{ *chosen }

func (x lastSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if x.last == nil {
		err := x.prepare(func() (err error) { x.last, err = cover.Prepare(x.learn, x.p); return err })
		if err != nil {
			return cover.Stats{Status: cover.Unsupported}
		}
	}
	return x.last.Run(ctx, limits, visit)
}

// ChosenBy returns the name of the variant that makes a search of auto, or that made the last run of
// a search of count. It returns "" for the search of any other variant.
func ChosenBy(search cover.Search) string {
	if x, ok := search.(interface{ Chosen() string }); ok {
		return x.Chosen()
	}
	return ""
}

// For returns the variant that auto prefers for p if something traces or divides the search. It returns
// any other variant as it is.
func (v Variant) For(p *cover.Problem) Variant {
	if s, ok := v.Solver.(automatic); ok {
		return s.choices[max(s.prefer(p), pure)]
	}
	return v
}

// Made returns the variant that made the last run of search, a search of v. It is v itself for all
// variants but auto and count, which choose another one.
func (v Variant) Made(search cover.Search) Variant {
	if name := ChosenBy(search); name != "" {
		v, _ = Find(name)
	}
	return v
}
