package external

import (
	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers/external/xcb"
)

// newXCB makes the solver of an engine that speaks the protocol xcb.
func newXCB(s Spec) *xcb.Engine {
	words, _ := Words(s.Command)
	command := child.Command{Args: words, Dir: s.Dir, Env: s.Environment(), MaxFile: maxFile}
	e := xcb.New(command, s.capabilities())
	e.Timeout = s.timeout()
	if d := duration(s.Start); d > 0 {
		e.Start = d
	}
	return e
}

// capabilities returns what the spec lets the engine do. The engine says when it greets what it can do.
func (s Spec) capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: s.Secondary == nil || *s.Secondary, Colours: s.Colours == nil || *s.Colours,
		CountsOnly: s.Count, FirstOnly: s.FirstOnly, NoLevels: true}
}
