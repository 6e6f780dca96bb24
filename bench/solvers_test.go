package bench_test

import (
	"context"
	"math/big"
	"slices"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/solvers/count"
	"xcbench/solvers/learn"
)

// instead shows solution n as another one: changed gets all solutions so far.
func instead(n int, changed func(all [][]int) []int) func(int, cover.Visitor) cover.Visitor {
	return func(_ int, visit cover.Visitor) cover.Visitor {
		var all [][]int
		return func(options []int) bool {
			if all = append(all, slices.Clone(options)); len(all) != n {
				return visit(options)
			}
			options = changed(all)
			return options == nil || visit(options)
		}
	}
}

// inRun changes one run: 1 is checked, 2 stops half-way, 3 repeats the first.
func inRun(n int, change func(s *cover.Stats)) func(int, *cover.Stats) {
	return func(run int, s *cover.Stats) {
		if run == n {
			change(s)
		}
	}
}

// swapped shows the first solution after the second.
func swapped(_ int, visit cover.Visitor) cover.Visitor {
	var held []int
	n := 0
	return func(options []int) bool {
		switch n++; n {
		case 1:
			held = slices.Clone(options)
			return true
		case 2:
			return visit(options) && visit(held)
		}
		return visit(options)
	}
}

// refusing refuses every problem.
type refusing struct{ faulty }

func (r refusing) Prepare(p *cover.Problem) (cover.Search, error) {
	if r.prepare != nil {
		r.prepare(p)
	}
	return nil, cover.Unsupportedf("too wide")
}

// counting is a solver that shows no solutions.
type counting struct{ faulty }

func (counting) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, NoLevels: true, CountsOnly: true}
}

// recount is count_frontier with another number of solutions.
type recount func(n *big.Int)

func (recount) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, Colours: true, CountsOnly: true}
}

func (f recount) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := count.Frontier(count.Input).Prepare(p)
	return &faultySearch{Search: s, faulty: faulty{count: func(_ int, s *cover.Stats) {
		n, _ := new(big.Int).SetString(s.CountText(), 10)
		f(n)
		s.SetCount(n)
	}}}, err
}

// totals is a solver that need not have levels, as other programs.
type totals struct{ faulty }

func (totals) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, NoLevels: true}
}

// liar is the solver learn with planted faults in its proofs. It shows and proves what it likes.
type liar struct {
	proof func(to learn.Proof) learn.Proof // changes the proof
	faulty
}

func (liar) Capabilities() cover.Capabilities { return learn.New().Capabilities() }

func (l liar) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := learn.New().Prepare(p)
	return &liarSearch{faultySearch{Search: s, faulty: l.faulty}, l.proof}, err
}

type liarSearch struct {
	faultySearch
	change func(learn.Proof) learn.Proof
}

func (l *liarSearch) Prove(to learn.Proof) {
	if to != nil && l.change != nil {
		to = l.change(to)
	}
	l.Search.(learn.Prover).Prove(to)
}

// without passes a proof on, without the clauses and solutions that skip is true for, given how many
// solutions the search has shown.
func without(skip func(shown int) bool) func(learn.Proof) learn.Proof {
	return func(to learn.Proof) learn.Proof {
		shown := 0
		return func(kind string, clause []int32) {
			if kind == learn.Found {
				shown++
			}
			if kind == learn.Forgotten || !skip(shown) {
				to(kind, clause)
			}
		}
	}
}

// endsAtOnce proves without any step that there are no more solutions.
func endsAtOnce(to learn.Proof) learn.Proof {
	to(learn.Learned, nil)
	return to
}

// stalling is a solver that shows some solutions, and then takes all its time. It counts without
// delay, but for what count does.
type stalling struct {
	faulty
	shows int64
	count func(ctx context.Context, s *cover.Stats)
}

type stallingSearch struct {
	cover.Search
	stalling
}

func (s stalling) Prepare(p *cover.Problem) (cover.Search, error) {
	search, err := dlx.Index(cover.MRV).Prepare(p)
	return &stallingSearch{search, s}, err
}

func (s *stallingSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if visit == nil {
		stats := s.Search.Run(ctx, limits, nil)
		s.count(ctx, &stats)
		return stats
	}
	if s.shows > 0 {
		s.Search.Run(ctx, cover.Limits{Solutions: s.shows}, visit)
	}
	<-ctx.Done()
	return cover.Stats{Status: cover.Timeout, Solutions: s.shows}
}
