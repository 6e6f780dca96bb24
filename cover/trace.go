package cover

import "math"

// A Trace is a set of functions that a search calls as it goes: see [Limits]. Nil functions are not
// called. The calls of Node determine the shape of the search tree: the parent of a node is the last
// node before it on the level above.
//
// A traced run makes the same nodes and updates as any other, except for the nodes that Enter leaves
// out, and stops at the same limits. If the trace has Node, the run looks at the context at every
// node. A run without a trace is no slower.
type Trace struct {
	// Enter decides whether to enter a node of the given level. It also returns the deepest level
	// whose nodes it wants to decide about from now on. The search enters all deeper nodes. An
	// omitted node and its subtree are neither counted nor reported. The updates of its parent do
	// count, even those that lead to the omitted node. Enter must not leave out the root.
	Enter func(level int) (enter bool, ask int)
	// Stop is called whenever the run looks at its context, at least every few hundred nodes, with the
	// nodes and updates so far. If it returns true, the run ends like with its context.
	Stop func(nodes, updates int64) bool
	// Node is called when the search enters a node, parents before their children. The level of the
	// root is 0. It is not called for a node that a limit forbids.
	Node func(level int)
	// Solution is called when the last node entered is a solution, before the visitor is shown it.
	Solution func()
}

// listen makes the run call its trace.
func (m *Meter) listen() {
	m.ask = -1
	t := m.limits.Trace
	if t == nil {
		return
	}
	if t.Enter != nil {
		m.ask = math.MaxInt
	}
	if visit := m.visit; t.Solution != nil {
		m.visit = func(options []int) bool {
			t.Solution()
			return visit == nil || visit(options)
		}
	}
}

// stops reports whether the trace ends the run. The trace may be nil.
func (t *Trace) stops(nodes, updates int64) bool {
	return t != nil && t.Stop != nil && t.Stop(nodes, updates)
}
