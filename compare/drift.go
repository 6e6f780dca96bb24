package compare

import (
	"slices"

	"xcbench/internal/stats"
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

// pace has how much slower than usual a side was in each run, and in each part of a run, by their numbers.
type pace struct {
	runs map[*int32]bool // by their ends
	of   [2]map[int32]*stats.GeoMean
}

// add adds a search. Values of 0 do not count. A search in several runs shows the pace of runs, and any other the pace
// of parts.
func (p pace) add(s *sample) {
	usual, single := stats.Median(slices.Clone(s.values)), s.runs[0] == s.runs[len(s.runs)-1]
	for k, x := range s.values {
		of, at := p.of[0], s.runs[k]
		if p.runs[&s.in.ends[at]] = true; single {
			of, at = p.of[1], int32(k*parts/len(s.runs))
		}
		if of[at] == nil {
			of[at] = &stats.GeoMean{}
		}
		if len(s.values) > 1 && min(x, usual) > 0 {
			of[at].Add(x / usual)
		}
	}
}

// drift returns the factor that allows for the changes of speed: the slowest time to the fastest.
func (p pace) drift() float64 {
	times, factor := p.of[0], 1.0
	if len(times) == 0 {
		times, factor = p.of[1], 1+singleRunThreshold
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
func (t *Table) setDrifts(all []*sample) {
	paces := make([]pace, len(t.Columns))
	for k := range paces {
		paces[k] = pace{map[*int32]bool{}, [2]map[int32]*stats.GeoMean{{}, {}}}
	}
	for _, s := range all {
		if s.values != nil {
			paces[s.col].add(s)
		}
	}
	for k, p := range paces {
		base := paces[0]
		shared := len(base.runs)*len(p.runs) == 0
		for run := range base.runs {
			shared = shared || p.runs[run]
		}
		if !shared {
			t.Verdicts[k].Drift = max(base.drift(), p.drift())
		}
	}
}

// allow widens an interval by the drift of the machine. A drift of 0 changes nothing.
func allow(r stats.Ratio, drift float64) stats.Ratio {
	r.Low /= max(drift, 1)
	r.High *= max(drift, 1)
	return r
}
