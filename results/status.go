package results

import (
	"slices"

	"xcbench/cover"
)

// A search says itself whether it solved its problem, met a limit, timed out or does not support
// the problem; package cover has these statuses. A search also says that its tables reached their
// bound. The harness has the same status for a process. It adds these:
const (
	Crash    cover.Status = "crash"    // the solver panicked, or its process died
	Killed   cover.Status = "killed"   // somebody else ended the process, such as the system without memory
	Wrong    cover.Status = "wrong"    // an independent check or a known figure refuted the answer
	Disagree cover.Status = "disagree" // the answer differs from other solvers', and nothing refutes it

	Unconfirmed cover.Status = "unconfirmed" // the answer is right, but took much longer than the engine reports
)

// Statuses are the statuses that a row may have.
var Statuses = []cover.Status{cover.Solved, cover.Limit, cover.Timeout, cover.Memout, Crash, Killed, Wrong, Disagree,
	Unconfirmed, cover.Unsupported}

// Doubted reports whether a search ended and its answer is not believed. Its counters and its level
// profile are recorded, to explain the fault. They are no values: [cover.Status.Measured] is false.
func Doubted(s cover.Status) bool { return s == Wrong || s == Disagree }

// Worse reports whether a status takes the place of the status that a group has so far.
func Worse(status, now cover.Status) bool { return status != now && quality(status) <= quality(now) }

// quality orders statuses from worst to best: no value, a reached budget, solved, and a value that
// is not of a search.
func quality(status cover.Status) int {
	switch {
	case status == "":
		return 3
	case status == cover.Solved:
		return 2
	case status.Measured():
		return 1
	}
	return 0
}

// Valued reports whether samples with this status have a value. The rows of other programs have
// no status, and always have a value.
func Valued(status cover.Status) bool { return quality(status) > 0 }

// Majority returns the index of the side with more algorithms than all other sides together, or -1
// if there is none. Variants of one algorithm share code and mistakes, so an algorithm counts once
// on each side. A side lists the algorithm of each of its solvers.
func Majority(sides [][]string) int {
	different := func(sides ...[]string) int {
		all := slices.Concat(sides...)
		slices.Sort(all)
		return len(slices.Compact(all))
	}
	for k, side := range sides {
		if different(side) > different(slices.Delete(slices.Clone(sides), k, k+1)...) {
			return k
		}
	}
	return -1
}
