package bench

import (
	"context"
	"testing"
	"time"
)

// A context ends between one timeout and a hundredth more after its run began.
func TestRunsShareAContextForAHundredthOfTheTimeout(t *testing.T) {
	const timeout, slack = time.Second, 10 * time.Millisecond
	shortest := runContexts{ctx: t.Context(), timeout: 1}
	defer shortest.end()
	if _, limited := shortest.next().Deadline(); !limited {
		t.Error("got no deadline for a timeout of a nanosecond")
	}
	c := runContexts{ctx: t.Context(), timeout: timeout}
	var all []context.Context
	for range 8 {
		before := time.Now()
		ctx := c.next()
		after := time.Now()
		end, limited := ctx.Deadline()
		if least, most := before.Add(timeout), after.Add(timeout+slack); !limited || end.Before(least) || end.After(most) {
			t.Errorf("got the deadline %v, %v, want one from %v to %v", end, limited, least, most)
		}
		all = append(all, ctx)
		time.Sleep(3 * time.Millisecond)
	}
	if all[0] == all[7] || all[0].Err() == nil {
		t.Errorf("got the first context after 21 ms, or it goes on: %v", all[0].Err())
	}
	if c.end(); all[7].Err() == nil {
		t.Error("got a context that goes on after the end")
	}
	hours := runContexts{ctx: t.Context(), timeout: 100 * time.Hour}
	defer hours.end()
	if hours.next() != hours.next() {
		t.Error("got two contexts within an hour, want one")
	}
}
