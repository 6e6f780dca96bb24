package external

import (
	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers/external/xcb"
)

// newXCB makes the solver of an engine that speaks the protocol xcb.
func newXCB(s Spec) (cover.Solver, error) {
	words, err := Words(s.Command)
	if err != nil {
		return nil, err
	}
	command := child.Command{Args: words, Dir: s.Dir, Env: s.Environment(), MaxFile: maxFile}
	e := xcb.New(command, s.capabilities())
	e.Timeout = s.timeout()
	return e, nil
}

// capabilities returns what the spec says that the engine can do.
func (s Spec) capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: s.Secondary == nil || *s.Secondary, Colours: s.Colours, CountsOnly: s.Count,
		FirstOnly: s.FirstOnly, NoLevels: true}
}
