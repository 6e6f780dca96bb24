package cover

import (
	"context"
	"math"
	"sync/atomic"
)

// Trace is told of the steps of a search, in the way of net/http/httptrace. A nil
// function is not called. The levels that Node is told, in order, determine the shape of the
// search tree: the parent of a node is the last one before it on the level above.
type Trace struct {
	// Enter is asked about each node, its level given, whether to enter it, and answers also down
	// to which level to go on asking; the deeper nodes are entered. Of a node that is left out
	// nothing is counted or told, nor of what is below it; its parent's updates are, those for the way
	// to it included. The root is not to be left out.
	Enter func(level int) (enter bool, ask int)
	// Look is called where the run looks at its context, below the root: at least every few hundred
	// nodes. It is told how many nodes were entered, and answers down to which level to ask Enter from the
	// next one on, -1 for not at all. Until then Enter is not asked; without Look it is from the root on.
	Look func(nodes int64) (ask int)
	// Stop, if it is true, ends the run as the end of its context does.
	Stop *atomic.Bool
	// Node is called on entering each node, parents before their children, with its
	// level: 0 for the root. A node that a limit forbids is not entered.
	Node func(level int)
	// Solution is called when the node entered last is a solution, before the
	// visitor is shown it.
	Solution func()
}

type traceKey struct{}

// WithTrace returns a context for [Search.Run] whose steps are told to the trace.
// A run that is traced makes the same nodes and updates as one that is not, but for nodes
// left out, and stops at the same limits; where nodes are told, it looks at the context at every
// one. Without a trace nothing is slower.
func WithTrace(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// Traced says whether a context has a trace.
func Traced(ctx context.Context) bool {
	t, _ := ctx.Value(traceKey{}).(*Trace)
	return t != nil
}

// Guided returns limits that do not bound a run but have it traced by t, if its context has no trace. That spares
// a search of 300 ns more than 1% of its time: a context would have to be wrapped, and is asked three times.
func Guided(t *Trace) Limits { return Limits{guide: t} }

// listen makes the run tell its steps to the trace of its context, if there is one, or to its guide.
func (m *Meter) listen() {
	m.ask = -1
	t, _ := m.ctx.Value(traceKey{}).(*Trace)
	if t == nil {
		t = m.limits.guide
	}
	if t == nil {
		return
	}
	m.trace = t
	if t.Enter != nil && t.Look == nil {
		m.ask = math.MaxInt
	}
	if visit := m.visit; t.Solution != nil {
		m.visit = func(options []int) bool {
			t.Solution()
			return visit == nil || visit(options)
		}
	}
}

// stops says whether the trace, which may be nil, ends the run.
func (t *Trace) stops() bool { return t != nil && t.Stop != nil && t.Stop.Load() }
