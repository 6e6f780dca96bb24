package compare

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"

	"xcbench/cover"
	"xcbench/results"
)

// Group has the samples of one search, or those of another program's benchmark.
type Group struct {
	results.Search
	Out Reason // why it has no time of a whole search

	in      *Groups
	rows    []int32         // in their order
	residue []benchproc.Key // of its samples with values: the keys that no table, row or column has
}

// Groups has the searches of some runs of one program, by instance and solver. The rows of the runs
// are taken together, and each sample knows its run.
type Groups struct {
	Label   string // of the program, in errors
	Solvers []string
	rows    *results.Rows
	ends    []int32           // where the rows of each run end
	classes []results.Classes // of each run; nil if none is known
	costs   bool              // every value of a row is in its Costs, as rows of other programs have no fields
	all     []Group           // by instance and solver, with or without rows
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
func (g *Groups) run(row int32) int {
	n, _ := slices.BinarySearch(g.ends, row+1)
	return n
}

// value returns the value of a row in a unit, and whether there is one.
func (g *Groups) value(row results.Row, u results.Unit) (float64, bool) {
	if g.costs {
		return row.Costs.Of(u.Name)
	}
	return u.Of(row)
}

// on returns the group's rows of the machines that pass.
func (g Group) on(pass func(results.Machine) bool) Group {
	g.rows = slices.DeleteFunc(slices.Clone(g.rows), func(k int32) bool { return !pass(g.in.rows.At(int(k)).On()) })
	return g
}

// status returns the worst status of the rows, or "" if there is none.
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
		row, run := g.in.rows.At(int(k)), int32(g.in.run(k))
		switch v, ok := g.in.value(row, u); {
		case !ok || !results.Valued(row.Status):
		case g.in.costs: // other programs may give several values in a line
			for _, c := range row.Costs {
				if c.Unit == u.Name {
					values, runs = append(values, c.Value), append(runs, run)
				}
			}
		default:
			values, runs = append(values, v), append(runs, run)
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

// family returns the family of the group's instance, or "" of another program's rows.
func (g *Group) family() string { return g.in.rows.At(int(g.rows[0])).Family }

// several stands for different words.
const several = "\x00"

// word returns what the rows have in common, several if they differ, or "". A row without a word is as
// the others: the lines of classes may come after the first samples, as in a resumed run.
func (g *Group) word(of func(results.Row, results.Class) string) (common string) {
	for _, k := range g.rows {
		row, class := g.in.rows.At(int(k)), results.Class{}
		if g.in.classes != nil {
			class = g.in.classes[g.in.run(k)][row.Solver]
		}
		switch word := of(row, class); {
		case common == "":
			common = word
		case word != common && word != "":
			return several
		}
	}
	return common
}

// comparable reports whether values of two groups can be compared: nodes within a choice rule, and updates
// within a counter class. If the class of either group is unknown, a solver is compared only with itself.
func (g *Group) comparable(h *Group, same results.Agreement) bool {
	class := func(_ results.Row, c results.Class) string { return string(c.Rule) }
	switch same {
	case results.SameCounter:
		class = func(_ results.Row, c results.Class) string { return c.Counter }
	case results.SameRule:
	default:
		return true
	}
	x, y := g.word(class), h.word(class)
	if x == "" || y == "" {
		class = func(r results.Row, _ results.Class) string { return r.Solver }
		x, y = g.word(class), h.word(class)
	}
	return x == y
}

// started reports whether times of the group include the start of a program.
func (g *Group) started() bool {
	return g.word(func(_ results.Row, c results.Class) string { return map[bool]string{true: "yes"}[c.TimesStart] }) != ""
}

// together reports whether the times of two groups can be compared: all are of one machine.
func (g *Group) together(h *Group) bool {
	on := g.in.rows.At(int(g.rows[0])).On()
	each := func(g *Group, same func(results.Machine) bool) bool {
		return !slices.ContainsFunc(g.rows, func(k int32) bool { return !same(g.in.rows.At(int(k)).On()) })
	}
	other := h.in.rows.At(int(h.rows[0])).On()
	return on.Same(other) && each(g, func(m results.Machine) bool { return m == on }) &&
		each(h, func(m results.Machine) bool { return m == other })
}

// halves splits the samples by every other run or, if only one run has any, by every other sample.
func (g *Group) halves(u results.Unit) (base, other []float64) {
	values, runs := g.values(u)
	single := len(runs) == 0 || runs[0] == runs[len(runs)-1]
	part := -1
	for k, x := range values {
		if single || k == 0 || runs[k] != runs[k-1] {
			part++
		}
		if part%2 == 0 {
			base = append(base, x)
		} else {
			other = append(other, x)
		}
	}
	return base, other
}

// varying returns a warning if the samples of the group differ in keys that no table, row or column has.
func (g *Group) varying() string {
	if len(g.residue) < 2 {
		return ""
	}
	var names []string
	for _, f := range benchproc.NonSingularFields(g.residue) {
		names = append(names, f.Name)
	}
	return "samples of one cell vary in " + strings.Join(names, ",")
}
