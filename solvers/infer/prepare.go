package infer

import (
	"xcbench/cover"
	"xcbench/solvers/lanes"
)

// Infer is the choice rule of this solver. It takes forced options without branching and then
// chooses the item as [cover.MRV] does. Before it branches, it may remove options that cannot be in
// a solution, by rules that depend on the shape of the problem; the package comment has them. Only
// an option that is tried at a branching makes a node.
const Infer cover.Rule = "infer"

// New returns the solver bitset_infer.
func New() cover.Solver { return solver{} }

type solver struct{}

func (solver) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, Colours: true}
}

// either is a search by package lanes or by this package.
type either struct {
	cover.Search              // the search in use
	lanes        cover.Search // the last search by package lanes, kept for Reset
}

func (solver) Prepare(p *cover.Problem) (cover.Search, error) {
	var x either
	if err := x.Reset(p); err != nil {
		return nil, err
	}
	return &x, nil
}

// Reset is fast if package lanes does the search before and after.
func (x *either) Reset(p *cover.Problem) error {
	if s, err := cover.Renew(lanes.New(), x.lanes, p); err == nil {
		x.Search, x.lanes = s, s
		return nil
	}
	s, err := prepare(p, choosePlan)
	if err != nil {
		return err
	}
	x.Search = s
	return nil
}
