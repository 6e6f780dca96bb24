package bench

import (
	"fmt"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Found is what one solver found on one problem.
type Found struct {
	Variant solvers.Variant `json:"-"`           // whose answer it is
	Stats   cover.Stats     `json:"s"`           // with levels if the search ended and they explain its totals, but for samples
	Fault   string          `json:"f,omitempty"` // what is wrong with the answer, or why there is none; "" if it is right

	// Algorithm names the code that found the answer: for auto and count, the code of the solver that they
	// chose. It is "" if the search did not end.
	Algorithm string `json:"a,omitempty"`

	// Confirmed means that the answer is complete, and that a known number, a proof, a SAT solver or
	// another algorithm has the same number of solutions. An answer that was bounded in its solutions is
	// confirmed if all of them passed the checker. Only verifications confirm.
	Confirmed bool `json:"confirmed,omitempty"`

	// Ended is how the run ended. It is "" if it did not, or if its answer was refuted on the way.
	Ended cover.Status `json:"ended,omitempty"`

	// A sample has the statistics of one run, but its Search is the time of all runs.
	Runs  int                `json:"runs"`            // 1 or more
	Costs map[string]float64 `json:"costs,omitempty"` // by unit, per run

	Set     contents `json:"set,omitzero"`      // the solutions that were shown
	Figure  string   `json:"figure,omitempty"`  // which of Knuth's figures refuted it: "nodes", "updates", or ""
	Checked int64    `json:"checked,omitempty"` // how many solutions could be shown and checked in time; 0 if all were

	shown *solutionSet // nil outside of the process that searched
}

// Row returns the row that a run records of a search with some bounds.
func (f *Found) Row(family, name, solver string, b Bounds) results.Row {
	s := f.Stats
	return results.Row{Family: family, Name: name, Solver: solver, Status: b.Answered(s.Status, s.Solutions), Runs: f.Runs,
		Search: s.Search.Seconds() / float64(f.Runs), Setup: s.Setup.Seconds(), Solutions: s.Solutions, Big: s.Big,
		Nodes: s.Nodes, Updates: s.Updates, Costs: results.CostsOf(f.Costs)}
}

// failed returns the result of a search without an answer.
func failed(status cover.Status, why string) *Found {
	return &Found{Stats: cover.Stats{Status: status}, Fault: why, Runs: 1}
}

// Hung reports whether the search went on after its time. Only a search that was killed has both.
func (f *Found) Hung() bool { return f.Stats.Status == cover.Timeout && f.Fault != "" }

// Faulty reports whether there is a fault: a wrong answer, a disagreement, a crash, a hang, or a worker
// killed from outside.
func (f *Found) Faulty() bool {
	s := f.Stats.Status
	return results.Doubted(s) || s == results.Crash || s == results.Killed || f.Hung()
}

// countsOnly reports whether the solutions are counted, and not all of them shown.
func (f *Found) countsOnly() bool { return f.Checked > 0 || f.Variant.Capabilities().CountsOnly }

// refute marks the answer as wrong. Only the first fault is kept.
func (f *Found) refute(format string, args ...any) {
	if !f.Faulty() {
		f.Stats.Status = results.Wrong
		f.Fault = fmt.Sprintf(format, args...)
	}
}

// checkTotals compares the totals with the solutions reported and with the sums over the levels.
// Another program that was killed at its timeout has told no totals.
func (f *Found) checkTotals() {
	s, sum := f.Stats, f.Stats.ByLevel()
	switch {
	case s.Status == cover.Timeout && f.Variant.Engine != nil:
	case !f.countsOnly() && (s.Solutions != f.Set.Size || s.Big != nil):
		f.refute("%s solutions counted, %d shown", s.CountText(), f.Set.Size)
	case s.Levels == nil && f.Variant.Capabilities().NoLevels:
	case s.Nodes != sum.Nodes:
		f.refute("%d nodes in all, %d by level", s.Nodes, sum.Nodes)
	case sum.Updates == 0 && f.Variant.Capabilities().NoLevels: // it reports nodes by level only
	case s.Updates != sum.Updates:
		f.refute("%d updates in all, %d by level", s.Updates, sum.Updates)
	}
}

// checkKnown compares the answer with the known figures of the problem. A search that a
// budget stopped is refuted if it made more nodes or updates than Knuth's program in its whole tree.
func (f *Found) checkKnown(p *Problem) {
	s, v := f.Stats, f.Variant
	if !s.Status.Measured() {
		return
	}
	whole := s.Status == cover.Solved
	differs := func(got, known int64) bool {
		return v.Rule == cover.MRV && known > 0 && got >= 0 && (got > known || whole && got < known)
	}
	f.Confirmed = whole && p.Known.N != corpus.Unknown && !p.Known.AtLeast
	switch {
	case whole && !p.Known.Allows(s.Solutions, s.Big):
		f.refute("%s solutions, expected %s (%s)", s.CountText(), p.Known, p.Source)
	case differs(s.Nodes, p.Nodes):
		f.Figure = "nodes"
		f.refute("%d nodes, expected the %d of Knuth's program", s.Nodes, p.Nodes)
	case v.Counter == solvers.Links && differs(s.Updates, p.Updates):
		f.Figure = "updates"
		f.refute("%d updates, expected the %d of Knuth's program", s.Updates, p.Updates)
	}
	if v.Engine != nil && f.Figure == "nodes" { // the answer may be right: the engine only declared a rule
		f.Stats.Status, f.Fault = results.Disagree, fmt.Sprintf("another tree than rule %s: %s", v.Rule, f.Fault)
	}
}
