package bench

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// crosscheck looks for the fault of a suspect on smaller problems. It checks the suspect alone, or
// against one other solver, or against the SAT solver.
type crosscheck struct {
	suspect Found
	other   []solvers.Variant // none or one
	sat     bool              // compare the number of solutions with a SAT solver's
	limited bool              // the user set limits, so stopped searches may be compared
	bounds  Bounds
	verify  verifyFunc
}

// verifyFunc verifies variants on an instance in a worker.
type verifyFunc func(context.Context, corpus.Instance, []solvers.Variant, Bounds, oracles) (Report, error)

// crosscheckTime bounds one search.
const crosscheckTime = time.Second

// crosschecks returns the checks that may show the fault of a suspect, in the order to try them.
// First comes the suspect alone. Then comes each other solver; the nearest is first, because more
// of its figures can be compared. Among equally near ones, solvers without a fault come before
// solvers in disagreement. The SAT solver is last, because its answer depends on the time.
func (r Report) crosschecks(suspect Found, b Bounds, verify verifyFunc) []*crosscheck {
	var others []solvers.Variant
	add := func(v solvers.Variant) {
		if v.Name != suspect.Variant.Name && variantIndex(others, v.Name) < 0 {
			others = append(others, v)
		}
	}
	for _, o := range r.Outcomes {
		if !o.faulty() {
			add(o.Variant)
		}
	}
	for _, o := range r.Outcomes {
		if o.Stats.Status == results.Disagree {
			add(o.Variant)
		}
	}
	for _, v := range solvers.All() {
		add(v)
	}
	distance := func(v solvers.Variant) int {
		switch {
		case v.Rule != suspect.Variant.Rule:
			return 2
		case v.Counter != suspect.Variant.Counter:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(others, func(v, w solvers.Variant) int { return cmp.Compare(distance(v), distance(w)) })
	alone := crosscheck{
		suspect: suspect,
		limited: max(b.Solutions, b.Nodes, b.Updates) > 0,
		bounds:  crosscheckBounds(b, r.mostNodes(suspect)),
		verify:  verify,
	}
	sat := alone
	sat.sat = true
	all := []*crosscheck{&alone}
	for _, v := range others {
		c := alone
		c.other = []solvers.Variant{v}
		all = append(all, &c)
	}
	return append(all, &sat)
}

// mostNodes returns the nodes of the largest tree that a solver other than the suspect searched. If
// no other solver searched one, it returns the nodes of the suspect's tree. 0 means unknown.
func (r Report) mostNodes(suspect Found) int64 {
	most := int64(0)
	for _, o := range r.Outcomes {
		if o.Variant.Name != suspect.Variant.Name {
			most = max(most, o.Stats.Nodes)
		}
	}
	if most == 0 {
		return suspect.Stats.Nodes
	}
	return most
}

// crosscheckBounds bounds one search, given the nodes of a search of the whole problem. A smaller
// problem may have a larger tree: without an item there may be many more solutions.
func crosscheckBounds(b Bounds, nodes int64) Bounds {
	if b.Nodes == 0 {
		b.Nodes = 1 << 17
		if nodes > 0 {
			b.Nodes = 2*nodes + 100
		}
	}
	if b.Timeout <= 0 || b.Timeout > crosscheckTime {
		b.Timeout = crosscheckTime
	}
	return b
}

// variants returns the solvers to run: the suspect, then the other one, if any.
func (c *crosscheck) variants() []solvers.Variant {
	return append([]solvers.Variant{c.suspect.Variant}, c.other...)
}

// fault returns the suspect's fault on p. It returns "" if there is no fault, if the fault is of
// another kind, or if a search reached its bounds first. A wrong answer and a disagreement are of
// one kind: a smaller problem is in no catalogue, so only another solver may show the fault there.
func (c *crosscheck) fault(ctx context.Context, p *cover.Problem) string {
	in := corpus.FromPuzzle("try", format.NewPuzzle(p))
	report, err := c.verify(ctx, in, c.variants(), c.bounds, oracles{Rerun: true, Models: c.sat})
	if err != nil {
		return ""
	}
	outcomes := report.Outcomes
	suspect := &outcomes[0]
	for _, o := range outcomes[1:] {
		if !c.ended(&o) {
			return ""
		}
	}
	status := suspect.Stats.Status
	sameKind := status == c.suspect.Stats.Status || results.Doubted(status) && results.Doubted(c.suspect.Stats.Status)
	if !sameKind || status == results.Disagree && !c.ended(suspect) {
		return ""
	}
	return suspect.Fault
}

// ended reports whether a search ended by itself, or at a limit that the user set, and its answer
// was not refuted.
func (c *crosscheck) ended(o *Found) bool {
	unrefuted := o.Stats.Status.Measured() || o.Stats.Status == results.Disagree
	return unrefuted && (o.Ended == cover.Solved || o.Ended == cover.Limit && c.limited)
}
