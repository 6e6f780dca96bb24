package count

import (
	"context"
	"time"

	"xcbench/cover"
)

// A clock decides when a run stops. It watches the context and has the reason of the stop.
type clock struct {
	ctx         context.Context
	deadline    time.Time
	hasDeadline bool
	status      cover.Status
	stopped     bool // status is not Solved
	work        int  // until the next look
}

// lookAfter is the work between two looks at the clock, in tried options: at most 0.5 ms.
const lookAfter = 1 << 16

const memout = cover.Memout

func newClock(ctx context.Context) clock {
	c := clock{ctx: ctx, status: cover.Solved}
	c.deadline, c.hasDeadline = ctx.Deadline()
	return c
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
		c.work = lookAfter
		c.expired()
	}
	return c.stopped
}

// expired reports whether the run has to stop, after a look at the context. It looks at the time
// too, because a timer can be late on a busy machine.
func (c *clock) expired() bool {
	if !c.stopped && (c.ctx.Err() != nil || c.hasDeadline && !time.Now().Before(c.deadline)) {
		c.stopAt(cover.Timeout)
	}
	return c.stopped
}
