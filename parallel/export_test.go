package parallel

import "xcbench/cover"

// Eager is New with all workers called at the first node.
func Eager(s cover.Solver, workers int) cover.Solver { return solver{s, workers, 0} }

// Given is how many gifts the workers of a search have made.
func Given(s cover.Search) int { return s.(*search).pool.given }
