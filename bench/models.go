package bench

import (
	"context"
	"time"

	"xcbench/cover"
	"xcbench/solvers/sat"
)

// Models are counted where that can be done in a moment: of problems with up to
// modelOptions options, of which no solver found more than modelSolutions
// solutions. Where modelTime does not suffice, nothing is said; tests, which want something
// said, set it higher.
const (
	modelOptions   = 1000
	modelSolutions = 200
)

var modelTime = 250 * time.Millisecond

// countModels refutes the outcomes that have another number of solutions than a
// SAT solver finds models.
func countModels(ctx context.Context, p *cover.Problem, outcomes []Outcome) {
	claimed := int64(-1)
	for _, o := range outcomes {
		if o.Stats.Status == cover.Solved {
			claimed = max(claimed, o.Stats.Solutions)
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
	for k := range outcomes {
		if o := &outcomes[k]; o.Stats.Status == cover.Solved && o.Stats.Solutions != n {
			o.refute("%d solutions, a SAT solver finds %d%s", o.Stats.Solutions, n, more)
		}
	}
}
