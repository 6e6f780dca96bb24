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
	parts    []*part
}

// cellKey has the keys of a cell, and a search if a cell may have several.
type cellKey struct {
	table, row, col benchproc.Key
	search          results.Search
}

// part has the groups of one table, by place.
type part struct {
	config [][2]string
	groups []placed
	counts *part // the groups of counters; nil if an earlier part shows them
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
	f.rows, f.costs = &results.Rows{}, true
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
			if near == "" && !slices.Contains(f.names, word) {
				near = spelling.Near(word, f.names)
			}
		}
		return nil, queryf("nothing passes filter %q%s", opts.Filter, near)
	}
	f.metadata = benchfmt.UnitMetadataMap(reader.Units())
	if err := f.arrange(); err != nil {
		return nil, err
	}
	return f, nil
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
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			file, line := e.Pos()
			f.Faults = append(f.Faults, fmt.Sprintf("%s:%d: the value in %s is %v, expected a finite number", file, line, v.Unit, v.Value))
			return
		}
	}
	if f.results++; f.names == nil {
		for _, c := range e.Config {
			f.names = append(f.names, c.Key)
		}
		for _, v := range e.Values {
			f.names = append(f.names, v.Unit)
		}
		_, parts := e.Name.Parts()
		for _, part := range parts {
			if key, _, ok := strings.Cut(string(part), "="); ok {
				f.names = append(f.names, key)
			}
		}
	}
	if ok, _ := f.filter.Apply(e.Result); !ok {
		return
	}
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
			g = &Group{in: &f.Groups}
			f.at[key] = g
		}
		if results.Valued(row.Status) && len(g.residue) < keptResidues && !slices.Contains(g.residue, residue) {
			g.residue = append(g.residue, residue)
		}
		g.rows = append(g.rows, n)
	}
}

// arrange puts the groups in order: tables, rows and columns by their keys, and units by appearance.
func (f *Files) arrange() error {
	f.Machines, f.Versions = results.DistinctMachines(f.rows.Machines()), f.versions()
	f.made = tabulation{Table: Table{Method: f.opts.Method, Solvers: f.single && f.opts.Row == Defaults().Row, Searches: !f.foreign},
		drifts: !f.foreign && len(f.ends) > 1}
	tables, rows, cols := map[benchproc.Key]bool{}, map[benchproc.Key]bool{}, map[benchproc.Key]bool{}
	for k := range f.at {
		rows[k.row], cols[k.col] = true, true
	}
	for k := range f.countsOf {
		tables[k] = true
	}
	of, err := f.sorted("table", strings.TrimPrefix(f.opts.Table, Defaults().Table), tables)
	if err != nil {
		return err
	}
	byRow, err := f.sorted("row", f.opts.Row, rows)
	if err != nil {
		return err
	}
	byCol, err := f.sorted("col", f.opts.Col, cols)
	if err != nil {
		return err
	}
	if len(f.ignored) > 0 {
		if _, err := f.sorted("ignore", f.opts.Ignore, f.ignored); err != nil {
			return err
		}
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
	parts := map[benchproc.Key]*part{}
	for key, g := range f.at {
		if parts[key.table] == nil {
			parts[key.table] = &part{}
		}
		p := parts[key.table]
		p.groups = append(p.groups, placed{place{rowAt[key.row], colAt[key.col], key.search}, g})
	}
	shown := map[*part]bool{}
	for _, key := range of {
		p, counts := parts[key], parts[f.countsOf[key]]
		p.config = config(key)
		if !shown[counts] {
			p.counts, counts.config = counts, p.config
		}
		shown[counts] = true
		counts.config = slices.DeleteFunc(slices.Clone(counts.config), func(c [2]string) bool { return !slices.Contains(p.config, c) })
		f.parts = append(f.parts, p)
	}
	for _, p := range parts {
		if err := p.sort(); err != nil {
			return err
		}
	}
	return nil
}

// sorted returns the keys of an option in the order of their projection. It is an error if a key that the
// option names has no value in any of them.
func (f *Files) sorted(flag, named string, all map[benchproc.Key]bool) ([]benchproc.Key, error) {
	keys := slices.Collect(maps.Keys(all))
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
	if f.single {
		order := func(k benchproc.Key) int { return cmp.Or(f.classes[0][k.StringValues()].Order, math.MaxInt32) }
		slices.SortStableFunc(cols, func(a, b benchproc.Key) int { return cmp.Compare(order(a), order(b)) })
	}
	first := f.opts.First
	if f.opts.Base != "" {
		first = append([]string{f.opts.Base}, first...)
	}
	var labels []string
	for _, key := range cols {
		labels = append(labels, key.StringValues())
	}
	if f.opts.Base != "" && !slices.Contains(labels, f.opts.Base) {
		return queryf("no column %q to compare with%s", f.opts.Base, spelling.Hint(f.opts.Base, labels))
	}
	at := func(k benchproc.Key) uint { return uint(slices.Index(first, k.StringValues())) } // -1 is the greatest
	slices.SortStableFunc(cols, func(a, b benchproc.Key) int { return cmp.Compare(at(a), at(b)) })
	return nil
}

// sort sorts the groups by place. It returns an error if the table is too large.
func (p *part) sort() error {
	rows, cols := map[int]bool{}, map[int]bool{}
	for _, g := range p.groups {
		rows[g.row], cols[g.col] = true, true
	}
	slices.SortFunc(p.groups, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), a.search.Compare(b.search))
	})
	if int64(len(rows))*int64(len(cols)) > mostCells {
		return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: "+
			"choose other keys for rows or columns", len(rows), len(cols), mostCells)
	}
	return nil
}

// versions returns "SOLVER: VERSION" of the solvers that are other programs.
func (f *Files) versions() []string {
	all := map[string]bool{}
	for _, solver := range f.rows.Solvers() {
		for _, classes := range f.classes {
			if v := classes[solver].Version(); v != "" {
				all[solver+": "+v] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Tables yields the tables. Each is made when it is asked for.
func (f *Files) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		test := stats.NewUTest(f.opts.Method)
		for _, p := range f.parts {
			for _, name := range f.units {
				t, in := f.made, p
				t.unit, _ = results.FindUnit(name)
				t.unit.Name, t.unit.Exact, t.test = name, f.metadata.GetAssumption(name) == benchmath.AssumeExact, test
				if t.unit.Exact {
					in = p.counts
				}
				if in == nil {
					continue
				}
				t.Config = in.config
				if t.fill(in.groups); len(t.Rows) > 0 && !yield(t.Table) {
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
