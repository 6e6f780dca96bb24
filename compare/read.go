package compare

import (
	"cmp"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/spelling"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Options select the results of files that are compared, and the method.
type Options struct {
	results.Query // no keys of columns are the solvers of one input, or else the inputs

	// The base is the column that the others are compared with; "" for the first one. The columns of First
	// come before all others, in this order.
	Base  string
	First []string

	stats.Method
}

// Defaults returns the default options of cmp. benchstat makes a table for each value of all
// configuration keys. The default here is one key, because a run records its command and environment
// too: no two runs would be in the same table. All machines are in one table. Their counters are
// compared, and their times are not.
func Defaults() Options {
	return Options{Query: results.Query{Table: "pkg", Row: ".fullname", Filter: "*"}, Method: stats.DefaultMethod}
}

// Files has the groups of the results of some files, by the keys of tables, rows and columns. It makes one
// table at a time.
type Files struct {
	Versions []string // "SOLVER: VERSION" of the solvers that are other programs
	Machines []string // if there are several, whose times cannot be compared

	Groups
	byPlace map[results.Place]*Group
	units   []string   // in order of appearance
	tables  [][]*Group // sorted by row, column and search
	made    Table      // with what all tables have in common
}

// Collect reads the inputs, as [results.Query.Read] does. It returns a [*results.FilterError] for a mistake in the options.
func Collect(opts Options, inputs []results.Input, stdin io.Reader) (*Files, error) {
	single := opts.Col == "" && len(inputs) == 1
	opts.Col = cmp.Or(opts.Col, map[bool]string{true: "/solver", false: ".file"}[single])
	switch {
	case !(opts.Alpha >= 0 && opts.Alpha <= 1):
		return nil, results.Queryf("alpha %v, expected 0 to 1", opts.Alpha)
	case !(opts.Confidence >= 0 && opts.Confidence < 1):
		return nil, results.Queryf("confidence %v, expected 0 or more, and less than 1", opts.Confidence)
	}
	f := &Files{byPlace: map[results.Place]*Group{}}
	var err error
	if f.Sources, err = opts.Read(inputs, stdin, f.take); err != nil {
		return nil, err
	}
	return f, f.arrange(opts, single, inputs[0].Label)
}

// take adds a result to its group.
func (f *Files) take(e results.Keyed) {
	for _, v := range e.Values {
		if !slices.Contains(f.units, v.Unit) {
			f.units = append(f.units, v.Unit)
		}
	}
	g := f.byPlace[e.Place]
	if g == nil {
		g = &Group{Place: e.Place, in: &f.Groups}
		f.byPlace[e.Place], f.all = g, append(f.all, g)
	}
	if results.Valued(e.Row.Status) && !slices.Contains(g.residues, e.Residue) {
		g.residues = append(g.residues[:min(1, len(g.residues))], e.Residue)
	}
	g.rows = append(g.rows, int32(f.rows.Len()))
	f.rows.Add(*e.Row)
}

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// arrange puts the groups in order: tables, rows and columns by their keys, and units by appearance. A single column
// without a key is the input.
func (f *Files) arrange(opts Options, single bool, input string) error {
	f.made = newTable(results.Unit{}, opts.Method)
	f.made.Searches = !slices.Contains(f.rows.Statuses(), "")
	f.made.drifts = f.made.Searches && len(f.Ends) > 1
	place, names := map[benchproc.Key]int{}, [3][]string{}
	for k, text := range []string{opts.Table, opts.Row, opts.Col} {
		of := map[benchproc.Key]bool{}
		for _, g := range f.all {
			of[g.At[k]] = true
		}
		keys := slices.Collect(maps.Keys(of))
		if benchproc.SortKeys(keys); k == 2 {
			f.order(keys, opts, single)
		}
		for n, key := range keys {
			place[key], names[k] = n, append(names[k], results.ShortName(key.StringValues()))
		}
		if none := len(keys) == 1 && strings.TrimSpace(names[k][0]) == ""; none && single && k == 2 {
			names[k][0], single = input, false
		} else if none && text != "" && text != Defaults().Table {
			return results.Queryf("%s: no result has the key %s", results.QueryFlags[k+1], text)
		}
	}
	rows, cols := names[1], names[2]
	f.made.Columns, f.made.Solvers = cols, single && opts.Row == Defaults().Row
	if base := opts.Base; base != "" && cols[0] != base {
		return results.Queryf("no column %q to compare with%s", base, spelling.Hint(base, cols))
	}
	if len(rows)*len(cols) > mostCells {
		return results.Queryf("a table of %d rows and %d columns is too large, expected at most %d cells: choose other keys for rows or columns",
			len(rows), len(cols), mostCells)
	}
	f.tables = make([][]*Group, len(names[0]))
	for _, g := range f.all {
		table := &f.tables[place[g.At[0]]]
		*table = append(*table, g)
		g.row, g.col = place[g.At[1]], place[g.At[2]]
		g.label = rows[g.row]
		g.seal()
		g.family = cmp.Or(g.family, " "+g.label) // a row of another program is a family of its own
	}
	for _, some := range f.tables {
		slices.SortFunc(some, func(a, b *Group) int {
			return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), a.Compare(b.Search))
		})
	}
	f.Machines = results.DistinctMachines(f.rows.Machines())
	f.Versions = results.Versions(f.rows.Solvers(), f.Classes)
	return nil
}

// order puts columns in order: the base, the columns named first, and solvers as their classes say.
func (f *Files) order(cols []benchproc.Key, opts Options, single bool) {
	first := append([]string{opts.Base}, opts.First...)
	place := func(k benchproc.Key) int {
		name := k.StringValues()
		switch at := slices.Index(first, name); {
		case at >= 0 && name != "":
			return at - len(first)
		case single:
			return cmp.Or(f.Classes[0][name].Order, math.MaxInt32)
		}
		return 0
	}
	slices.SortStableFunc(cols, func(a, b benchproc.Key) int { return cmp.Compare(place(a), place(b)) })
}

// Tables yields the tables. Each is made when it is asked for.
func (f *Files) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		for _, some := range f.tables {
			for _, name := range f.units {
				t := f.made
				t.unit = results.UnitNamed(name)
				t.unit.Exact = f.Units.GetAssumption(name) == benchmath.AssumeExact
				t.Config = results.Common(f.rows.Machines(), some[0].At[0])
				if t.fill(some); len(t.Rows) == 0 {
					continue
				}
				if t.sumUp(); !yield(t) {
					return
				}
			}
		}
	}
}
