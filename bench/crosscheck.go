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

// crosscheck looks for the fault of a suspect on smaller problems.
type crosscheck struct {
	suspect Found
	limited bool // the user set limits, so stopped searches may be compared
	bounds  Bounds
	verify  verifyFunc
}

// verifyFunc verifies variants on an instance in a worker.
type verifyFunc func(context.Context, corpus.Instance, []solvers.Variant, Bounds, oracles) (Report, error)

// crosscheckTime bounds one search.
const crosscheckTime = time.Second

// crosscheck returns how to look for the fault of a suspect. A search makes at most twice the nodes of the
// largest tree of the report: a smaller problem may have a larger tree, because without an item there may be
// many more solutions.
func (r Report) crosscheck(suspect Found, b Bounds, verify verifyFunc) *crosscheck {
	c := &crosscheck{suspect: suspect, limited: max(b.Solutions, b.Nodes, b.Updates) > 0, bounds: b, verify: verify}
	most := int64(0)
	for _, o := range r.Outcomes {
		most = max(most, o.Stats.Nodes)
	}
	c.bounds.Nodes = cmp.Or(b.Nodes, 2*cmp.Or(most, 1<<16)+100)
	if b.Timeout <= 0 || b.Timeout > crosscheckTime {
		c.bounds.Timeout = crosscheckTime
	}
	return c
}

// groups returns the solvers that may show the fault of a suspect together, in the order to try them. First
// comes the suspect alone. Then comes the suspect with each other solver; the nearest is first, because more
// of its figures can be compared. Among equally near ones, solvers without a fault come before solvers in
// disagreement.
func (r Report) groups(suspect solvers.Variant) [][]solvers.Variant {
	var others []solvers.Variant
	add := func(v solvers.Variant) {
		if v.Name != suspect.Name && variantIndex(others, v.Name) < 0 {
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
	slices.SortStableFunc(others, func(v, w solvers.Variant) int {
		return cmp.Compare(kinship(suspect, w), kinship(suspect, v))
	})
	all := [][]solvers.Variant{{suspect}}
	for _, v := range others {
		all = append(all, []solvers.Variant{suspect, v})
	}
	return all
}

// fault returns the suspect's fault on p, given the solvers to run: the suspect, then another one, if any.
// The SAT solver counts if the suspect is alone. fault returns "" if there is no fault, if the fault is of
// another kind, or if a search reached its bounds first. A wrong answer and a disagreement are of
// one kind: a smaller problem is in no catalogue, so only another solver may show the fault there.
func (c *crosscheck) fault(ctx context.Context, p *cover.Problem, group []solvers.Variant) string {
	in := corpus.FromPuzzle("try", format.NewPuzzle(p))
	report, err := c.verify(ctx, in, group, c.bounds, oracles{Rerun: true, Models: len(group) == 1})
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
