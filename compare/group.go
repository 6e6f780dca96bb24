package compare

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/cover"
	"xcbench/results"
)

// Group has the samples of one search, or of one benchmark of another program. Its facts, such as its reason and its
// machine, are set once, when it has all samples.
type Group struct {
	keyed
	Out Reason // why it has no time of a whole search

	in       *Groups
	row, col int             // its place in a table; several searches may have the same
	rows     []int32         // in their order
	residue  []benchproc.Key // of its samples with values: the keys that no table, row or column has

	status  cover.Status // the worst
	family  string       // of the instance; "" of another program's rows
	classes [3]string    // the choice rule, the counter class, and the solver
	started bool         // times include the start of a program
	on      *results.Machine
	split   bool // the samples are of several machines
}

// keyed is what tells groups apart: the search and, in a comparison of files, the keys of the table, the row
// and the column.
type keyed struct {
	results.Search
	at [3]benchproc.Key
}

// unknown is the machine of rows that do not say where they were measured.
var unknown results.Machine

// Groups has the searches of some runs of one program, by instance and solver. The rows of the runs
// are taken together, and each sample knows its run.
type Groups struct {
	Label   string // of the program, in errors
	Solvers []string
	Units   benchfmt.UnitMetadataMap // what the files say about units
	rows    *results.Rows
	ends    []int32           // where the rows of each run end
	classes []results.Classes // of each run; none if they are not known
	all     []*Group          // by instance and solver, with or without rows
}

// GroupBy sorts the rows of runs into groups.
func GroupBy(runs ...*results.Rows) *Groups { return groupBy(nil, runs...) }

func groupBy(classes []results.Classes, runs ...*results.Rows) *Groups {
	g := &Groups{rows: &results.Rows{}, classes: classes}
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
		all[n] = Group{keyed: keyed{Search: results.Search{InstanceID: g.rows.ID(row), Solver: g.Solvers[col]}}, in: g, row: row, col: col,
			rows: searches.Of(row, col)}
		all[n].seal()
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

// seal sets what holds for all samples. A class is all different words of the rows. A row without a word
// is as the others: the lines of classes may come after the first samples, as in a resumed run.
func (g *Group) seal() {
	var words [len(g.classes)][]string
	for run, row := range g.samples() {
		var class results.Class
		if g.in.classes != nil {
			class = g.in.classes[run][row.Solver]
		}
		for k, word := range [...]string{string(class.Rule), class.Counter, row.Solver} {
			if word != "" && !slices.Contains(words[k], word) {
				words[k] = append(words[k], word)
			}
		}
		g.started, g.family = g.started || class.TimesStart, row.Family
		if results.Worse(row.Status, g.status) {
			g.status = row.Status
		}
		on := cmp.Or(row.Machine, &unknown)
		g.split = g.split || !on.Same(*on) || g.on != nil && !on.Same(*g.on)
		if g.on == nil || g.on.Host == "" {
			g.on = on
		}
	}
	for k := range words {
		slices.Sort(words[k])
		g.classes[k] = strings.Join(words[k], " ")
	}
	g.Out = reasonOf(g.samples())
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

// unlike returns why values of two groups in a unit cannot be compared, or "": times are compared within a machine,
// nodes within a choice rule, and updates within a counter class. If the class of either group is unknown, a
// solver is compared only with itself.
func (g *Group) unlike(h *Group, u results.Unit) Reason {
	k := map[results.Agreement]int{results.SameRule: 0, results.SameCounter: 1}
	switch class, same := k[u.Same]; {
	case !u.Exact && !together(g, h):
		return OtherMachine
	case !same, g.classes[class] == h.classes[class] && g.classes[class] != "":
	case min(g.classes[class], h.classes[class]) != "" || g.classes[2] != h.classes[2]:
		return OtherClass
	}
	return ""
}

// together reports whether the times of groups can be compared: all are of one machine.
func together(groups ...*Group) bool {
	var first *results.Machine
	for _, g := range groups {
		if g.split || first != nil && g.on != nil && !g.on.Same(*first) {
			return false
		}
		if first == nil || first.Host == "" && g.on != nil {
			first = g.on
		}
	}
	return true
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

// lines yields the groups of each instance, one for each solver.
func (g *Groups) lines() iter.Seq[[]*Group] { return slices.Chunk(g.all, max(1, len(g.Solvers))) }
