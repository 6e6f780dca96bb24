package cover

import (
	"context"
	"math"
	"slices"
	"time"
)

// A Meter is the part of a search that all solvers share. It counts nodes, updates and solutions,
// keeps the level profile, and decides when the run stops. A search embeds a Meter and calls
//
//   - [Meter.Start] first, once a run;
//   - [Meter.Node] before each node. If it returns false and [Meter.Stopped] is true, the run is
//     over. If it returns false otherwise, a [Trace] leaves the node out: go on as if it had no
//     options;
//   - [Meter.Add] with the updates made at a node;
//   - [Meter.Solution] at each solution, with options of the problem given to Start. If it returns
//     false, the run is over;
//   - [Meter.Expired] from time to time during long work at one node. If it returns true, the run
//     is over: Stopped stays true, and the next Node returns false;
//   - [Meter.Stats] last.
//
// To look at the clock takes longer than a small node. So the meter looks at the context only once
// in several nodes or updates, but often enough to stop within 1 ms. A search has 10 ms.
type Meter struct {
	nodes, updates         int64
	nextNodes, nextUpdates int64 // look at limits and context when one of these is reached
	ask                    int   // the deepest level whose nodes Trace.Enter decides about
	levels                 []Level

	solutions   int64
	limits      Limits
	nodeStride  int64
	visit       Visitor
	ctx         context.Context
	deadline    time.Time
	hasDeadline bool
	status      Status
	stopped     bool // status is not Solved; comparing strings takes longer
	began       time.Duration
}

// updateStride is the number of updates between two looks at the context, about 0.3 ms of dancing
// links.
const updateStride = 1 << 16

// Start begins a run on p. Besides its updates, a node may take up to nodeSteps elementary steps of
// about 1 ns each, for instance to look at every item.
func (m *Meter) Start(ctx context.Context, p *Problem, limits Limits, visit Visitor, nodeSteps int) {
	depth := p.MaxDepth() + 1
	if len(m.levels) < depth {
		m.levels = Padded[Level](depth)
	}
	clear(m.levels[:m.deep()])
	*m = Meter{levels: m.levels, limits: limits.Unbounded(), visit: p.inBase(visit), ctx: ctx,
		status: Solved, began: now()}
	m.deadline, m.hasDeadline = ctx.Deadline()
	m.nodeStride = max(1, min(256, 1<<20/int64(nodeSteps+1)))
	m.listen()
}

// Unbounded replaces "no bound" on solutions, nodes and updates by the largest number.
func (l Limits) Unbounded() Limits {
	for _, bound := range []*int64{&l.Solutions, &l.Nodes, &l.Updates} {
		if *bound <= 0 {
			*bound = math.MaxInt64
		}
	}
	return l
}

// Node counts a node of the given level and returns true, or returns false if the search must not
// enter the node.
func (m *Meter) Node(level int) bool {
	if (level <= m.ask || m.nodes >= m.nextNodes || m.updates >= m.nextUpdates) && !m.look(level) {
		return false
	}
	m.nodes++
	m.levels[level].Nodes++
	return true
}

// Add counts updates made at a node of the given level.
func (m *Meter) Add(level int, updates int64) {
	m.updates += updates
	m.levels[level].Updates += updates
}

// A search that enters many nodes at once need not call Node and Add for each. It may enter nodes in
// any order where AnyOrder says so, and otherwise as many as Ahead says. It calls Count for their sum
// afterwards, and Profile for each level at the end of the run.

// AnyOrder reports whether the next nodes may be entered in any order, as long as they are on the given
// level or below. They may if no limit, trace or visitor can tell. Only [Meter.Expired] ends the run
// meanwhile. A trace without Enter counts on the order.
func (m *Meter) AnyOrder(level int) bool {
	l := &m.limits
	return m.visit == nil && min(l.Solutions, l.Nodes, l.Updates) == math.MaxInt64 &&
		(l.Trace == nil || l.Trace.Node == nil && m.ask >= 0 && level > m.ask)
}

// Ahead returns how many nodes on the given level and below may be entered without Node, if none of
// them makes more than so many updates.
func (m *Meter) Ahead(level int, updates int64) int {
	if level <= m.ask {
		return 0
	}
	return int(max(0, min(m.nextNodes-m.nodes, (m.nextUpdates-m.updates-1)/updates)))
}

// Count counts nodes, updates and solutions, but for the levels.
func (m *Meter) Count(nodes, updates, solutions int) {
	m.nodes += int64(nodes)
	m.updates += int64(updates)
	m.solutions += int64(solutions)
}

// Profile adds nodes and updates that Count has counted to a level. It reports whether the level has
// nodes.
func (m *Meter) Profile(level int, nodes, updates int64) bool {
	m.levels[level].add(nodes, updates)
	return m.levels[level].Nodes > 0
}

// look decides whether to enter a node of the level, and how long Node may go on without another
// look. It also calls the trace. Node itself does not know whether there is one, so look sees to it
// that Node calls look again at the next node that the trace wants to know about.
func (m *Meter) look(level int) bool {
	if m.nodes >= m.nextNodes || m.updates >= m.nextUpdates {
		if m.nodes >= m.limits.Nodes || m.updates >= m.limits.Updates {
			m.stop(Limit)
			return false
		}
		if m.Expired() {
			return false
		}
		m.nextNodes = min(m.limits.Nodes, m.nodes+m.nodeStride)
		m.nextUpdates = min(m.limits.Updates, m.updates+updateStride)
	}
	traced := m.limits.Trace != nil && m.limits.Trace.Node != nil
	if traced {
		m.nextNodes = 0
	}
	if level <= m.ask {
		enter, ask := m.limits.Trace.Enter(level)
		if m.ask = ask; !enter {
			return false
		}
	}
	if traced {
		m.limits.Trace.Node(level)
	}
	return true
}

// Expired reports whether the context has ended. It looks at the clock too, because a timer can be
// more than 10 ms late on a busy machine.
func (m *Meter) Expired() bool {
	if m.ctx.Err() != nil || m.hasDeadline && !time.Now().Before(m.deadline) || m.limits.Trace.stops(m.nodes, m.updates) {
		m.stop(Timeout)
		m.nextNodes = 0 // look at the next node
		return true
	}
	return false
}

// Stopped reports whether the run is over.
func (m *Meter) Stopped() bool { return m.stopped }

// stop ends the run for the first reason that it has: work that the clock has cut short did not reach a limit.
func (m *Meter) stop(why Status) {
	if !m.stopped {
		m.status, m.stopped = why, true
	}
}

// Solution counts a solution and shows it to the visitor, if there is one. It returns false if the
// run is over.
func (m *Meter) Solution(options []int) bool {
	m.solutions++
	more := m.visit == nil || m.visit(options)
	if !more || m.solutions >= m.limits.Solutions {
		m.stop(Limit)
		return false
	}
	return true
}

// deep returns the number of levels that have nodes. They come first, so counting from the root is
// fast even where the problem allows far more levels.
func (m *Meter) deep() int {
	deep := 0
	for deep < len(m.levels) && m.levels[deep].Nodes > 0 {
		deep++
	}
	return deep
}

// Stats ends the run and returns its statistics.
func (m *Meter) Stats() Stats {
	levels := m.levels[:m.deep()]
	if memory := m.limits.Levels; memory == nil {
		levels = slices.Clone(levels)
	} else {
		*memory = append(slices.Grow((*memory)[:0], len(levels)+1), levels...) // not nil
		levels = *memory
	}
	return Stats{
		Status:    m.status,
		Solutions: m.solutions,
		Nodes:     m.nodes,
		Updates:   m.updates,
		Levels:    levels,
		Search:    now() - m.began,
	}
}
