package parallel

import "xcbench/cover"

// Eager is New with all workers called at the first node.
func Eager(s cover.Solver, workers int) cover.Solver { return solver{s, workers, 0, 0} }

// Soon is New with all workers called as soon as the first one looks whether it is time, which
// is after some hundred nodes.
func Soon(s cover.Solver, workers int) cover.Solver { return solver{s, workers, 1, 0} }

// Given is how many gifts the workers of a search have made.
func Given(s cover.Search) int { return s.(*search).pool.given }
