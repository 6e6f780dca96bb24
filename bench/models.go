package bench

import (
	"context"
	"time"

	"xcbench/cover"
	"xcbench/solvers/sat"
)

// Models are counted where that takes a moment: on problems with up to modelOptions options, where
// no solver found more than modelSolutions solutions. The count is given up after modelTime, and
// then nothing is claimed. Tests raise modelTime so that it always suffices.
const (
	modelOptions   = 1000
	modelSolutions = 200
)

var modelTime = 250 * time.Millisecond

// countModels counts the models of the problem with a SAT solver. It refutes each outcome whose
// number of solutions differs. It does not judge the solver that shares its code.
func countModels(ctx context.Context, p *cover.Problem, outcomes []*Found) {
	var judged []*Found
	claimed := int64(-1)
	for _, o := range outcomes {
		if o.Stats.Status == cover.Solved && o.Variant.Rule != sat.CDCL {
			judged, claimed = append(judged, o), max(claimed, o.Stats.Solutions)
		}
	}
	if claimed < 0 || claimed > modelSolutions || p.Options() > modelOptions {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, modelTime)
	defer cancel()
	n, err := sat.Count(ctx, p, claimed+1)
	if err != nil {
		return
	}
	more := ""
	if n > claimed {
		more = " or more"
	}
	for _, o := range judged {
		if o.Stats.Solutions == n && o.Stats.Big == nil {
			o.Confirmed = true
		} else {
			o.refute("%s solutions, a SAT solver finds %d%s", o.Stats.CountText(), n, more)
		}
	}
}
