package compare

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/internal/english"
	"xcbench/results"
)

// OtherWork returns a finding, [Undecided], for each solver whose rule or counter class is not the
// baseline's: its counters measure something else.
func OtherWork(baseline, run []results.Count) (findings []Finding) {
	old := map[string]results.Count{}
	for _, c := range baseline {
		old[c.Solver] = c
	}
	for _, solver := range solversOf(run) {
		f := Finding{Search: results.Search{Solver: solver}, Verdict: Undecided}
		var now results.Count
		for _, c := range run {
			if c.Solver == solver {
				now, f.Rows = c, f.Rows+1
			}
		}
		var differs []string
		if before := old[solver].Rule; before != now.Rule && before != "" && now.Rule != "" {
			differs = append(differs, fmt.Sprintf("the rule was %s and is %s", before, now.Rule))
		}
		if before := old[solver].Counter; before != now.Counter && before != "" && now.Counter != "" {
			differs = append(differs, fmt.Sprintf("updates were %s and are %s", before, now.Counter))
		}
		if f.Note = strings.Join(differs, "; "); f.Note != "" {
			findings = append(findings, f)
		}
	}
	return findings
}

// OtherSolvers says that a run and a baseline have no solver in common, and what to do. It returns ""
// if they have one.
func OtherSolvers(baseline, run []results.Count) string {
	before, now := solversOf(baseline), solversOf(run)
	if len(before) == 0 || slices.ContainsFunc(now, func(solver string) bool { return slices.Contains(before, solver) }) {
		return ""
	}
	return fmt.Sprintf("the baseline has rows of %s, and the run of %s: give the engine the name it has in the baseline, "+
		"or make a baseline of this run with --update --prune", english.List(before), english.List(now))
}

// OnlySolutions returns the solvers of a run that count neither nodes nor updates, in the run or the
// baseline: only their numbers of solutions are compared.
func OnlySolutions(baseline, run []results.Count) (names []string) {
	counts := map[string]bool{}
	for _, c := range slices.Concat(baseline, run) {
		counts[c.Solver] = counts[c.Solver] || max(c.Nodes, c.Updates) > 0
	}
	return slices.DeleteFunc(solversOf(run), func(solver string) bool { return counts[solver] })
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
