package compare

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/lazy"
	"xcbench/internal/spelling"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Files has the groups of the results of some files, by the keys of tables, rows and columns. It makes one
// table at a time.
type Files struct {
	Warnings []string // about files with a torn end
	Faults   []string // lines that could not be read
	Versions []string // "SOLVER: VERSION" of the solvers that are other programs
	Machines []string // if there are several, whose times cannot be compared

	Groups
	keys
	opts     Options
	at       map[cellKey]*Group
	last     *results.Machine       // of the last result
	units    []string               // in order of appearance
	names    []string               // the keys of the first result
	foreign  bool                   // a row is of another program
	single   bool                   // the columns are the solvers of one input
	ignored  map[benchproc.Key]bool // the keys of the option ignore
	metadata benchfmt.UnitMetadataMap
	made     tabulation
	tables   []benchproc.Key            // in their order
	of       map[benchproc.Key][]*Group // of each table, by place
}

// cellKey has the keys of a cell, and a search if a cell may have several.
type cellKey struct {
	table, row, col benchproc.Key
	search          results.Search
}

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// Collect reads the inputs. It returns a [*QueryError] for a mistake in the options. A line that it
// cannot read does not stop it, but becomes one of the faults.
func Collect(opts Options, inputs []results.Input, stdin io.Reader) (*Files, error) {
	err := opts.check()
	if err != nil {
		return nil, err
	}
	f := &Files{opts: opts, at: map[cellKey]*Group{}, ignored: map[benchproc.Key]bool{}, of: map[benchproc.Key][]*Group{}}
	f.rows = &results.Rows{}
	if f.keys, err = opts.project(cmp.Or(opts.Col, ".file")); err != nil {
		return nil, err
	}
	var reader results.Reader
	for _, in := range inputs {
		some := false
		for e, err := range reader.Entries(in, stdin) {
			fault, ok := errors.AsType[results.Fault](err)
			switch {
			case ok:
				f.Faults = append(f.Faults, fault.Error())
				continue
			case err != nil:
				return nil, err
			case opts.Col == "" && f.names == nil && len(inputs) == 1 && e.Solver != nil:
				f.single = true
				if f.keys, err = opts.project("/solver"); err != nil {
					return nil, err
				}
			}
			some = true
			f.take(e)
		}
		f.ends, f.classes = append(f.ends, int32(f.rows.Len())), append(f.classes, reader.Classes())
		if reader.Torn() {
			f.Warnings = append(f.Warnings, in.Path()+": the last line is torn, as in a run in progress or an interrupted one")
		}
		switch {
		case some:
		case len(f.Faults) > 0:
			return nil, fmt.Errorf("%s: no results; the first fault: %s", in.Path(), f.Faults[0])
		default:
			return nil, fmt.Errorf("%s: no results, expected Go's benchmark format", in.Path())
		}
	}
	if f.rows.Len() == 0 {
		near := ""
		for _, word := range strings.FieldsFunc(opts.Filter, func(r rune) bool { return strings.ContainsRune(` :()"`, r) }) {
			if !slices.Contains(f.names, word) {
				near = cmp.Or(near, spelling.Near(word, f.names))
			}
		}
		return nil, queryf("nothing passes filter %q%s", opts.Filter, near)
	}
	f.metadata = benchfmt.UnitMetadataMap(reader.Units())
	return f, f.arrange()
}

// keptResidues is how many different residues a group keeps. They suffice to name a key that varies.
const keptResidues = 4

// take adds a result to its group, if it passes the filter.
func (f *Files) take(e results.Entry) {
	if f.names == nil {
		f.names = namesOf(e.Result)
	}
	if ok, _ := f.filter.Apply(e.Result); !ok {
		return
	}
	row := f.rowOf(e)
	key := cellKey{table: f.table.Project(e.Result), row: f.row.Project(e.Result), col: f.col.Project(e.Result)}
	if f.searches && row.Family != "" {
		key.search.InstanceID = row.InstanceID()
		if f.bySolver {
			key.search.Solver = row.Solver
		}
	}
	if f.ignore != nil {
		f.ignored[f.ignore.Project(e.Result)] = true
	}
	g := f.at[key]
	if g == nil {
		g = &Group{Search: key.search, in: &f.Groups}
		f.at[key] = g
	}
	residue := f.residue.Project(e.Result)
	if results.Valued(row.Status) && len(g.residue) < keptResidues && !slices.Contains(g.residue, residue) {
		g.residue = append(g.residue, residue)
	}
	g.rows = append(g.rows, int32(f.rows.Len()))
	f.rows.Add(row)
}

// rowOf returns the row of a result, with all of its values among the costs, as rows of other programs have
// no fields.
func (f *Files) rowOf(e results.Entry) results.Row {
	row := results.Row{Solver: string(e.Solver), Costs: make(results.Costs, 0, len(e.Values))}
	if f.foreign = f.foreign || e.Row.Foreign(); !e.Row.Foreign() {
		row.Family, row.Name, row.Solver, row.Status = e.Row.Family, e.Row.Name, e.Row.Solver, e.Row.Status
	}
	if on := results.MachineBy(e.Result, f.machine); f.last == nil || *f.last != on {
		f.last = &on
	}
	row.Machine = f.last
	for _, v := range e.Values {
		if row.Costs = append(row.Costs, results.Cost{Unit: v.Unit, Value: v.Value}); !slices.Contains(f.units, v.Unit) {
			f.units = append(f.units, v.Unit)
		}
	}
	return row
}

// namesOf returns the keys of a result and its units.
func namesOf(r *benchfmt.Result) (names []string) {
	for _, c := range r.Config {
		names = append(names, c.Key)
	}
	for _, v := range r.Values {
		names = append(names, v.Unit)
	}
	_, parts := r.Name.Parts()
	for _, part := range parts {
		if key, _, ok := strings.Cut(string(part), "="); ok {
			names = append(names, key)
		}
	}
	return names
}

// arrange puts the groups in order: tables, rows and columns by their keys, and units by appearance.
func (f *Files) arrange() error {
	f.Machines, f.Versions = results.DistinctMachines(f.rows.Machines()), f.versions()
	f.made = tabulation{Table: Table{Method: f.opts.Method, Solvers: f.single && f.opts.Row == Defaults().Row, Searches: !f.foreign},
		drifts: !f.foreign && len(f.ends) > 1, test: stats.NewUTest(f.opts.Method)}
	rowAt, colAt := map[benchproc.Key]int{}, map[benchproc.Key]int{}
	for key, g := range f.at {
		f.of[key.table] = append(f.of[key.table], g)
		rowAt[key.row], colAt[key.col] = 0, 0
	}
	var sorted [4][]benchproc.Key
	for k, keys := range []struct {
		flag string
		all  iter.Seq[benchproc.Key]
	}{{"table", maps.Keys(f.of)}, {"row", maps.Keys(rowAt)}, {"col", maps.Keys(colAt)}, {"ignore", maps.Keys(f.ignored)}} {
		var err error
		if sorted[k], err = f.sorted(keys.flag, keys.all); err != nil {
			return err
		}
	}
	rows, cols := sorted[1], sorted[2]
	if len(rows)*len(cols) > mostCells {
		return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: "+
			"choose other keys for rows or columns", len(rows), len(cols), mostCells)
	}
	if err := f.baseFirst(cols); err != nil {
		return err
	}
	for n, key := range rows {
		rowAt[key], f.made.labels = n, append(f.made.labels, shortLabel(key.StringValues()))
	}
	for n, key := range cols {
		colAt[key], f.made.Columns = n, append(f.made.Columns, key.StringValues())
	}
	for key, g := range f.at {
		g.row, g.col = rowAt[key.row], colAt[key.col]
	}
	for _, groups := range f.of {
		slices.SortFunc(groups, func(a, b *Group) int {
			return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), a.Compare(b.Search))
		})
	}
	f.tables = sorted[0]
	return nil
}

// sorted returns the keys of an option in the order of their projection. It is an error if a key that the
// option names has no value in any of them. The default keys need none.
func (f *Files) sorted(flag string, all iter.Seq[benchproc.Key]) ([]benchproc.Key, error) {
	keys := slices.Collect(all)
	if len(keys) == 0 {
		return nil, nil
	}
	benchproc.SortKeys(keys)
	for _, field := range keys[0].Projection().Fields() {
		has := func(k benchproc.Key) bool { return k.Get(field) != "" }
		byDefault := field.Name == Defaults().Table || f.single && field.Name == "/solver"
		if byDefault || field.IsTuple || field.Name[0] == '.' || field.Name == "/gomaxprocs" || slices.ContainsFunc(keys, has) {
			continue
		}
		return nil, queryf("%s: no result has the key %s%s", flag, field.Name, spelling.Hint(field.Name, slices.Sorted(slices.Values(f.names))))
	}
	return keys, nil
}

// baseFirst puts columns in order: the base, the columns named first, and solvers as their classes say.
func (f *Files) baseFirst(cols []benchproc.Key) error {
	base, first := f.opts.Base, f.opts.First
	if base != "" {
		first = append([]string{base}, first...)
	}
	place := func(k benchproc.Key) int {
		name := k.StringValues()
		switch at := slices.Index(first, name); {
		case at >= 0:
			return at - len(first)
		case f.single:
			return cmp.Or(f.classes[0][name].Order, math.MaxInt32)
		}
		return 0
	}
	slices.SortStableFunc(cols, func(a, b benchproc.Key) int { return cmp.Compare(place(a), place(b)) })
	if len(cols) > 0 && base != "" && cols[0].StringValues() != base {
		var labels []string
		for _, key := range cols {
			labels = append(labels, key.StringValues())
		}
		return queryf("no column %q to compare with%s", base, spelling.Hint(base, labels))
	}
	return nil
}

// versions returns "SOLVER: VERSION" of the solvers that are other programs.
func (f *Files) versions() (all []string) {
	for _, solver := range f.rows.Solvers() {
		for _, classes := range f.classes {
			if v := classes[solver].Version(); v != "" {
				all = append(all, solver+": "+v)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Tables yields the tables. Each is made when it is asked for.
func (f *Files) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		for _, key := range f.tables {
			config := f.config(key)
			for _, name := range f.units {
				t, known := f.made, results.Unit{}
				known, _ = results.FindUnit(name)
				t.unit = results.Unit{Name: name, Form: known.Form, Same: known.Same, Exact: f.metadata.GetAssumption(name) == benchmath.AssumeExact}
				t.Config = config
				if t.fill(f.of[key]); len(t.Rows) == 0 {
					continue
				}
				if t.sumUp(); !yield(t.Table) {
					return
				}
			}
		}
	}
}

var ours = lazy.Regexp(`^Solve/family=([^/]+)/inst=([^/ ]+?)(?:/solver=([^/ ]+?))?(?:-1)?$`)

// shortLabel returns the name of a row of xcbench as people write it:
// "Solve/family=queens/inst=8/solver=naive-1" becomes "queens/8 naive". It does not change the
// names of other programs' rows.
func shortLabel(name string) string {
	return strings.TrimSpace(ours().ReplaceAllString(name, "$1/$2 $3"))
}

// config returns the keys and values of a table, after what all machines have in common.
func (f *Files) config(key benchproc.Key) (all [][2]string) {
	add := func(name, value string) {
		if value != "" && !strings.Contains(value, results.HostsBetween) {
			all = append(all, [2]string{name, value})
		}
	}
	on := results.Together(f.rows.Machines())
	add("goos", on.OS)
	add("goarch", on.Arch)
	add("cpu", on.CPU)
	for _, field := range key.Projection().FlattenedFields() {
		add(field.Name, key.Get(field))
	}
	return all
}
