package external

import (
	"errors"

	"xcbench/cover"
)

func newOneShot(codec func(Spec) (codec, error)) func(Spec) (cover.Solver, error) {
	return func(s Spec) (cover.Solver, error) {
		return nil, errors.New("engine " + s.Name + ": the protocol " + s.Protocol + " is not there yet")
	}
}

type codec interface{}

var knuth, lines, dimacs, asp, flatzinc, lp, named func(Spec) (codec, error)
