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
	found   solutionSet
	hung    bool // the search went on after its time
}

// faulty reports whether the outcome shows a fault of the solver: a wrong answer, a crash or a
// hang.
func (o *Outcome) faulty() bool {
	return o.Stats.Status == results.Wrong || o.Stats.Status == results.Crash || o.hung
}

// refute marks the outcome as wrong. Only the first fault is kept.
func (o *Outcome) refute(format string, args ...any) {
	if !o.faulty() {
		o.Stats.Status = results.Wrong
		o.Fault = fmt.Sprintf(format, args...)
	}
}

// checkTotals compares the totals with the solutions reported and with the sums over the levels.
func (o *Outcome) checkTotals() {
	s, sum := o.Stats, cover.Level{}
	for _, l := range s.Levels {
		sum.Nodes += l.Nodes
		sum.Updates += l.Updates
	}
	switch {
	case s.Solutions != o.found.size:
		o.refute("%d solutions counted, %d shown", s.Solutions, o.found.size)
	case s.Nodes != sum.Nodes:
		o.refute("%d nodes in all, %d by level", s.Nodes, sum.Nodes)
	case s.Updates != sum.Updates:
		o.refute("%d updates in all, %d by level", s.Updates, sum.Updates)
	}
}

// checkCatalogue compares the outcome with the known figures of the instance.
func (o *Outcome) checkCatalogue(in corpus.Instance) {
	s, v := o.Stats, o.Variant
	switch {
	case s.Status != cover.Solved:
	case !in.Solutions.Allows(s.Solutions):
		o.refute("%d solutions, expected %s (%s)", s.Solutions, in.Solutions, in.Source)
	case in.Nodes != corpus.Unknown && v.Rule == cover.MRV && s.Nodes != in.Nodes:
		o.refute("%d nodes, expected the %d of Knuth's dlx1", s.Nodes, in.Nodes)
	case in.Updates != corpus.Unknown && v.Rule == cover.MRV && v.Counter == solvers.Links && s.Updates != in.Updates:
		o.refute("%d updates, expected the %d of Knuth's dlx1", s.Updates, in.Updates)
	}
}

// compare compares o with the outcome of another solver.
func (o *Outcome) compare(other *Outcome, limits cover.Limits) {
	a, b := o.Stats, other.Stats
	if a.Status != b.Status || !a.Status.Measured() {
		return
	}
	name := other.Variant.Name
	complete := a.Status == cover.Solved
	sameTree := o.Variant.Rule == other.Variant.Rule && (complete || limits.Updates == 0)
	if (complete || sameTree) && !o.found.same(&other.found) {
		o.refute("other solutions than %s: %d against %d", name, o.found.size, other.found.size)
		return
	}
	if !sameTree {
		return
	}
	for k := range max(len(a.Levels), len(b.Levels)) {
		x, y := levelAt(a.Levels, k), levelAt(b.Levels, k)
		if x.Nodes != y.Nodes {
			o.refute("%d nodes on level %d, %s has %d", x.Nodes, k, name, y.Nodes)
			return
		}
		if o.Variant.Counter == other.Variant.Counter && x.Updates != y.Updates {
			o.refute("%d updates on level %d, %s has %d", x.Updates, k, name, y.Updates)
			return
		}
	}
}

// levelAt returns level k, which is empty below the last one.
func levelAt(levels []cover.Level, k int) cover.Level {
	if k < len(levels) {
		return levels[k]
	}
	return cover.Level{}
}
