package cover

import (
	"context"
	"iter"
)

// A Paused run is a run that goes on in turns, so that several searches can take turns until one of
// them ends. Whoever makes one has to call Close.
type Paused struct {
	Stats Stats // after the end of the run
	until Limits
	next  func() (struct{}, bool)
	stop  func()
}

// Pause begins a run that waits for its first turn. It has the arguments of [Search].Run. The visitor is
// called during a turn.
func Pause(ctx context.Context, search Search, limits Limits, visit Visitor) *Paused {
	r := &Paused{}
	r.next, r.stop = iter.Pull(func(pause func(struct{}) bool) {
		trace, closed := Trace{}, false
		if limits.Trace != nil {
			trace = *limits.Trace
		}
		stops := trace.Stop
		trace.Stop = func(nodes, updates int64) bool {
			for !closed && (nodes >= r.until.Nodes || updates >= r.until.Updates) {
				closed = !pause(struct{}{})
			}
			return closed || stops != nil && stops(nodes, updates)
		}
		limits.Trace = &trace
		r.Stats = search.Run(ctx, limits, visit)
	})
	return r
}

// Resume goes on until the run has made so many nodes or updates in all, or a few more. It reports
// whether the run has ended.
func (r *Paused) Resume(until Limits) (ended bool) {
	r.until = until.Unbounded()
	_, paused := r.next()
	return !paused
}

// Close stops the run if it has not ended.
func (r *Paused) Close() { r.stop() }
