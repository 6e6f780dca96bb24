package count

import (
	"context"
	"math"
	"math/big"
	"time"

	"xcbench/cover"
)

// A clock decides when a run stops. It watches the context and the limits, counts the nodes and updates,
// and has the reason of the stop.
type clock struct {
	limits cover.Limits
	levels []cover.Level
	total  cover.Level

	ctx         context.Context
	deadline    time.Time
	hasDeadline bool
	status      cover.Status
	stopped     bool // status is not Solved
	work        int  // until the next look
	began       time.Time
}

// lookAfter is the work between two looks at the clock, in tried options: at most 0.5 ms.
const lookAfter = 1 << 16

// start begins a run with some levels. It replaces "no bound" by the largest number, and the memory by
// the bound that is built in.
func (c *clock) start(ctx context.Context, limits cover.Limits, levels int) {
	for _, bound := range []*int64{&limits.Solutions, &limits.Nodes, &limits.Updates} {
		if *bound <= 0 {
			*bound = math.MaxInt64
		}
	}
	if limits.Memory <= 0 {
		limits.Memory = DefaultMemory
	}
	*c = clock{limits: limits, levels: make([]cover.Level, levels), ctx: ctx, status: cover.Solved, began: time.Now()}
	c.deadline, c.hasDeadline = ctx.Deadline()
}

// enter counts a node, and decides whether it may be expanded. The work is that of the node.
func (c *clock) enter(level, work int) bool {
	if c.spent(work) {
		return false
	}
	if c.total.Nodes >= c.limits.Nodes || c.total.Updates >= c.limits.Updates {
		c.stopAt(cover.Limit)
		return false
	}
	c.total.Nodes++
	c.levels[level].Nodes++
	return true
}

// tried counts updates.
func (c *clock) tried(level int, updates int64) {
	c.total.Updates += updates
	c.levels[level].Updates += updates
}

// stopAt stops the run. The first reason counts.
func (c *clock) stopAt(why cover.Status) {
	if !c.stopped {
		c.status, c.stopped = why, true
	}
}

// spent reports whether the run has to stop, after some work. It looks at the context now and then.
func (c *clock) spent(work int) bool {
	if c.work -= work; c.work < 0 {
		c.look()
	}
	return c.stopped
}

// look is apart from spent, which the compiler can inline then.
func (c *clock) look() {
	c.work = lookAfter
	c.expired()
}

// expired reports whether the run has to stop, after a look at the context. It looks at the time
// too, because a timer can be late on a busy machine.
func (c *clock) expired() bool {
	if !c.stopped && (c.ctx.Err() != nil || c.hasDeadline && !time.Now().Before(c.deadline)) {
		c.stopAt(cover.Timeout)
	}
	return c.stopped
}

// stats returns the statistics of a run that found n solutions. A limit of solutions cuts the number
// down, as if the search had stopped there.
func (c *clock) stats(n *big.Int, tables cover.Tables) cover.Stats {
	stats := cover.Stats{Status: c.status, Nodes: c.total.Nodes, Updates: c.total.Updates, Tables: tables}
	stats.SetCount(n)
	if c.limits.Solutions < math.MaxInt64 && stats.Solutions >= c.limits.Solutions {
		stats.Solutions, stats.Big = c.limits.Solutions, nil
		if stats.Status == cover.Solved {
			stats.Status = cover.Limit
		}
	}
	for _, l := range c.levels {
		if l.Nodes > 0 {
			stats.Levels = append(stats.Levels, l)
		}
	}
	if len(c.levels) == 0 && !c.stopped {
		stats.Nodes, stats.Levels = 1, []cover.Level{{Nodes: 1}}
	}
	return stats
}
