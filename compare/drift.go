package compare

import "xcbench/internal/stats"

// setDrifts sets the allowance of each column for the drift of the machine. A column that shares a run with the base
// needs none: they were measured in turns.
func (t *Table) setDrifts(all []*sample) {
	paces, runs := make([]stats.Pace, len(t.Columns)), make([]map[*int32]bool, len(t.Columns)) // runs by their ends
	for k := range paces {
		paces[k], runs[k] = stats.NewPace(), map[*int32]bool{}
	}
	for _, s := range all {
		if s.values == nil {
			continue
		}
		paces[s.col].Add(s.values, s.runs)
		for _, run := range s.runs {
			runs[s.col][&s.in.Ends[run]] = true
		}
	}
	for k := range paces {
		shared := len(runs[0])*len(runs[k]) == 0
		for run := range runs[0] {
			shared = shared || runs[k][run]
		}
		if !shared {
			t.Verdicts[k].Drift = max(paces[0].Drift(), paces[k].Drift())
		}
	}
}
