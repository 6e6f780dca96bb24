package compare

import (
	"cmp"

	"xcbench/results"
)

// Step is one run of a history, with what changed in it.
type Step struct {
	results.Run
	Base     int       // the number of the run that it is compared with; -1 for the first
	Findings []Finding // what changed, see [Summarize]; neither undecided nor the same
	Unclear  string    // why something was not compared, or is undecided; or ""
}

// History compares the runs of many commits, in their order, by the rules of the gate. [CheckCounts] compares
// counters. [CheckTimes] compares times, with the noise of the two runs as the threshold.
// Each run is compared with the latest one before it in which something changed. So a change has one step, and
// small slowdowns in a row are found when their sum exceeds the threshold.
func History(runs []results.Run, unit string) (steps []Step, err error) {
	base := -1
	var before []results.Count
	for k, run := range runs {
		counts, err := results.CountsOf(run)
		if err != nil {
			return nil, err
		}
		step := Step{Run: run, Base: base}
		if base >= 0 {
			old, now := GroupBy(nil, runs[base]), GroupBy(nil, run)
			times, err := CheckTimes(unit, old, now, NoiseThreshold(MeasureNoise(unit, old, now)))
			if err != nil {
				step.Unclear = err.Error()
			}
			for _, f := range Summarize(JoinFindings(CheckCounts(before, counts), times.Findings)) {
				if f.Verdict != Undecided {
					step.Findings = append(step.Findings, f)
				} else {
					step.Unclear = cmp.Or(f.Note, "the samples are too few for a verdict on every time")
				}
			}
		}
		if steps = append(steps, step); base < 0 || step.Findings != nil {
			base, before = k, counts
		}
	}
	return steps, nil
}
