package parallel

import (
	"time"

	"xcbench/cover"
)

// Eager is like New, but all workers start at once, even in the first run.
func Eager(s cover.Solver, workers int) cover.Solver { return solver{s, workers, -time.Hour} }

// Alone is like New, but the first worker searches alone for an hour, on a machine of any speed.
func Alone(s cover.Solver, workers int) cover.Solver { return solver{s, workers, time.Hour} }

// Waiting returns how many workers of a search wait for a job, and how many jobs were made in all runs.
func Waiting(s cover.Search) (idle, made int) {
	p := &s.(*search).pool
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.idle, p.made
}
