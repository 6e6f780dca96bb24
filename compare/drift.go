package compare

import (
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Two sides whose searches were not measured in turns differ by what the program does, and by how the
// machine's speed changed from one to the other. Samples of a side show how much its speed changes: from
// run to run if it has several runs, or else from one part of the run to another. That much is allowed
// for in each interval. A single run shows too little, so at least singleRunThreshold is allowed for.

// parts is how many parts of a run are compared with each other. The default plan has as many rounds. A run
// samples everything once before it samples anything again, so the nth samples of all its searches are
// of one time. With 4 parts, a load that changes slowly made 2 to 7 of 30 pairs of runs of one program
// have a marked row, and with 12 none.
const parts = 12

// pace has how much slower than usual a side was in each part of a run and in each run, by their numbers.
type pace struct {
	runs          map[*int32]bool // by their ends
	byPart, byRun map[int32]*stats.GeoMean
}

// add adds a search. Values of 0 do not count. A search in several runs shows the pace of runs, and any other the pace
// of parts.
func (p pace) add(g *Group, u results.Unit) {
	values, runs := g.values(u)
	if len(values) == 0 {
		return
	}
	usual, of := stats.Median(slices.Clone(values)), p.byRun
	for k, x := range values {
		at := runs[k]
		if p.runs[&g.in.ends[at]] = true; runs[0] == runs[len(runs)-1] {
			of, at = p.byPart, int32(k*parts/len(runs))
		}
		if of[at] == nil {
			of[at] = &stats.GeoMean{}
		}
		if len(values) > 1 && min(x, usual) > 0 {
			of[at].Add(x / usual)
		}
	}
}

// drift returns the factor that allows for the changes of speed: the slowest time to the fastest.
func (p pace) drift() float64 {
	times, factor := p.byRun, 1.0
	if len(times) == 0 {
		times, factor = p.byPart, 1+singleRunThreshold
	}
	for _, slow := range times {
		for _, fast := range times {
			if x := fast.Mean(); x > 0 {
				factor = max(factor, slow.Mean()/x)
			}
		}
	}
	return factor
}

// setDrifts sets the allowance of each column. A column that shares a run with the base needs none.
func (t *Table) setDrifts(all []*Group) {
	paces := make([]pace, len(t.Columns))
	for k := range paces {
		paces[k] = pace{map[*int32]bool{}, map[int32]*stats.GeoMean{}, map[int32]*stats.GeoMean{}}
	}
	for _, g := range all {
		if results.Valued(g.status) {
			paces[g.col].add(g, t.unit)
		}
	}
	base := paces[0]
	for k, p := range paces {
		apart := len(base.runs)*len(p.runs) > 0
		for run := range base.runs {
			apart = apart && !p.runs[run]
		}
		if apart {
			t.Verdicts[k].Drift = max(base.drift(), p.drift())
		}
	}
}

// allow widens an interval by the drift of the machine. A drift of 0 changes nothing.
func allow(r stats.Ratio, drift float64) stats.Ratio {
	drift = max(drift, 1)
	return stats.Ratio{Value: r.Value, Low: r.Low / drift, High: r.High * drift}
}
