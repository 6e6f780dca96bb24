package bench

import (
	"fmt"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Outcome is what one solver did on one instance.
type Outcome struct {
	Variant solvers.Variant
	Stats   cover.Stats
	Fault   string // what is wrong with the answer, or why there is none; "" if it is right
	// Confirmed means that the answer is complete, and that a known number, a proof, a SAT solver or
	// another algorithm has the same number of solutions. An answer that was bounded in its solutions is
	// confirmed if all of them passed the checker.
	Confirmed bool

	found   solutionSet
	figure  string       // which of Knuth's figures refuted it: "nodes", "updates", or ""
	ended   cover.Status // how the first run ended; "" if it did not, or if the checker stopped it
	hung    bool         // the search went on after its time
	checked int64        // how many solutions could be shown and checked in time; 0 if all were

	algorithm string // whose code found the answer: for auto and count, that of the solver they chose
}

// faulty reports whether the outcome shows a fault: a wrong answer, a disagreement, a crash, a hang,
// or a worker killed from outside.
func (o *Outcome) faulty() bool {
	s := o.Stats.Status
	return results.Doubted(s) || s == results.Crash || s == results.Killed || o.hung
}

// explained reports whether the levels show what the solver did: the search ended, and their sums
// are the totals.
func (o *Outcome) explained() bool {
	return o.ended.Measured() && o.Stats.CheckLevels() == nil
}

// countsOnly reports whether the solutions are counted, and not all of them shown.
func (o *Outcome) countsOnly() bool { return o.checked > 0 || o.Variant.Capabilities().CountsOnly }

// refute marks the outcome as wrong. Only the first fault is kept.
func (o *Outcome) refute(format string, args ...any) {
	if !o.faulty() {
		o.Stats.Status = results.Wrong
		o.Fault = fmt.Sprintf(format, args...)
	}
}

// checkTotals compares the totals with the solutions reported and with the sums over the levels.
// Another program that was killed at its timeout has told no totals.
func (o *Outcome) checkTotals() {
	s, sum := o.Stats, o.Stats.ByLevel()
	switch {
	case s.Status == cover.Timeout && o.Variant.Engine != nil:
	case !o.countsOnly() && (s.Solutions != o.found.size || s.Big != nil):
		o.refute("%s solutions counted, %d shown", s.CountText(), o.found.size)
	case s.Levels == nil && o.Variant.Capabilities().NoLevels:
	case s.Nodes != sum.Nodes:
		o.refute("%d nodes in all, %d by level", s.Nodes, sum.Nodes)
	case sum.Updates == 0 && o.Variant.Capabilities().NoLevels: // it reports nodes by level only
	case s.Updates != sum.Updates:
		o.refute("%d updates in all, %d by level", s.Updates, sum.Updates)
	}
}

// checkCatalogue compares the outcome with the known figures of the instance. A search that a
// budget stopped is refuted if it made more nodes or updates than Knuth's program in its whole tree.
func (o *Outcome) checkCatalogue(in corpus.Instance) {
	s, v := o.Stats, o.Variant
	if !s.Status.Measured() {
		return
	}
	whole := s.Status == cover.Solved
	differs := func(got, known int64) bool {
		return v.Rule == cover.MRV && min(known, got) >= 0 && (got > known || whole && got < known)
	}
	o.Confirmed = whole && in.Solutions.N != corpus.Unknown && !in.Solutions.AtLeast
	switch {
	case whole && !in.Solutions.Allows(s.Solutions, s.Big):
		o.refute("%s solutions, expected %s (%s)", s.CountText(), in.Solutions, in.Source)
	case differs(s.Nodes, in.Nodes):
		o.figure = "nodes"
		o.refute("%d nodes, expected the %d of Knuth's program", s.Nodes, in.Nodes)
	case v.Counter == solvers.Links && differs(s.Updates, in.Updates):
		o.figure = "updates"
		o.refute("%d updates, expected the %d of Knuth's program", s.Updates, in.Updates)
	}
	if v.Engine != nil && o.figure == "nodes" { // the answer may be right: the engine only declared a rule
		o.Stats.Status, o.Fault = results.Disagree, fmt.Sprintf("another tree than rule %s: %s", v.Rule, o.Fault)
	}
}
