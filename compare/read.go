package compare

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/lazy"
	"xcbench/internal/spelling"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Options select the results of files that are compared, and the method. Keys and filters are in
// the language of benchproc: see "go doc golang.org/x/perf/benchproc/syntax".
type Options struct {
	Table, Row string // keys of tables and rows
	Col        string // keys of columns; "" for the solvers of one input, or else for the inputs
	Filter     string // the results to compare
	Ignore     string // keys in which the samples of a cell may vary

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
	return Options{Table: "pkg", Row: ".fullname", Filter: "*", Method: stats.DefaultMethod}
}

// QueryError reports a filter or a choice of keys that is invalid, or that matches nothing.
type QueryError struct{ error }

func queryf(format string, args ...any) error { return &QueryError{fmt.Errorf(format, args...)} }

// Files has the groups of the results of some files, by the keys of tables, rows and columns. It makes one
// table at a time.
type Files struct {
	Warnings []string // about files with a torn end
	Faults   []string // lines that could not be read
	Versions []string // "SOLVER: VERSION" of the solvers that are other programs
	Machines []string // if there are several, whose times cannot be compared

	Groups
	opts     Options
	filter   *benchproc.Filter
	keys     []*benchproc.Projection // of tables, rows and columns, those that are ignored, and all others
	instance bool                    // a cell may have several instances
	solver   bool                    // a cell may have several solvers
	machine  []string                // the keys that tell machines apart: those that no option names
	byKey    map[keyed]*Group
	on       *results.Machine // of the last result
	units    []string         // in order of appearance
	tables   [][]*Group       // sorted by row, column and search
	made     Table            // with what all tables have in common
}

// flags are the names of the keys in Files.
var flags = [...]string{"table", "row", "col", "ignore"}

// parse sets the projections of the options, and the places of columns.
func (f *Files) parse() (err error) {
	o := f.opts
	switch {
	case !(o.Alpha >= 0 && o.Alpha <= 1):
		return queryf("alpha %v, expected 0 to 1", o.Alpha)
	case !(o.Confidence >= 0 && o.Confidence < 1):
		return queryf("confidence %v, expected 0 or more, and less than 1", o.Confidence)
	}
	syntax := func(flag, text string, e error) error { // further lines of a syntax error point at the place
		first, _, _ := strings.Cut(strings.TrimPrefix(e.Error(), "syntax error: "), "\n")
		return queryf("%s %q: %s", flag, text, first)
	}
	if f.filter, err = benchproc.NewFilter(o.Filter); err != nil {
		return syntax("filter", o.Filter, err)
	}
	var parser benchproc.ProjectionParser
	named := map[string]int{} // bit k says that flag k has the key
	for k, text := range []string{o.Table, o.Row, o.Col, o.Ignore} {
		keys, err := parser.Parse(text, f.filter)
		if err != nil {
			return syntax(flags[k], text, err)
		}
		f.keys = append(f.keys, keys)
		for _, field := range keys.Fields() {
			named[field.Name] |= 1 << k
		}
	}
	parser.Parse("status,solutions", f.filter) // they belong to a value, and are no residue
	f.keys = append(f.keys, parser.Residue())
	byColumn := func(key string) bool { return named[key]>>2&1 == 1 }
	f.instance = !slices.ContainsFunc([]string{"/inst", "/family", ".fullname"}, byColumn)
	f.solver = !slices.ContainsFunc([]string{"/solver", "rule", "counter", ".name"}, byColumn)
	f.machine = slices.DeleteFunc(slices.Clone(results.MachineKeys), func(key string) bool {
		return named[key] > 0 // a comparison by host compares the times of hosts on purpose
	})
	return nil
}

// Collect reads the inputs. It returns a [*QueryError] for a mistake in the options. A line that it
// cannot read does not stop it, but becomes one of the faults.
func Collect(opts Options, inputs []results.Input, stdin io.Reader) (*Files, error) {
	single := opts.Col == "" && len(inputs) == 1
	opts.Col = cmp.Or(opts.Col, map[bool]string{true: "/solver", false: ".file"}[single])
	f := &Files{opts: opts, byKey: map[keyed]*Group{}}
	if err := f.parse(); err != nil {
		return nil, err
	}
	var reader results.Reader
	for _, in := range inputs {
		none := fmt.Errorf("%s: no results, expected Go's benchmark format", in.Path())
		for e, err := range reader.Entries(in, stdin) {
			if fault, ok := errors.AsType[results.Fault](err); ok {
				if f.Faults = append(f.Faults, fault.Error()); none != nil {
					none = fmt.Errorf("%s: no results; the first fault: %s", in.Path(), f.Faults[0])
				}
				continue
			}
			if none = err; err != nil {
				break
			}
			f.take(e)
		}
		if none != nil {
			return nil, none
		}
		f.ends, f.classes = append(f.ends, int32(f.rows.Len())), append(f.classes, reader.Classes())
		if reader.Torn() {
			f.Warnings = append(f.Warnings, in.Path()+": the last line is torn, as in a run in progress or an interrupted one")
		}
	}
	if f.rows.Len() == 0 {
		return nil, queryf("nothing passes filter %q", opts.Filter)
	}
	f.Units = reader.Units()
	return f, f.arrange(single, inputs[0].Label)
}

// take adds a result to its group, if it passes the filter.
func (f *Files) take(e results.Entry) {
	if ok, _ := f.filter.Apply(e.Result); !ok {
		return
	}
	row := *e.Row
	if row.Foreign() {
		row.Family, row.Solver = "", string(e.Solver)
	}
	if on := results.MachineBy(e.Result, f.machine); f.on == nil || *f.on != on {
		f.on = &on
	}
	row.Machine = f.on
	for _, v := range e.Values {
		if !slices.Contains(f.units, v.Unit) {
			f.units = append(f.units, v.Unit)
		}
	}
	var key keyed
	for k := range key.at {
		key.at[k] = f.keys[k].Project(e.Result)
	}
	if f.instance && !row.Foreign() {
		key.InstanceID = row.InstanceID()
		if f.solver {
			key.Solver = row.Solver
		}
	}
	g := f.byKey[key]
	if g == nil {
		g = &Group{keyed: key, in: &f.Groups}
		f.byKey[key], f.all = g, append(f.all, g)
	}
	if residue := f.keys[len(f.keys)-1].Project(e.Result); results.Valued(row.Status) && !slices.Contains(g.residues, residue) {
		g.residues = append(g.residues[:min(1, len(g.residues))], residue)
	}
	g.rows = append(g.rows, int32(f.rows.Len()))
	f.rows.Add(row)
}

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// arrange puts the groups in order: tables, rows and columns by their keys, and units by appearance. A single column
// without a key is the input.
func (f *Files) arrange(single bool, input string) error {
	f.made = newTable(results.Unit{}, f.opts.Method)
	f.made.Searches = !slices.Contains(f.rows.Statuses(), "")
	f.made.drifts = f.made.Searches && len(f.ends) > 1
	place, names := map[benchproc.Key]int{}, [3][]string{}
	for k, text := range []string{f.opts.Table, f.opts.Row, f.opts.Col} {
		var keys []benchproc.Key
		for _, g := range f.all {
			if _, seen := place[g.at[k]]; !seen {
				place[g.at[k]], keys = 0, append(keys, g.at[k])
			}
		}
		if benchproc.SortKeys(keys); k == 2 {
			f.order(keys, single)
		}
		for n, key := range keys {
			place[key], names[k] = n, append(names[k], shortLabel(key.StringValues()))
		}
		if none := len(keys) == 1 && strings.TrimSpace(names[k][0]) == ""; none && single && k == 2 {
			names[k][0], single = input, false
		} else if none && text != "" && text != Defaults().Table {
			return queryf("%s: no result has the key %s", flags[k], text)
		}
	}
	rows, cols := names[1], names[2]
	f.made.Columns, f.made.Solvers = cols, single && f.opts.Row == Defaults().Row
	if base := f.opts.Base; base != "" && cols[0] != base {
		return queryf("no column %q to compare with%s", base, spelling.Hint(base, cols))
	}
	if len(rows)*len(cols) > mostCells {
		return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: choose other keys for rows or columns",
			len(rows), len(cols), mostCells)
	}
	f.tables = make([][]*Group, len(names[0]))
	for _, g := range f.all {
		g.row, g.col, g.label = place[g.at[1]], place[g.at[2]], rows[place[g.at[1]]]
		f.tables[place[g.at[0]]] = append(f.tables[place[g.at[0]]], g)
		g.seal()
		g.family = cmp.Or(g.family, " "+g.label) // a row of another program is a family of its own
	}
	for _, some := range f.tables {
		slices.SortFunc(some, func(a, b *Group) int {
			return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), a.Compare(b.Search))
		})
	}
	f.Machines = results.DistinctMachines(f.rows.Machines())
	for _, classes := range f.classes {
		for _, solver := range f.rows.Solvers() {
			if v := classes[solver].Version(); v != "" {
				f.Versions = append(f.Versions, solver+": "+v)
			}
		}
	}
	slices.Sort(f.Versions)
	f.Versions = slices.Compact(f.Versions)
	return nil
}

// order puts columns in order: the base, the columns named first, and solvers as their classes say.
func (f *Files) order(cols []benchproc.Key, single bool) {
	first := append([]string{f.opts.Base}, f.opts.First...)
	place := func(k benchproc.Key) int {
		name := k.StringValues()
		switch at := slices.Index(first, name); {
		case at >= 0 && name != "":
			return at - len(first)
		case single:
			return cmp.Or(f.classes[0][name].Order, math.MaxInt32)
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
				t.Config = f.config(some[0].at[0])
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

var ours = lazy.Regexp(`^Solve/family=([^/]+)/inst=([^/ ]+?)(?:/solver=([^/ ]+?))?(?:-1)?$`)

// shortLabel returns the name of a row or column of xcbench as people write it:
// "Solve/family=queens/inst=8/solver=naive-1" becomes "queens/8 naive". It does not change the
// names of other programs' rows.
func shortLabel(name string) string {
	return strings.TrimSpace(ours().ReplaceAllString(name, "$1/$2 $3"))
}

// config returns the keys and values of a table, after what all machines have in common.
func (f *Files) config(key benchproc.Key) (all [][2]string) {
	on := results.Together(f.rows.Machines())
	all = [][2]string{{"goos", on.OS}, {"goarch", on.Arch}, {"cpu", on.CPU}}
	for _, field := range key.Projection().FlattenedFields() {
		all = append(all, [2]string{field.Name, key.Get(field)})
	}
	return slices.DeleteFunc(all, func(c [2]string) bool { return c[1] == "" || strings.Contains(c[1], results.HostsBetween) })
}
