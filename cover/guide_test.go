package cover

import (
	"context"
	"sync/atomic"
	"testing"
)

func TestGuidedRunsCallTheGuideUnlessTheContextHasATrace(t *testing.T) {
	var b Builder
	b.Primary("a")
	b.OptionOf(0)
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var guide, trace int
	plain := context.Background()
	traced := WithTrace(plain, &Trace{Node: func(int) { trace++ }})
	for _, c := range []struct {
		ctx          context.Context
		stop         bool
		guide, trace int
		status       Status
	}{
		{plain, false, 1, 0, Solved}, {traced, false, 0, 1, Solved},
		{plain, true, 0, 0, Timeout}, {traced, true, 0, 1, Solved},
	} {
		guide, trace = 0, 0
		var stop atomic.Bool
		stop.Store(c.stop)
		var m Meter
		m.Start(c.ctx, p, Guided(&Trace{Node: func(int) { guide++ }, Stop: &stop}), nil, 1)
		m.Node(0)
		if got := m.Stats().Status; guide != c.guide || trace != c.trace || got != c.status {
			t.Errorf("%+v: got %d calls of the guide, %d of the trace, status %s", c, guide, trace, got)
		}
	}
}
