package results

import (
	"math"
	"slices"

	"xcbench/cover"
)

// contest has the times of all solvers on one instance after the other.
type contest struct {
	*Searches
	limit   float64
	penalty float64 // of an unsolved instance, in seconds; not a number if it is unknown
	seconds func(k int) (float64, bool)
	mixed   bool // the rows are of several machines, or of machines together

	// The instance:
	times    []float64 // by solver; infinite if it was not solved within the limit
	declined []bool    // by solver, whether it does not support the problem
	absent   int       // solvers without a row
	doubted  int       // searches whose answer is not believed
	split    bool      // its rows are of several machines
	order    []int32   // a buffer
	samples  []float64 // a buffer
}

func newContest(rows *Rows, rule Unsolved, limit float64) *contest {
	c := &contest{Searches: rows.Searches(rows.Solvers()), limit: limit, penalty: 2 * limit,
		seconds: rows.Values(mustUnit(Seconds)), times: make([]float64, len(rows.Solvers())),
		declined: make([]bool, len(rows.Solvers()))}
	switch {
	case limit <= 0:
		c.penalty = math.NaN()
	case rule == AtLimit:
		c.penalty = limit
	}
	first := rows.MachineAt(0)
	c.mixed = len(rows.machines) > 1 || first != nil && first.Several()
	return c
}

// take takes the next instance. A search whose last row is of a killed worker is as if it had no row.
// A row that repeats another one counts once.
func (c *contest) take(instance int) {
	c.absent, c.doubted, c.split = 0, 0, c.mixed && c.isSplit(instance)
	for column := range c.times {
		c.samples, c.declined[column] = c.samples[:0], false
		c.order = append(c.order[:0], c.Of(instance, column)...)
		for _, k := range c.distinct(c.order) {
			status := c.Status(int(k))
			switch {
			case status == Killed:
				continue
			case status == cover.Unsupported:
				c.declined[column] = true
				continue
			case Doubted(status) || status == Unconfirmed: // which is the last row of a search
				c.doubted++
			}
			t, _ := c.seconds(int(k))
			if t = max(t, leastTime); status != cover.Solved {
				t = math.Inf(1)
			}
			c.samples = append(c.samples, t)
		}
		switch c.times[column] = math.Inf(1); {
		case len(c.samples) > 0:
			c.times[column], c.declined[column] = solvedIn(c.samples, c.limit), false
		case !c.declined[column]:
			c.absent++
		}
	}
}

// isSplit reports whether a row of an instance is not of the same machine as the first one. A row
// without a machine can be of any.
func (c *contest) isSplit(instance int) bool {
	var rows []int32
	for column := range c.times {
		for _, k := range c.Of(instance, column) {
			if c.MachineAt(int(k)) != nil {
				rows = append(rows, k)
			}
		}
	}
	if len(rows) == 0 {
		return false
	}
	first := c.MachineAt(int(slices.Min(rows)))
	return slices.ContainsFunc(rows, func(k int32) bool { return !c.MachineAt(int(k)).Same(*first) })
}

// cost is the time that counts: the penalty if the instance is unsolved.
func (c *contest) cost(time float64) float64 {
	if unsolved(time) {
		return c.penalty
	}
	return time
}
