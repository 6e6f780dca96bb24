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
	query
	opts    Options
	byKey   map[keyed]*Group
	last    *results.Machine // of the last result
	units   []string         // in order of appearance
	names   []string         // the keys of the first result
	seen    map[string]bool  // the keys of options that a result has, and those of the defaults
	foreign bool             // a row is of another program
	single  bool             // the columns are the solvers of one input
	made    tabulation       // with what all tables have in common
}

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// Collect reads the inputs. It returns a [*QueryError] for a mistake in the options. A line that it
// cannot read does not stop it, but becomes one of the faults.
func Collect(opts Options, inputs []results.Input, stdin io.Reader) (*Files, error) {
	f := &Files{opts: opts, byKey: map[keyed]*Group{}, seen: map[string]bool{Defaults().Table: true, "/gomaxprocs": true}}
	f.rows = &results.Rows{}
	col := cmp.Or(opts.Col, ".file")
	if opts.Col == "" && len(inputs) == 1 {
		col, f.seen["/solver"] = "/solver", true
	}
	var err error
	if f.query, err = opts.parse(col); err != nil {
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
		near := ""
		for _, word := range strings.FieldsFunc(opts.Filter, func(r rune) bool { return strings.ContainsRune(` :()"`, r) }) {
			if !slices.Contains(f.names, word) {
				near = cmp.Or(near, spelling.Near(word, f.names))
			}
		}
		return nil, queryf("nothing passes filter %q%s", opts.Filter, near)
	}
	f.Units = benchfmt.UnitMetadataMap(reader.Units())
	return f, f.arrange(inputs[0].Label)
}

// keptResidues is how many different residues a group keeps. They suffice to name a key that varies.
const keptResidues = 4

// take adds a result to its group, if it passes the filter.
func (f *Files) take(e results.Entry) {
	if f.names == nil {
		f.names = namesOf(e.Result)
	}
	f.single = f.single || f.opts.Col == "" && f.keys[2].has("/solver") && e.Solver != nil
	if ok, _ := f.filter.Apply(e.Result); !ok {
		return
	}
	var of [4]benchproc.Key
	for n, k := range f.keys {
		of[n] = k.Project(e.Result)
		for _, field := range k.Fields() {
			if !f.seen[field.Name] && !field.IsTuple && of[n].Get(field) != "" {
				f.seen[field.Name] = true
			}
		}
	}
	row, key := f.rowOf(e), keyed{at: [3]benchproc.Key(of[:])}
	if f.searches && !row.Foreign() {
		key.InstanceID = row.InstanceID()
		if f.bySolver {
			key.Solver = row.Solver
		}
	}
	g := f.byKey[key]
	if g == nil {
		g = &Group{keyed: key, in: &f.Groups}
		f.byKey[key], f.all = g, append(f.all, g)
	}
	residue := f.residue.Project(e.Result)
	if results.Valued(row.Status) && len(g.residue) < keptResidues && !slices.Contains(g.residue, residue) {
		g.residue = append(g.residue, residue)
	}
	g.rows = append(g.rows, int32(f.rows.Len()))
	f.rows.Add(row)
}

// rowOf returns the row of a result, with the values that passed the filter among its costs, as rows of other programs
// have no fields.
func (f *Files) rowOf(e results.Entry) results.Row {
	row := *e.Row
	if row.Foreign() {
		f.foreign, row.Family, row.Name, row.Solver = true, "", "", string(e.Solver)
	}
	if on := results.MachineBy(e.Result, f.machine); f.last == nil || *f.last != on {
		f.last = &on
	}
	row.Machine, row.Costs = f.last, make(results.Costs, 0, len(e.Values))
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

// arrange puts the groups in order: tables, rows and columns by their keys, and units by appearance. A single column
// without a key is the input.
func (f *Files) arrange(input string) error {
	f.Machines = results.DistinctMachines(f.rows.Machines())
	f.made = tabulation{Table: Table{Method: f.opts.Method, Solvers: f.single && f.opts.Row == Defaults().Row, Searches: !f.foreign},
		drifts: !f.foreign && len(f.ends) > 1, test: stats.NewUTest(f.opts.Method)}
	for _, k := range f.keys { // an option may name a key that no result has
		for _, field := range k.Fields() {
			if !f.seen[field.Name] && !field.IsTuple && field.Name[0] != '.' {
				return queryf("%s: no result has the key %s%s", k.flag, field.Name, spelling.Hint(field.Name, slices.Sorted(slices.Values(f.names))))
			}
		}
	}
	tables, rows, cols := f.different(0), f.different(1), f.different(2)
	if len(rows)*len(cols) > mostCells {
		return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: "+
			"choose other keys for rows or columns", len(rows), len(cols), mostCells)
	}
	if err := f.baseFirst(cols); err != nil {
		return err
	}
	place := map[benchproc.Key]int{}
	for _, keys := range [][]benchproc.Key{tables, rows, cols} {
		for n, key := range keys {
			place[key] = n
		}
	}
	for _, key := range rows {
		f.made.labels = append(f.made.labels, shortLabel(key.StringValues()))
	}
	for _, key := range cols {
		f.made.Columns = append(f.made.Columns, key.StringValues())
	}
	if f.opts.Col == "" && f.made.Columns[0] == "" {
		f.made.Columns[0] = input
	}
	for _, g := range f.all {
		g.row, g.col = place[g.at[1]], place[g.at[2]]
		g.seal()
	}
	slices.SortFunc(f.all, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(place[a.at[0]], place[b.at[0]]), cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), a.Compare(b.Search))
	})
	for _, solver := range f.rows.Solvers() {
		for _, classes := range f.classes {
			if v := classes[solver].Version(); v != "" {
				f.Versions = append(f.Versions, solver+": "+v)
			}
		}
	}
	slices.Sort(f.Versions)
	f.Versions = slices.Compact(f.Versions)
	return nil
}

// different returns the different keys of tables, rows or columns in the order of their projection.
func (f *Files) different(n int) (all []benchproc.Key) {
	seen := map[benchproc.Key]bool{}
	for _, g := range f.all {
		if k := g.at[n]; !seen[k] {
			seen[k], all = true, append(all, k)
		}
	}
	benchproc.SortKeys(all)
	return all
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
	var names []string
	for _, key := range cols {
		names = append(names, key.StringValues())
	}
	if base != "" && names[0] != base {
		return queryf("no column %q to compare with%s", base, spelling.Hint(base, names))
	}
	return nil
}

// Tables yields the tables. Each is made when it is asked for.
func (f *Files) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		for from, to := 0, 0; from < len(f.all); from = to {
			key := f.all[from].at[0]
			for to < len(f.all) && f.all[to].at[0] == key {
				to++
			}
			for _, name := range f.units {
				t, known := f.made, results.UnitNamed(name)
				t.unit = results.Unit{Name: name, Form: known.Form, Same: known.Same, Exact: f.Units.GetAssumption(name) == benchmath.AssumeExact}
				t.Config = f.config(key)
				if t.fill(f.all[from:to]); len(t.Rows) == 0 {
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
	on := results.Together(f.rows.Machines())
	all = [][2]string{{"goos", on.OS}, {"goarch", on.Arch}, {"cpu", on.CPU}}
	for _, field := range key.Projection().FlattenedFields() {
		all = append(all, [2]string{field.Name, key.Get(field)})
	}
	return slices.DeleteFunc(all, func(c [2]string) bool { return c[1] == "" || strings.Contains(c[1], results.HostsBetween) })
}
