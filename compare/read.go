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
	on       map[results.Machine]*results.Machine
	units    []string // in order of appearance
	results  int
	names    []string                        // the keys of the first result
	foreign  bool                            // a row is of another program
	single   bool                            // the columns are the solvers of one input
	countsOf map[benchproc.Key]benchproc.Key // of a table's key: that of its counters
	ignored  map[benchproc.Key]bool          // the keys of the option ignore
	metadata benchfmt.UnitMetadataMap
	made     tabulation
	parts    []part
}

// cellKey has the keys of a cell, and a search if a cell may have several.
type cellKey struct {
	table, row, col benchproc.Key
	search          results.Search
}

// part has the groups of one table, by place. Several tables may have the same groups of counters: the first
// table shows them.
type part struct {
	config, countsConfig [][2]string
	times, counts        []*Group
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
	f := &Files{opts: opts, at: map[cellKey]*Group{}, on: map[results.Machine]*results.Machine{},
		countsOf: map[benchproc.Key]benchproc.Key{}, ignored: map[benchproc.Key]bool{}}
	f.rows = &results.Rows{}
	if f.keys, err = opts.project(cmp.Or(opts.Col, ".file")); err != nil {
		return nil, err
	}
	var reader results.Reader
	for _, in := range inputs {
		before := f.results
		for e, err := range reader.Entries(in, stdin) {
			fault, ok := errors.AsType[results.Fault](err)
			switch {
			case ok:
				f.Faults = append(f.Faults, fault.Error())
				continue
			case err != nil:
				return nil, err
			case opts.Col == "" && f.results == 0 && len(inputs) == 1 && e.Solver != nil:
				f.single = true
				if f.keys, err = opts.project("/solver"); err != nil {
					return nil, err
				}
			}
			f.take(e)
		}
		f.ends, f.classes = append(f.ends, int32(f.rows.Len())), append(f.classes, reader.Classes())
		if reader.Torn() {
			f.Warnings = append(f.Warnings, in.Path()+": the last line is torn, as in a run in progress or an interrupted one")
		}
		switch {
		case f.results > before:
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

// inSeconds are units of times that benchfmt does not convert.
var inSeconds = map[string]float64{"us/op": 1e-6, "µs/op": 1e-6, "ms/op": 1e-3}

// take adds a result, unless one of its values is invalid.
func (f *Files) take(e results.Entry) {
	for k, v := range e.Values {
		if factor, ok := inSeconds[v.Unit]; ok {
			e.Values[k] = benchfmt.Value{Value: v.Value * factor, Unit: results.Seconds, OrigValue: v.Value, OrigUnit: v.Unit}
		}
		fault := ""
		switch {
		case math.IsNaN(v.Value) || math.IsInf(v.Value, 0):
			fault = fmt.Sprintf("the value in %s is %v, expected a finite number", v.Unit, v.Value)
		case slices.ContainsFunc(e.Values[:k], func(other benchfmt.Value) bool { return other.Unit == v.Unit }):
			fault = fmt.Sprintf("two values in %s, expected one", v.Unit)
		}
		if fault != "" {
			file, line := e.Pos()
			f.Faults = append(f.Faults, fmt.Sprintf("%s:%d: %s", file, line, fault))
			return
		}
	}
	if f.results++; f.names == nil {
		f.names = namesOf(e.Result)
	}
	if ok, _ := f.filter.Apply(e.Result); !ok {
		return
	}
	row := f.rowOf(e)
	key := cellKey{row: f.row.Project(e.Result), col: f.col.Project(e.Result)}
	if f.searches && row.Family != "" {
		key.search.InstanceID = row.InstanceID()
		if f.bySolver {
			key.search.Solver = row.Solver
		}
	}
	residue, n := f.residue.Project(e.Result), int32(f.rows.Len())
	f.rows.Add(row)
	if f.ignore != nil {
		f.ignored[f.ignore.Project(e.Result)] = true
	}
	table, counts := f.table.Project(e.Result), f.counts.Project(e.Result)
	f.countsOf[table] = counts
	for _, key.table = range slices.Compact([]benchproc.Key{table, counts}) {
		g := f.at[key]
		if g == nil {
			g = &Group{Search: key.search, in: &f.Groups}
			f.at[key] = g
		}
		if results.Valued(row.Status) && len(g.residue) < keptResidues && !slices.Contains(g.residue, residue) {
			g.residue = append(g.residue, residue)
		}
		g.rows = append(g.rows, n)
	}
}

// rowOf returns the row of a result, with all of its values among the costs, as rows of other programs have
// no fields.
func (f *Files) rowOf(e results.Entry) results.Row {
	row := results.Row{Solver: string(e.Solver), Costs: make(results.Costs, 0, len(e.Values))}
	if e.Row != nil { // the key "status" of other programs may mean anything
		row.Family, row.Name, row.Solver, row.Status = e.Row.Family, e.Row.Name, e.Row.Solver, e.Row.Status
	}
	f.foreign = f.foreign || e.Row == nil
	on := results.MachineBy(e.Result, f.machine)
	if f.on[on] == nil {
		f.on[on] = &on
	}
	row.Machine = f.on[on]
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
		drifts: !f.foreign && len(f.ends) > 1}
	rows, cols := map[benchproc.Key]bool{}, map[benchproc.Key]bool{}
	for k := range f.at {
		rows[k.row], cols[k.col] = true, true
	}
	var sorted [4][]benchproc.Key
	for k, keys := range []struct {
		flag, named string
		all         iter.Seq[benchproc.Key]
	}{
		{"table", strings.TrimPrefix(f.opts.Table, Defaults().Table), maps.Keys(f.countsOf)},
		{"row", f.opts.Row, maps.Keys(rows)}, {"col", f.opts.Col, maps.Keys(cols)}, {"ignore", f.opts.Ignore, maps.Keys(f.ignored)},
	} {
		var err error
		if sorted[k], err = f.sorted(keys.flag, keys.named, keys.all); err != nil {
			return err
		}
	}
	of, byRow, byCol := sorted[0], sorted[1], sorted[2]
	if len(byRow)*len(byCol) > mostCells {
		return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: "+
			"choose other keys for rows or columns", len(byRow), len(byCol), mostCells)
	}
	if err := f.baseFirst(byCol); err != nil {
		return err
	}
	rowAt, colAt := map[benchproc.Key]int{}, map[benchproc.Key]int{}
	for n, key := range byRow {
		rowAt[key], f.made.labels = n, append(f.made.labels, shortLabel(key.StringValues()))
	}
	for n, key := range byCol {
		colAt[key], f.made.Columns = n, append(f.made.Columns, key.StringValues())
	}
	groups := map[benchproc.Key][]*Group{}
	for key, g := range f.at {
		g.row, g.col = rowAt[key.row], colAt[key.col]
		groups[key.table] = append(groups[key.table], g)
	}
	for _, all := range groups {
		slices.SortFunc(all, func(a, b *Group) int {
			return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), a.Compare(b.Search))
		})
	}
	shown := map[benchproc.Key]int{}
	for _, key := range of {
		p, counts := part{config: config(key), times: groups[key]}, f.countsOf[key]
		at, ok := shown[counts]
		if !ok {
			at, shown[counts] = len(f.parts), len(f.parts)
			p.countsConfig, p.counts = p.config, groups[counts]
		}
		f.parts = append(f.parts, p)
		first := &f.parts[at]
		first.countsConfig = slices.DeleteFunc(slices.Clone(first.countsConfig), func(c [2]string) bool { return !slices.Contains(p.config, c) })
	}
	return nil
}

// sorted returns the keys of an option in the order of their projection. It is an error if a key that the
// option names has no value in any of them.
func (f *Files) sorted(flag, named string, all iter.Seq[benchproc.Key]) ([]benchproc.Key, error) {
	keys := slices.Collect(all)
	if len(keys) == 0 {
		return nil, nil
	}
	benchproc.SortKeys(keys)
	for _, field := range keys[0].Projection().Fields() {
		has := func(k benchproc.Key) bool { return k.Get(field) != "" }
		if named == "" || field.IsTuple || field.Name[0] == '.' || field.Name == "/gomaxprocs" || slices.ContainsFunc(keys, has) {
			continue
		}
		return nil, queryf("%s: no result has the key %s%s", flag, field.Name, spelling.Hint(field.Name, slices.Sorted(slices.Values(f.names))))
	}
	return keys, nil
}

// baseFirst puts columns in order: the base, the columns named first, and solvers as their classes say.
func (f *Files) baseFirst(cols []benchproc.Key) error {
	first := f.opts.First
	if f.opts.Base != "" {
		first = append([]string{f.opts.Base}, first...)
	}
	at := func(k benchproc.Key) uint { return uint(slices.Index(first, k.StringValues())) } // -1 is the greatest
	order := func(k benchproc.Key) int {
		if !f.single {
			return 0
		}
		return cmp.Or(f.classes[0][k.StringValues()].Order, math.MaxInt32)
	}
	slices.SortStableFunc(cols, func(a, b benchproc.Key) int {
		return cmp.Or(cmp.Compare(at(a), at(b)), cmp.Compare(order(a), order(b)))
	})
	var labels []string
	for _, key := range cols {
		labels = append(labels, key.StringValues())
	}
	if f.opts.Base != "" && !slices.Contains(labels, f.opts.Base) {
		return queryf("no column %q to compare with%s", f.opts.Base, spelling.Hint(f.opts.Base, labels))
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
		test := stats.NewUTest(f.opts.Method)
		for _, p := range f.parts {
			for _, name := range f.units {
				t, known := f.made, results.Unit{}
				known, _ = results.FindUnit(name)
				t.unit = results.Unit{Name: name, Form: known.Form, Same: known.Same, Exact: f.metadata.GetAssumption(name) == benchmath.AssumeExact}
				t.test, t.Config = test, p.config
				groups := p.times
				if t.unit.Exact {
					t.Config, groups = p.countsConfig, p.counts
				}
				if t.fill(groups); len(t.Rows) == 0 {
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

// config returns the keys and values of a table.
func config(key benchproc.Key) (all [][2]string) {
	for _, f := range key.Projection().FlattenedFields() {
		if v := key.Get(f); v != "" {
			all = append(all, [2]string{f.Name, v})
		}
	}
	return all
}
