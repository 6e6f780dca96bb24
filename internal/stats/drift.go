package stats

import "slices"

// Two sides whose searches were not measured in turns differ by what the program does, and by how the
// machine's speed changed from one to the other. Samples of a side show how much its speed changes: from
// run to run if it has several runs, or else from one part of the run to another.

// parts is how many parts of a run are compared with each other. The default plan has as many rounds. A run
// samples everything once before it samples anything again, so the nth samples of all its searches are
// of one time. With 4 parts, a load that changes slowly made 2 to 7 of 30 pairs of runs of one program
// have a marked row, and with 12 none.
const parts = 12

// SingleRun is what is allowed for if a side has a single run, which shows too little of the drift of the machine.
const SingleRun = 0.05

// Pace shows how the speed of a machine changed while a side was measured.
type Pace struct{ runs, parts map[int]*GeoMean } // how much slower than usual each was

// NewPace returns a pace without samples.
func NewPace() Pace { return Pace{map[int]*GeoMean{}, map[int]*GeoMean{}} }

// Add adds the samples of a search in their order, each with the number of its run. Values of 0 do not count. A search
// in several runs shows the pace of runs, and any other the pace of parts.
func (p Pace) Add(values []float64, runs []int32) {
	usual, single := Median(slices.Clone(values)), runs[0] == runs[len(runs)-1]
	for k, x := range values {
		of, at := p.runs, int(runs[k])
		if single {
			of, at = p.parts, k*parts/len(runs)
		}
		if of[at] == nil {
			of[at] = &GeoMean{}
		}
		if len(values) > 1 && min(x, usual) > 0 {
			of[at].Add(x / usual)
		}
	}
}

// Drift returns the factor that allows for the changes of speed: the slowest time to the fastest.
func (p Pace) Drift() float64 {
	times, factor := p.runs, 1.0
	if len(times) == 0 {
		times, factor = p.parts, 1+SingleRun
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

// Allow makes the interval wider on both sides by a factor. A factor below 1 changes nothing.
func (r Ratio) Allow(drift float64) Ratio {
	r.Low /= max(drift, 1)
	r.High *= max(drift, 1)
	return r
}
