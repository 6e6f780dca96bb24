package dlx

import (
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// variants are the solvers of the package by name.
var variants = map[string]struct {
	solver cover.Solver
	rule   cover.Rule
}{
	"index mrv":     {Index(cover.MRV), cover.MRV},
	"index first":   {Index(cover.First), cover.First},
	"pointer mrv":   {Pointer(cover.MRV), cover.MRV},
	"pointer first": {Pointer(cover.First), cover.First},
}

func TestBothSolversWalkTheTreeOfTheTextbook(t *testing.T) {
	for name, v := range variants {
		t.Run(name, func(t *testing.T) { textbook.TestSolver(t, v.solver, v.rule, textbook.Links) })
	}
}
