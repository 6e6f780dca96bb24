package compare

import (
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

// contest has the times of all solvers on one instance after the other.
type contest struct {
	*results.Searches
	unit    results.Unit
	limit   float64
	penalty float64 // of an unsolved instance, in seconds; not a number if it is unknown
	mixed   bool    // the rows are of several machines, or of machines together

	// The instance:
	times    []float64 // by solver, in the unit; infinite if it was not solved within the limit
	declined []bool    // by solver, whether it does not support the problem
	absent   int       // solvers without a row
	doubted  int       // searches whose answer is not believed
	split    bool      // its rows are of several machines
}

func newContest(rows *results.Rows, unit string, rule Unsolved, limit float64) *contest {
	c := &contest{Searches: rows.Searches(rows.Solvers()), unit: results.MustUnit(unit), limit: limit, penalty: 2 * limit,
		times:    make([]float64, len(rows.Solvers())),
		declined: make([]bool, len(rows.Solvers()))}
	switch {
	case limit <= 0:
		c.penalty = math.NaN()
	case rule == AtLimit:
		c.penalty = limit
	}
	machines := rows.Machines()
	c.mixed = len(machines) > 1 || machines[0].Several()
	return c
}

// take takes the next instance. A search whose last row is of a killed worker is as if it had no row.
// A row that repeats another one counts once.
func (c *contest) take(instance int) {
	c.absent, c.doubted, c.split = 0, 0, c.mixed && c.isSplit(instance)
	for column := range c.times {
		c.declined[column] = false
		var searches, samples []float64 // the times that the limit is for, and those that are ranked
		for _, row := range c.distinct(instance, column) {
			switch {
			case row.Status == results.Killed:
				continue
			case row.Status == cover.Unsupported:
				c.declined[column] = true
				continue
			case results.Doubted(row.Status) || row.Status == results.Unconfirmed: // which is the last row of a search
				c.doubted++
			}
			search, t := row.Search, row.Value(c.unit.Name)
			if row.Status != cover.Solved {
				search = math.Inf(1)
			}
			searches, samples = append(searches, search), append(samples, max(t, leastTime))
		}
		switch c.times[column] = math.Inf(1); {
		case len(searches) > 0:
			c.declined[column] = false
			if solvedIn(searches, c.limit) {
				c.times[column] = stats.Median(samples)
			}
		case !c.declined[column]:
			c.absent++
		}
	}
}

// distinct returns the rows of a search, without each that repeats another one: it has the same status,
// the same number of runs, and the same value in every unit.
func (c *contest) distinct(instance, column int) (rows []results.Row) {
	type fields struct {
		status                    cover.Status
		runs                      int
		search, setup             float64
		solutions, nodes, updates int64
	}
	seen := map[fields][]results.Costs{}
	for _, k := range c.Of(instance, column) {
		row := c.At(int(k))
		key := fields{row.Status, row.Runs, row.Search, row.Setup, row.Solutions, row.Nodes, row.Updates}
		if !slices.ContainsFunc(seen[key], func(other results.Costs) bool { return slices.Equal(row.Costs, other) }) {
			seen[key], rows = append(seen[key], row.Costs), append(rows, row)
		}
	}
	return rows
}

// isSplit reports whether a row of an instance is not of the same machine as the first one. A row
// without a machine can be of any.
func (c *contest) isSplit(instance int) bool {
	var rows []int32
	for column := range c.times {
		for _, k := range c.Of(instance, column) {
			if c.At(int(k)).Machine != nil {
				rows = append(rows, k)
			}
		}
	}
	if len(rows) == 0 {
		return false
	}
	first := c.At(int(slices.Min(rows))).On()
	return slices.ContainsFunc(rows, func(k int32) bool { return !c.At(int(k)).On().Same(first) })
}

// cost is the time that counts: the penalty if the instance is unsolved.
func (c *contest) cost(time float64) float64 {
	if unsolved(time) {
		return c.penalty
	}
	return time
}
