package results

import (
	"io"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/results/compare"
)

// Contest is what a ranking is made of. It keeps 16 bytes for a row, and the name of each instance
// once. So it holds a run of millions of rows.
type Contest struct {
	Limit      float64 // the longest time limit that the runs recorded, in seconds; 0 if unknown
	Unfinished bool    // a search has no values

	solvers   []string // in order of appearance
	solverAt  map[uint32]int32
	instances map[[2]uint32]int32 // the number of each instance by the numbers of its family and name
	times     []timing            // in order of appearance
	doubted   []int32             // by instance, the searches whose answer is not believed
	split     []bool              // by instance, whether its rows are of several machines
	first     []int32             // by instance, the number of its first machine, from 1; 0 if none is known
	machines  []compare.Machine
	last      *compare.Machine // of the last row that has one
	lastAt    int32            // its number

	// Searches are numbered by instance and then by solver.
	median  []float64 // by search; infinite if it was not solved within the limit, -1 if it has no row
	penalty float64   // of an unsolved instance, in seconds; not a number if it is unknown
}

// timing is the time of one row.
type timing struct {
	instance, solver int32
	seconds          float64 // infinite if it was not solved
}

func newContest() *Contest {
	return &Contest{solverAt: map[uint32]int32{}, instances: map[[2]uint32]int32{}}
}

// ReadContest reads the rows of runs, as [ReadRuns] does, and keeps what a ranking needs.
func ReadContest(args []string, stdin io.Reader, filter Filter) (*Contest, error) {
	inputs, err := compare.Inputs(args)
	if err != nil {
		return nil, err
	}
	c, known, seen := newContest(), newNames(), map[string]bool{}
	for _, in := range inputs {
		run, err := scanRun(in, stdin, known, seen, func(row Row, r *benchfmt.Result) {
			if filter.match(r) {
				c.add(&row, known)
			}
		})
		if err != nil {
			return nil, err
		}
		c.Limit = max(c.Limit, run.Limit)
	}
	return c, filter.passed(seen, len(c.solvers))
}

// add adds a row. The names are those of all rows of the contest.
func (c *Contest) add(r *Row, known *names) {
	s := known.search(r.Family, r.Name, r.Solver)
	solver, ok := c.solverAt[s[2]]
	if !ok {
		solver = int32(len(c.solvers))
		c.solverAt[s[2]], c.solvers = solver, append(c.solvers, r.Solver)
	}
	at := [2]uint32{s[0], s[1]}
	instance, ok := c.instances[at]
	if !ok {
		instance = int32(len(c.doubted))
		c.instances[at] = instance
		c.doubted, c.split, c.first = append(c.doubted, 0), append(c.split, false), append(c.first, 0)
	}
	c.measuredOn(instance, r.Machine)
	c.Unfinished = c.Unfinished || !r.Measured()
	if r.Status == Killed { // as if it had no row
		return
	}
	if Doubted(r.Status) { // which is the last row of a search
		c.doubted[instance]++
	}
	t := timing{instance, solver, max(r.Search, leastTime)}
	if r.Status != cover.Solved {
		t.seconds = math.Inf(1)
	}
	c.times = append(c.times, t)
}

// measuredOn records the machine of a row, and whether its instance has rows of several.
func (c *Contest) measuredOn(instance int32, m *compare.Machine) {
	if m == nil {
		return
	}
	if m != c.last {
		k := slices.Index(c.machines, *m)
		if k < 0 {
			k = len(c.machines)
			c.machines = append(c.machines, *m)
		}
		c.last, c.lastAt = m, int32(k+1)
	}
	if c.first[instance] == 0 {
		c.first[instance] = c.lastAt
	}
	if first := &c.machines[c.first[instance]-1]; !sameMachine(m, first) {
		c.split[instance] = true
	}
}

// Machines returns the names of the machines of all rows, or nil if there is only one.
func (c *Contest) Machines() []string { return compare.DistinctMachines(c.machines) }

// decide takes the median time of each search.
func (c *Contest) decide(rule Unsolved, limit float64) {
	switch c.penalty = 2 * limit; {
	case limit <= 0:
		c.penalty = math.NaN()
	case rule == AtLimit:
		c.penalty = limit
	}
	c.median = make([]float64, len(c.doubted)*len(c.solvers))
	starts := make([]int32, len(c.median)+1) // of each search in samples
	search := func(t timing) int { return int(t.instance)*len(c.solvers) + int(t.solver) }
	for _, t := range c.times {
		starts[search(t)+1]++
	}
	for k := range c.median {
		starts[k+1] += starts[k]
	}
	samples, next := make([]float64, len(c.times)), slices.Clone(starts)
	for _, t := range c.times {
		at := &next[search(t)]
		samples[*at] = t.seconds
		*at++
	}
	for k := range c.median {
		c.median[k] = -1
		if all := samples[starts[k]:starts[k+1]]; len(all) > 0 {
			c.median[k] = solvedIn(all, limit)
		}
	}
}

// timesOn returns the time of each solver on an instance, and how many solvers have no row of it.
// An absent row counts as unsolved. The times are the contest's own.
func (c *Contest) timesOn(instance int) (times []float64, absent int) {
	times = c.median[instance*len(c.solvers) : (instance+1)*len(c.solvers)]
	for k, t := range times {
		if t < 0 {
			absent++
			times[k] = math.Inf(1)
		}
	}
	return times, absent
}

// cost is the time that counts: the penalty if the instance is unsolved.
func (c *Contest) cost(time float64) float64 {
	if unsolved(time) {
		return c.penalty
	}
	return time
}
