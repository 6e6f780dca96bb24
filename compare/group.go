package compare

import (
	"cmp"
	"iter"
	"slices"

	"golang.org/x/perf/benchproc"

	"xcbench/cover"
	"xcbench/results"
)

// Group has the samples of one search, or of one benchmark of another program. Its facts, such as its reason and its
// machine, are set once, when it has all samples.
type Group struct {
	results.Place
	Out Reason // why it has no time of a whole search

	in       *Groups
	label    string // of its row in a table
	row, col int    // its place in a table; several searches may have the same
	rows     []int32
	residues []benchproc.Key // of the first sample with a value and of another one: the keys that no table, row or column has

	status cover.Status     // the worst
	family string           // of the instance; "" of another program's rows
	on     *results.Machine // of all samples, or several
	solver string           // of the first sample
	class  results.Class    // of its solver in the first run that knows it
}

// Groups has the searches of some runs of one program, by instance and solver. The rows of the runs
// are taken together, and each sample knows its run.
type Groups struct {
	Label           string // of the program, in errors
	Solvers         []string
	results.Sources // the runs
	rows            results.Rows
	all             []*Group // by instance and solver, with or without rows
}

// GroupBy sorts the rows of some solvers into groups. No solvers are all solvers.
func GroupBy(solvers []string, runs ...results.Run) *Groups {
	rows, _ := results.AllRows(runs)
	g := &Groups{Label: runs[0].Label, Solvers: solvers, rows: *rows}
	g.Units = runs[0].Units
	end := 0
	for _, run := range runs {
		end += run.Rows.Len()
		g.Ends, g.Classes = append(g.Ends, int32(end)), append(g.Classes, run.Classes)
	}
	if solvers == nil {
		g.Solvers = rows.Solvers()
	}
	searches := g.rows.Searches(g.Solvers)
	for row := range g.rows.Instances() {
		for col, solver := range g.Solvers {
			one := &Group{label: g.rows.ID(row), in: g, row: row, col: col, rows: searches(row, col)}
			one.Search = results.Search{InstanceID: one.label, Solver: solver}
			one.seal()
			g.all = append(g.all, one)
		}
	}
	return g
}

// samples yields the rows of the group, each with the number of its run.
func (g *Group) samples() iter.Seq2[int32, results.Row] {
	return func(yield func(int32, results.Row) bool) {
		for _, k := range g.rows {
			run, _ := slices.BinarySearch(g.in.Ends, k+1)
			if !yield(int32(run), g.in.rows.At(int(k))) {
				return
			}
		}
	}
}

// seal sets what holds for all samples. The lines of classes may come after the first samples, as in a resumed run.
func (g *Group) seal() {
	reason := 0
	for run, row := range g.samples() {
		if results.Worse(row.Status, g.status) {
			g.status = row.Status
		}
		g.family, g.solver, g.class = row.Family, cmp.Or(g.solver, row.Solver), cmp.Or(g.class, g.in.Classes[run][row.Solver])
		g.on, reason = g.on.With(cmp.Or(row.Machine, &unknown)), max(reason, endOf(row.Status))
	}
	g.Out = ends[reason]
}

// values returns the values of the measured rows in a unit, and the run of each. It reports whether any row has a value.
func (g *Group) values(u results.Unit) (values []float64, runs []int32, seen bool) {
	for run, row := range g.samples() {
		v, ok := u.Of(row)
		if seen = seen || ok; ok && results.Valued(row.Status) {
			values, runs = append(values, v), append(runs, run)
		}
	}
	return values, runs, seen
}

// unlike returns why values of two groups in a unit cannot be compared, or "": times are compared within a machine,
// nodes within a choice rule, and updates within a counter class. If the class of either group is unknown, a
// solver is compared only with itself.
func (g *Group) unlike(h *Group, u results.Unit) Reason {
	x, y := g.class.Counter, h.class.Counter
	if u.Same == results.SameRule {
		x, y = string(g.class.Rule), string(h.class.Rule)
	}
	if min(x, y) == "" {
		x, y = g.solver, h.solver
	}
	switch {
	case !u.Exact && !together(g, h):
		return OtherMachine
	case u.Same >= results.SameRule && x != y:
		return OtherClass
	}
	return ""
}

// unknown is the machine of rows that do not say where they were measured.
var unknown results.Machine

// together reports whether the times of groups can be compared: all are of one machine.
func together(groups ...*Group) bool {
	var on *results.Machine
	for _, g := range groups {
		on = on.With(g.on)
	}
	return on == nil || !on.Several()
}
