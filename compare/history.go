package compare

import (
	"fmt"
	"slices"

	"xcbench/results"
)

// Step is one run of a history, with what changed in it.
type Step struct {
	results.Run
	Base     int       // the number of the run that it is compared with; -1 for the first
	Findings []Finding // what changed, see [Summarize]; neither undecided nor the same
	NoTimes  string    // why times were not compared, or decide nothing; or ""
}

// History compares the runs of many commits, in their order, by the rules of the gate: counters by
// [CheckCounts], and times in a unit by [CheckTimes] with the noise of the two runs as the threshold.
// Each run is compared with the latest run in which something changed. So a change has one step, and
// small slowdowns in a row are found when their sum exceeds the threshold.
func History(runs []results.Run, unit string) ([]Step, error) {
	steps := make([]Step, len(runs))
	counts := make([][]results.Count, len(runs))
	base := -1
	for k, run := range runs {
		step := &steps[k]
		step.Run, step.Base = run, base
		var err error
		if counts[k], err = countsOf(run); err != nil {
			return nil, err
		}
		if base < 0 {
			base = k
			continue
		}
		old, now := GroupBy(runs[base].Rows), GroupBy(run.Rows)
		old.Label, now.Label = runs[base].Label, run.Label
		check, err := CheckTimes(unit, old, now, NoiseOf(unit, old, now))
		if err != nil {
			step.NoTimes = err.Error()
		}
		all := JoinFindings(changes(counts[base], counts[k]), check.Findings)
		step.Findings = slices.DeleteFunc(Summarize(all), func(f Finding) bool { return f.Verdict == Same || f.Verdict == Undecided })
		if check.Needed > 0 {
			step.NoTimes = fmt.Sprintf("the samples are too few for a verdict on every time; take %d of each search", check.Needed)
		}
		if len(step.Findings) > 0 {
			base = k
		}
	}
	return steps, nil
}

// changes returns the findings of [CheckCounts] without what was already so in the base: a search that
// was not finished, or an answer that was refuted.
func changes(base, run []results.Count) []Finding {
	refuted := map[results.Search]bool{}
	for _, c := range base {
		refuted[c.Search] = results.Doubted(c.Status)
	}
	unfinished := func(c results.Count) bool { return !results.Counted(c.Status) }
	all := CheckCounts(slices.DeleteFunc(slices.Clone(base), unfinished), run)
	return slices.DeleteFunc(all, func(f Finding) bool {
		return f.Verdict == WrongCount && len(f.Changes) == 0 && refuted[f.Search]
	})
}

// countsOf returns the counts of a run.
func countsOf(run results.Run) ([]results.Count, error) {
	var profiles []results.Profile
	for p, err := range run.AllProfiles() {
		if err != nil {
			return nil, err
		}
		profiles = append(profiles, p)
	}
	counts, err := results.Counts(slices.Collect(run.Rows.All()), profiles)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", run.Label, err)
	}
	return counts, nil
}
