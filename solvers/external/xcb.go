package external

import (
	"cmp"

	"xcbench/cover"
	"xcbench/solvers/external/xcb"
)

// newXCB makes the solver of an engine that speaks the protocol xcb.
func newXCB(s Spec) *xcb.Engine {
	words, _ := Words(s.Command)
	e := xcb.New(s.Child(words), s.capabilities())
	e.Timeout, e.Start = duration(s.Timeout), cmp.Or(duration(s.Start), e.Start)
	return e
}

// capabilities returns what the spec lets the engine do. The engine says when it greets what it can do.
func (s Spec) capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: s.Secondary == nil || *s.Secondary, Colours: s.Colours == nil || *s.Colours,
		CountsOnly: s.Count, FirstOnly: s.FirstOnly, NoLevels: true}
}
