package compare

import (
	"fmt"

	"xcbench/cover"
	"xcbench/results"
)

// Reason says why a search, or a whole instance, does not count in a comparison. It is "" if it counts.
type Reason string

// The reasons.
const (
	NotFinished  Reason = "not finished"   // not all solvers have finished the instance
	NotCommon    Reason = "not common"     // not all solvers solved the instance, by the rule of intersection
	SolvedByNone Reason = "solved by none" // no solver solved the instance
	NotTried     Reason = "not tried"      // no row, or the worker was killed
	Doubted      Reason = "doubted"        // the answer or the time is not believed
	NotSolved    Reason = "not solved"     // stopped, by a limit or by a fault of its own
	Unsupported  Reason = "unsupported"    // the solver declined the problem
	OtherMachine Reason = "other machine"  // times of the instance are of several machines
	OtherClass   Reason = "other class"    // nodes of another choice rule, or updates of another counter class
)

// reasons has the sentences of each reason, for one and for many, in the order of notes. A reason
// without a sentence is shown in the table itself.
var reasons = []struct {
	Reason
	one, many string
}{
	{NotFinished, "1 instance left out: not all solvers have finished it",
		"%d instances left out: not all solvers have finished them"},
	{NotCommon, "1 instance left out: not all solvers solved it", "%d instances left out: not all solvers solved them"},
	{SolvedByNone, "1 instance that no solver solved", "%d instances that no solver solved"},
	{NotTried, "1 search was not tried or was killed from outside, and counts as not solved",
		"%d searches were not tried or were killed from outside, and count as not solved"},
	{Doubted, "1 search has a wrong answer, a disagreement or an unconfirmed time, and counts as not solved",
		"%d searches have a wrong answer, a disagreement or an unconfirmed time, and count as not solved"},
	{Unsupported, "1 search is of a problem that the solver does not support, and counts as not solved",
		"%d searches are of problems that the solver does not support, and count as not solved"},
	{OtherMachine, "1 instance was measured on several machines, so its times are not compared",
		"%d instances were measured on several machines each, so their times are not compared"},
}

// Tell says in one sentence for each reason how often it applies.
func Tell(often map[Reason]int) (notes []string) {
	for _, r := range reasons {
		switch n := often[r.Reason]; {
		case n == 1:
			notes = append(notes, r.one)
		case n > 1:
			notes = append(notes, fmt.Sprintf(r.many, n))
		}
	}
	return notes
}

// ends has the reasons of searches, or "", by what their samples show: the last one that a sample shows holds.
var ends = [...]Reason{NotTried, Unsupported, "", NotSolved, Doubted}

// endOf returns the number in ends of a sample. A sample that was killed from outside shows nothing.
func endOf(s cover.Status) int {
	switch s {
	case results.Killed:
		return 0
	case cover.Unsupported:
		return 1
	case cover.Solved:
		return 2
	case results.Wrong, results.Disagree, results.Unconfirmed:
		return 4
	}
	return 3
}
