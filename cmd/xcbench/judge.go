package main

import "xcbench/cover"

// judgement says how many solutions there are: one, several or none. It is "" if the search stopped before
// that was known.
func judgement(stats cover.Stats) string {
	switch {
	case stats.Solutions > 1:
		return "several"
	case stats.Status != cover.Solved:
		return ""
	case stats.Solutions == 1:
		return "one"
	}
	return "none"
}
