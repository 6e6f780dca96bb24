package bench

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/solvers"
	"xcbench/solvers/cells"
	"xcbench/solvers/count"
)

// faulty is a correct solver with a planted fault.
type faulty struct {
	before func()                                  // called before each run
	show   func(visit cover.Visitor) cover.Visitor // changes the solutions reported
	count  func(s *cover.Stats)                    // changes the statistics
}

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := dlx.Index(cover.MRV).Prepare(p)
	return &faultySearch{Search: s, faulty: f}, err
}

type faultySearch struct {
	cover.Search
	faulty
}

func (f *faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if f.before != nil {
		f.before()
	}
	if f.show != nil && visit != nil {
		visit = f.show(visit)
	}
	stats := f.Search.Run(ctx, limits, visit)
	if f.count != nil {
		f.count(&stats)
	}
	return stats
}

func variant(name string, s cover.Solver) solvers.Variant {
	return solvers.Variant{Solver: s, Name: name, Algorithm: strings.TrimSuffix(name, solvers.ParallelSuffix), Rule: cover.MRV, Counter: solvers.Links}
}

// recount is count_frontier with another number of solutions.
type recount func(n *big.Int)

func (recount) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, CountsOnly: true}
}

func (f recount) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := count.Frontier(count.Input).Prepare(p)
	return &faultySearch{Search: s, faulty: faulty{count: func(s *cover.Stats) {
		n, _ := new(big.Int).SetString(s.CountText(), 10)
		f(n)
		s.SetCount(n)
	}}}, err
}

// Two solvers without a fault are a majority against one that has a fault.
var (
	good     = variant("good", dlx.Pointer(cover.MRV))
	alsoGood = variant("also_good", cells.New(cover.MRV))
)

// dropThird does not report the third solution.
func dropThird(visit cover.Visitor) cover.Visitor {
	n := 0
	return func(options []int) bool {
		n++
		return n == 3 || visit(options)
	}
}

// cutShort leaves an option out of each solution.
func cutShort(visit cover.Visitor) cover.Visitor {
	return func(options []int) bool { return visit(options[1:]) }
}

func instance(t *testing.T, id string) corpus.Instance {
	in, err := corpus.Find(id)
	if err != nil {
		t.Fatalf("no instance %s", id)
	}
	return in
}

func faults(r Report) []string {
	var all []string
	for _, o := range r.Faulty() {
		all = append(all, o.Variant.Name+": "+o.Fault)
	}
	return all
}

type refusing struct{}

func (refusing) Prepare(*cover.Problem) (cover.Search, error) {
	return nil, cover.Unsupportedf("too wide")
}
