package infer

import (
	"xcbench/cover"
	"xcbench/solvers/lanes"
)

// New returns the solver bitset_infer.
func New() cover.Solver { return solver{} }

type solver struct{}

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
