package compare

import (
	"fmt"
	"slices"

	"xcbench/internal/english"
	"xcbench/results"
)

// OtherWork says why a run cannot be compared with a baseline, and what to do: they have no solver
// in common, or a solver has another rule, or its updates count something else. It returns a sentence
// for each reason.
func OtherWork(baseline, run []results.Count) (reasons []string) {
	old := map[string]results.Count{}
	for _, c := range baseline {
		old[c.Solver] = c
	}
	now := solversOf(run)
	if len(baseline) > 0 && !slices.ContainsFunc(now, func(solver string) bool { _, ok := old[solver]; return ok }) {
		return []string{fmt.Sprintf("the baseline has rows of %s, and the run of %s: give the engine the name it has in the baseline, "+
			"or make a baseline of this run with --update --prune", english.List(solversOf(baseline)), english.List(now))}
	}
	seen := map[string]bool{}
	for _, c := range run {
		if seen[c.Solver] {
			continue
		}
		seen[c.Solver] = true
		before := old[c.Solver]
		var differs []string
		if before.Rule != c.Rule && before.Rule != "" && c.Rule != "" {
			differs = append(differs, fmt.Sprintf("the rule %s, and the run the rule %s", before.Rule, c.Rule))
		}
		if before.Counter != c.Counter && before.Counter != "" && c.Counter != "" {
			differs = append(differs, fmt.Sprintf("updates that count %s, and the run %s", before.Counter, c.Counter))
		}
		for _, what := range differs {
			reasons = append(reasons, fmt.Sprintf("%s: the baseline has %s, so they cannot be compared: "+
				"restore the engines file, or make a baseline of this run with --update", c.Solver, what))
		}
	}
	return reasons
}

// solversOf returns the solvers of counts, each once.
func solversOf(counts []results.Count) (names []string) {
	for _, c := range counts {
		if !slices.Contains(names, c.Solver) {
			names = append(names, c.Solver)
		}
	}
	return names
}
