package external

import (
	"errors"

	"xcbench/cover"
)

func newXCB(s Spec) (cover.Solver, error) {
	return nil, errors.New("engine " + s.Name + ": the protocol xcb is not there yet")
}
