package cover

import (
	"context"
	"math"
	"slices"
	"time"
)

// Meter is the part of a search that all solvers share: it counts nodes,
// updates and solutions, keeps the level profile, and says when to stop. A
// solver has one in its search and calls, in this order,
//
//   - [Meter.Start] once;
//   - [Meter.Node] on entering each node; false means stop if [Meter.Stopped] says so,
//     or else leave the node out and go on as if it had no options (see [Trace]);
//   - [Meter.Add] with the updates made at that node;
//   - [Meter.Expired] from time to time within work that may take long; if it is
//     true, [Meter.Stopped] stays true, and the next Node says so too;
//   - [Meter.Solution] at each solution, with options of the problem that was given to Start;
//     false means stop;
//   - [Meter.Stats] at the end.
//
// Looking at the clock at each node would cost more than a small node itself,
// so the context is looked at only every so many nodes or updates; both strides
// are short enough for a tenth of the 10 ms that a search may take to stop.
type Meter struct {
	nodes, updates         int64
	nextNodes, nextUpdates int64 // look at limits and context when one of these is reached
	ask                    int   // the lowest level whose nodes a Trace is asked about
	levels                 []Level

	solutions   int64
	limits      Limits
	nodeStride  int64
	visit       Visitor
	trace       *Trace // or nil
	ctx         context.Context
	deadline    time.Time
	hasDeadline bool
	status      Status
	stopped     bool // status is not Solved; a string takes longer to compare
	began       time.Time
}

// updateStride is the number of updates between two looks at the context:
// about 0.3 ms of dancing links.
const updateStride = 1 << 16

// Start begins a run on p. A node may take up to nodeSteps elementary steps of
// about 1 ns, such as looking at an item, besides its updates.
func (m *Meter) Start(ctx context.Context, p *Problem, limits Limits, visit Visitor, nodeSteps int) {
	depth := p.MaxDepth() + 1
	if len(m.levels) < depth {
		m.levels = Padded[Level](depth)
	}
	clear(m.levels[:m.deep()])
	*m = Meter{levels: m.levels, limits: unbounded(limits), visit: p.inBase(visit), ctx: ctx, status: Solved, began: time.Now()}
	m.deadline, m.hasDeadline = ctx.Deadline()
	m.nodeStride = max(1, min(256, 1<<20/int64(nodeSteps+1)))
	m.listen()
}

// unbounded puts the largest number in place of "no bound".
func unbounded(l Limits) Limits {
	for _, bound := range []*int64{&l.Solutions, &l.Nodes, &l.Updates} {
		if *bound <= 0 {
			*bound = math.MaxInt64
		}
	}
	return l
}

// Node counts a node on the given level, or returns false if it is not to be entered.
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

// look finds out whether to enter a node of the level, and until when to go on without another
// look. With a trace, which is asked and told here, that is until the next node that concerns
// it: Node does not ask whether there is one.
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
		if m.nodes > 0 && m.trace != nil && m.trace.Look != nil {
			m.ask = m.trace.Look(m.nodes)
		}
	}
	if level <= m.ask {
		enter, ask := m.trace.Enter(level)
		if m.ask = ask; !enter {
			return false
		}
	}
	if m.trace != nil && m.trace.Node != nil {
		m.nextNodes = 0
		m.trace.Node(level)
	}
	return true
}

// Expired says whether the context has ended. It asks the clock too: on a busy
// machine a timer can come late, and then by more than the 10 ms allowed.
func (m *Meter) Expired() bool {
	if m.ctx.Err() != nil || m.hasDeadline && !time.Now().Before(m.deadline) || m.trace.stops() {
		m.stop(Timeout)
		m.nextNodes = 0 // look at the next node
		return true
	}
	return false
}

// Stopped says whether the run has to stop.
func (m *Meter) Stopped() bool { return m.stopped }

func (m *Meter) stop(why Status) { m.status, m.stopped = why, true }

// Solution counts a solution and shows it to the visitor, if any. It returns false
// if the run has to stop.
func (m *Meter) Solution(options []int) bool {
	m.solutions++
	more := m.visit == nil || m.visit(options)
	if !more || m.solutions >= m.limits.Solutions {
		m.stop(Limit)
		return false
	}
	return true
}

// deep returns the number of levels that have nodes. They are the first ones; to look for
// the end from there is soon done, however deep the search might have gone.
func (m *Meter) deep() int {
	deep := 0
	for deep < len(m.levels) && m.levels[deep].Nodes > 0 {
		deep++
	}
	return deep
}

// Stats ends the run and returns its statistics.
func (m *Meter) Stats() Stats {
	return Stats{
		Status:    m.status,
		Solutions: m.solutions,
		Nodes:     m.nodes,
		Updates:   m.updates,
		Levels:    slices.Clone(m.levels[:m.deep()]),
		Search:    time.Since(m.began),
	}
}
