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
	suspect *Found
	limited bool // the user set limits, so stopped searches may be compared
	bounds  Bounds
	worker  *Worker
}

// crosscheckTime bounds one search.
const crosscheckTime = time.Second

// crosscheck returns how to look for the fault of a suspect. A search makes at most twice the nodes of the
// largest tree of the report: a smaller problem may have a larger tree, because without an item there may be
// many more solutions.
func (r Report) crosscheck(suspect *Found, b Bounds, w *Worker) *crosscheck {
	c := &crosscheck{suspect: suspect, limited: max(b.Solutions, b.Nodes, b.Updates) > 0, bounds: b, worker: w}
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
// of its figures can be compared.
func (r Report) groups(suspect solvers.Variant) [][]solvers.Variant {
	var others []solvers.Variant
	for _, o := range r.Outcomes {
		if !o.Faulty() || o.Stats.Status == results.Disagree {
			others = append(others, o.Variant)
		}
	}
	others = append(others, solvers.All()...)
	slices.SortStableFunc(others, func(v, w solvers.Variant) int {
		return cmp.Compare(kinship(suspect, w), kinship(suspect, v))
	})
	all := [][]solvers.Variant{{suspect}}
	tried := map[string]bool{suspect.Name: true}
	for _, v := range others {
		if !tried[v.Name] {
			all = append(all, []solvers.Variant{suspect, v})
		}
		tried[v.Name] = true
	}
	return all
}

// fault returns the suspect's fault on p, given the solvers to run: the suspect, then another one, if any.
// The SAT solver counts if the suspect is alone. fault returns "" if there is none of the kind.
func (c *crosscheck) fault(ctx context.Context, p *cover.Problem, group []solvers.Variant) string {
	report, err := c.worker.report(ctx, corpus.FromPuzzle("try", format.NewPuzzle(p)), group, c.bounds, len(group) == 1)
	if err != nil {
		return ""
	}
	return c.sameFault(report.Outcomes)
}

// sameFault returns the fault of the first outcome. It returns "" if there is none, or one of another kind than the
// suspect's, and if a search reached its bounds first. A wrong answer and a disagreement are of one kind: a smaller problem is in no
// catalogue, so only another solver may show the fault there.
func (c *crosscheck) sameFault(outcomes []*Found) string {
	first, others := outcomes[0], outcomes[1:]
	status, known := first.Stats.Status, c.suspect.Stats.Status
	if status == results.Disagree { // its own counters must be comparable too
		others = outcomes
	}
	if status != known && !(results.Doubted(status) && results.Doubted(known)) || !c.allEnded(others) {
		return ""
	}
	return first.Fault
}

// allEnded reports whether all searches ended by themselves, or at a limit that the user set, and no answer
// was refuted.
func (c *crosscheck) allEnded(all []*Found) bool {
	return !slices.ContainsFunc(all, func(o *Found) bool {
		unrefuted := o.Stats.Status.Measured() || o.Stats.Status == results.Disagree
		return !unrefuted || o.Ended != cover.Solved && !(o.Ended == cover.Limit && c.limited)
	})
}
