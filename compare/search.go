package compare

import (
	"slices"

	"xcbench/cover"
	"xcbench/results"
)

// Group has the samples of one search.
type Group struct {
	results.Search
	Out Reason // why it has no time of a whole search

	in   *Groups
	rows []int32 // in their order
}

// Groups has the searches of some runs of one program, by instance and solver. The rows of the runs
// are taken together, and each sample knows its run.
type Groups struct {
	Label   string // of the program, in errors
	Solvers []string
	rows    *results.Rows
	ends    []int32 // where the rows of each run end
	all     []Group // by instance and solver, with or without rows
}

// GroupBy sorts the rows of runs into groups.
func GroupBy(runs ...*results.Rows) *Groups {
	g := &Groups{rows: &results.Rows{}}
	for _, rows := range runs {
		if len(runs) == 1 && rows != nil {
			g.rows = rows
		} else {
			g.rows.Append(rows, "")
		}
		g.ends = append(g.ends, int32(g.rows.Len()))
	}
	g.Solvers = g.rows.Solvers()
	searches := g.rows.Searches(g.Solvers)
	g.all = make([]Group, 0, g.rows.Instances()*len(g.Solvers))
	var statuses []cover.Status
	for instance := range g.rows.Instances() {
		for k, solver := range g.Solvers {
			one := Group{Search: results.Search{InstanceID: g.rows.ID(instance), Solver: solver}, in: g, rows: searches.Of(instance, k)}
			statuses = statuses[:0]
			for _, at := range one.rows {
				statuses = append(statuses, g.rows.At(int(at)).Status)
			}
			one.Out = reasonOf(statuses)
			g.all = append(g.all, one)
		}
	}
	return g
}

// ReadGroups reads the rows of the runs of a program that a filter chooses, which may be none. Each run
// is a directory or a file of its rows. The label names the program.
func ReadGroups(label string, paths []string, filter results.Filter) (*Groups, error) {
	inputs, err := results.Inputs(paths)
	if err != nil {
		return nil, err
	}
	var runs []*results.Rows
	for _, in := range inputs {
		run, err := in.Read(nil, filter)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run.Rows)
	}
	g := GroupBy(runs...)
	g.Label = label
	return g, nil
}

// lines returns the groups of each instance, one for each solver.
func (g *Groups) lines() [][]Group {
	if len(g.Solvers) == 0 {
		return nil
	}
	return slices.Collect(slices.Chunk(g.all, len(g.Solvers)))
}

// find returns the group of a search, which is empty if there is none.
func (g *Groups) find(s results.Search) *Group {
	instance, ok := g.rows.Find(s.InstanceID)
	k := slices.Index(g.Solvers, s.Solver)
	if !ok || k < 0 {
		return &Group{in: g}
	}
	return &g.all[instance*len(g.Solvers)+k]
}

// run returns the number of the run of a row.
func (g *Groups) run(row int32) int32 {
	n, _ := slices.BinarySearch(g.ends, row+1)
	return int32(n)
}

// on returns the group's rows of the machines that pass.
func (g Group) on(pass func(results.Machine) bool) Group {
	g.rows = slices.DeleteFunc(slices.Clone(g.rows), func(k int32) bool { return !pass(g.in.rows.At(int(k)).On()) })
	return g
}

// status returns the worst status of the rows, or "" without rows.
func (g *Group) status() (worst cover.Status) {
	for _, k := range g.rows {
		if s := g.in.rows.At(int(k)).Status; worst == "" || results.Worse(s, worst) {
			worst = s
		}
	}
	return worst
}

// values returns the values of the measured rows in a unit, and the run of each.
func (g *Group) values(u results.Unit) (values []float64, runs []int32) {
	for _, k := range g.rows {
		row := g.in.rows.At(int(k))
		if v, ok := u.Of(row); ok && row.Measured() {
			values, runs = append(values, v), append(runs, g.in.run(k))
		}
	}
	return values, runs
}

// longest returns the longest time of the rows that are not measured. It is wall time if a row has no
// value in the unit.
func (g *Group) longest(u results.Unit) (most float64) {
	for _, k := range g.rows {
		row := g.in.rows.At(int(k))
		if row.Measured() {
			continue
		}
		x, ok := u.Of(row)
		if !ok {
			x = row.Search
		}
		most = max(most, x)
	}
	return most
}
