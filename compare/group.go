package compare

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/cover"
	"xcbench/results"
)

// Group has the samples of one search, or those of another program's benchmark.
type Group struct {
	results.Search
	Out Reason // why it has no time of a whole search

	in       *Groups
	row, col int             // its place in a table; several searches may have the same
	rows     []int32         // in their order
	residue  []benchproc.Key // of its samples with values: the keys that no table, row or column has
}

// Groups has the searches of some runs of one program, by instance and solver. The rows of the runs
// are taken together, and each sample knows its run.
type Groups struct {
	Label   string // of the program, in errors
	Solvers []string
	Units   benchfmt.UnitMetadataMap // what the files say about units
	rows    *results.Rows
	ends    []int32           // where the rows of each run end
	classes []results.Classes // of each run; nil if none is known
	all     []*Group          // by instance and solver, with or without rows
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
	all := make([]Group, g.rows.Instances()*len(g.Solvers))
	for n := range all {
		row, col := n/len(g.Solvers), n%len(g.Solvers)
		all[n] = Group{Search: results.Search{InstanceID: g.rows.ID(row), Solver: g.Solvers[col]}, in: g, row: row, col: col,
			rows: searches.Of(row, col)}
		all[n].Out = reasonOf(all[n].samples())
		g.all = append(g.all, &all[n])
	}
	return g
}

// samples yields the rows of the group, each with the number of its run.
func (g *Group) samples() iter.Seq2[int32, results.Row] {
	return func(yield func(int32, results.Row) bool) {
		for _, k := range g.rows {
			run, _ := slices.BinarySearch(g.in.ends, k+1)
			if !yield(int32(run), g.in.rows.At(int(k))) {
				return
			}
		}
	}
}

// status returns the worst status of the rows, or "" if there is none.
func (g *Group) status() (worst cover.Status) {
	for _, row := range g.samples() {
		if worst == "" || results.Worse(row.Status, worst) {
			worst = row.Status
		}
	}
	return worst
}

// values returns the values of the measured rows in a unit, and the run of each.
func (g *Group) values(u results.Unit) (values []float64, runs []int32) {
	for run, row := range g.samples() {
		if v, ok := u.Of(row); ok && results.Valued(row.Status) {
			values, runs = append(values, v), append(runs, run)
		}
	}
	return values, runs
}

// family returns the family of the group's instance, or "" of another program's rows.
func (g *Group) family() string { return g.in.rows.At(int(g.rows[0])).Family }

// words returns the different words that the rows have. A row without a word is as the others: the lines
// of classes may come after the first samples, as in a resumed run.
func (g *Group) words(of func(results.Row, results.Class) string) string {
	var all []string
	for run, row := range g.samples() {
		class := results.Class{}
		if g.in.classes != nil {
			class = g.in.classes[run][row.Solver]
		}
		if word := of(row, class); word != "" && !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
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
	if x, y := g.words(class), h.words(class); x != "" && y != "" {
		return x == y
	}
	solver := func(r results.Row, _ results.Class) string { return r.Solver }
	return g.words(solver) == h.words(solver)
}

// started reports whether times of the group include the start of a program.
func (g *Group) started() bool {
	return g.words(func(_ results.Row, c results.Class) string { return map[bool]string{true: "yes"}[c.TimesStart] }) != ""
}

// together reports whether the times of groups can be compared: all are of one machine.
func together(groups ...*Group) bool {
	first, seen := results.Machine{}, false
	for _, g := range groups {
		for _, row := range g.samples() {
			on := row.On()
			if !seen {
				first, seen = on, true
			}
			if !on.Same(first) {
				return false
			}
		}
	}
	return true
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

// lines returns the groups of each instance, one for each solver.
func (g *Groups) lines() [][]*Group {
	if len(g.Solvers) == 0 {
		return nil
	}
	return slices.Collect(slices.Chunk(g.all, len(g.Solvers)))
}
