package bench

import (
	"fmt"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// audit holds the totals against what they are totals of.
func (o *Outcome) audit() {
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

// consult holds the outcome against what the corpus knows.
func (o *Outcome) consult(in corpus.Instance) {
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

// refute calls the outcome wrong; the first fault found stays.
func (o *Outcome) refute(format string, args ...any) {
	if !o.faulty() {
		o.Stats.Status = results.Wrong
		o.Fault = fmt.Sprintf(format, args...)
	}
}

// compare holds o against an outcome met before.
func (o *Outcome) compare(other *Outcome, limits cover.Limits) {
	a, b := o.Stats, other.Stats
	if a.Status != b.Status || !a.Status.Measured() {
		return
	}
	name := other.Variant.Name
	complete := a.Status == cover.Solved
	sameTree := o.Variant.Rule == other.Variant.Rule && (complete || limits.Updates == 0)
	if (complete || sameTree) && !o.found.same(&other.found) {
		o.refute("another set of solutions than %s's: %d against %d", name, o.found.size, other.found.size)
		return
	}
	if !sameTree {
		return
	}
	for k := range max(len(a.Levels), len(b.Levels)) {
		x, y := at(a.Levels, k), at(b.Levels, k)
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

func at(levels []cover.Level, k int) cover.Level {
	if k < len(levels) {
		return levels[k]
	}
	return cover.Level{}
}
