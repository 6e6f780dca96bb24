package cover

import "context"

// Trace is told of the steps of a search, in the way of net/http/httptrace. A nil
// function is not called. The levels that Node is told, in order, determine the shape of the
// search tree: the parent of a node is the last one before it on the level above.
type Trace struct {
	// Node is called on entering each node, parents before their children, with its
	// level: 0 for the root. A node that a limit forbids is not entered.
	Node func(level int)
	// Solution is called when the node entered last is a solution, before the
	// visitor is shown it.
	Solution func()
}

type traceKey struct{}

// WithTrace returns a context for [Search.Run] whose steps are told to the trace.
// A run that is traced makes the same nodes and updates as one that is not,
// and stops at the same limits; it looks at the context at every node. Without a trace
// nothing is slower.
func WithTrace(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// trace makes the run tell its steps to the trace of its context, if there is one.
func (m *Meter) trace() {
	t, _ := m.ctx.Value(traceKey{}).(*Trace)
	if t == nil {
		return
	}
	m.traceNode = t.Node
	if visit := m.visit; t.Solution != nil {
		m.visit = func(options []int) bool {
			t.Solution()
			return visit == nil || visit(options)
		}
	}
}
