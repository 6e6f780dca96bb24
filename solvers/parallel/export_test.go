package parallel

import (
	"time"

	"xcbench/cover"
)

// Eager is like New, but all workers start at once, even in the first run.
func Eager(s cover.Solver, workers int) cover.Solver { return solver{s, workers, 0, 0} }

// Soon is like New, but the first worker calls the others as soon as it looks at the clock, after a
// few hundred nodes.
func Soon(s cover.Solver, workers int) cover.Solver { return solver{s, workers, 1, 0} }

// Alone is like New, but the first worker searches alone for an hour, on a machine of any speed.
func Alone(s cover.Solver, workers int) cover.Solver { return solver{s, workers, time.Hour, 0} }

// JobsMade returns how many jobs the workers of a search have made, in all runs.
func JobsMade(s cover.Search) int { return s.(*search).pool.made }
