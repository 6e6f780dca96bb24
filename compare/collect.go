package compare

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/spelling"
	"xcbench/results"
)

// Collect reads the inputs. It returns a [*QueryError] for a mistake in the options. A line that it
// cannot read does not stop it, but becomes one of the collection's faults.
func Collect(opts Options, inputs []results.Input, stdin io.Reader) (*Collection, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	col := cmp.Or(opts.Col, ".file")
	c, err := newCollector(opts, col)
	if err != nil {
		return nil, err
	}
	var faults, warnings []string
	var reader results.Reader
	for _, in := range inputs {
		n := 0
		for e, err := range reader.Entries(in, stdin) {
			fault, ok := errors.AsType[results.Fault](err)
			if err != nil && !ok {
				return nil, err
			}
			if ok {
				faults = append(faults, fault.Error())
				continue
			}
			if n++; opts.Col == "" && c.results == 0 && len(inputs) == 1 && e.Solver != nil {
				if c, err = newCollector(opts, "/solver"); err != nil {
					return nil, err
				}
				c.solvers = true
			}
			if err := c.take(e); err != nil {
				faults = append(faults, err.Error())
			}
		}
		c.ends, c.classes = append(c.ends, int32(c.rows.Len())), append(c.classes, reader.Classes())
		if reader.Torn() {
			warnings = append(warnings, in.Path()+": the last line is torn, as in a run in progress or an interrupted one")
		}
		if n == 0 {
			why := ", expected Go's benchmark format"
			if len(faults) > 0 {
				why = "; the first fault: " + faults[0]
			}
			return nil, fmt.Errorf("%s: no results%s", in.Path(), why)
		}
	}
	unknown := c.words.unknown()
	switch {
	case c.results == 0 && len(faults) > 0:
		return nil, fmt.Errorf("no result could be read; the first fault: %s", faults[0])
	case c.rows.Len() == 0 && len(unknown) > 0:
		return nil, queryf("nothing passes filter %q: %s", opts.Filter, unknown[0])
	case c.rows.Len() == 0:
		return nil, queryf("nothing passes filter %q", opts.Filter)
	}
	if err := c.knownKeys(opts); err != nil {
		return nil, err
	}
	d, err := c.collection(opts, benchfmt.UnitMetadataMap(reader.Units()))
	if err != nil {
		return nil, err
	}
	d.Warnings, d.Faults = append(unknown, warnings...), faults
	return d, d.checkSize()
}

// collector sorts results of files into groups as they are read.
type collector struct {
	Groups
	filter          *benchproc.Filter
	table, row, col *benchproc.Projection
	ignore          *benchproc.Projection
	residue         *benchproc.Projection // the keys that no other projection has
	machineKeys     []string              // the keys that tell machines apart
	on              map[results.Machine]*results.Machine
	at              map[cellKey]*Group
	units           []string // in order of appearance
	results         int
	foreign         bool // a row is of another program
	solvers         bool // the columns are the solvers of one input
	pairs, bySolver bool // members of a cell are told apart, by solver too
	members         map[results.Search]int
	words           vocabulary
}

// cellKey has the keys of a cell, and the number of a member of it.
type cellKey struct {
	table, row, col benchproc.Key
	member          int
}

func newCollector(opts Options, col string) (*collector, error) {
	c := &collector{at: map[cellKey]*Group{}, on: map[results.Machine]*results.Machine{}, members: map[results.Search]int{}}
	c.rows, c.costs = &results.Rows{}, true
	names := func(keys ...string) bool { return namesAny(col, keys...) }
	c.pairs = opts.Row != Defaults().Row && !names("/inst", "/family", ".fullname")
	c.bySolver = !names("/solver", "rule", "counter", ".name")
	c.words = newVocabulary(opts.Filter)
	var err error
	if c.filter, err = benchproc.NewFilter(opts.Filter); err != nil {
		return nil, queryf("filter %q: %s", opts.Filter, cause(err))
	}
	var parser benchproc.ProjectionParser
	parse := func(flag, keys string) *benchproc.Projection {
		p, e := parser.Parse(keys, c.filter)
		if e != nil && err == nil {
			err = queryf("%s %q: %s", flag, keys, cause(e))
		}
		return p
	}
	c.table, c.row, c.col = parse("table", opts.Table), parse("row", opts.Row), parse("col", col)
	c.ignore = parse("ignore", opts.Ignore)
	parse("ignore", "status")    // it only decides whether there is a value
	parse("ignore", "solutions") // it belongs to a row
	c.machineKeys = machineKeysBut(opts.Row, opts.Col, opts.Ignore)
	if err != nil {
		return nil, err
	}
	c.residue = parser.Residue()
	return c, nil
}

// keptResidues is how many different residues a group keeps. They suffice to name a key that varies.
const keptResidues = 4

// take adds a result. It returns an error if one of its values is invalid.
func (c *collector) take(e results.Entry) error {
	for _, v := range e.Values {
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			file, line := e.Pos()
			return fmt.Errorf("%s:%d: the value in %s is %v, expected a finite number", file, line, v.Unit, v.Value)
		}
	}
	c.results++
	c.words.learn(e.Result)
	if ok, _ := c.filter.Apply(e.Result); !ok {
		return nil
	}
	c.words.learnKeys(e.Result)
	row := results.Row{Solver: string(e.Solver)}
	if e.Row != nil { // the key "status" of other programs may mean anything
		row.Family, row.Name, row.Solver, row.Status = e.Row.Family, e.Row.Name, e.Row.Solver, e.Row.Status
	}
	c.foreign = c.foreign || e.Row == nil
	on := results.MachineBy(e.Result, c.machineKeys)
	if c.on[on] == nil {
		c.on[on] = &on
	}
	row.Machine = c.on[on]
	key := cellKey{c.table.Project(e.Result), c.row.Project(e.Result), c.col.Project(e.Result), c.member(row)}
	g := c.at[key]
	if g == nil {
		g = &Group{in: &c.Groups}
		c.at[key] = g
	}
	residue := c.residue.Project(e.Result)
	if results.Valued(row.Status) && len(g.residue) < keptResidues && !slices.Contains(g.residue, residue) {
		g.residue = append(g.residue, residue)
	}
	for _, values := range c.split(e.Values) {
		row.Costs = values
		g.rows = append(g.rows, int32(c.rows.Len()))
		c.rows.Add(row)
	}
	return nil
}

// split divides values into lists that have each unit once: other programs may give several in a line.
func (c *collector) split(values []benchfmt.Value) (lists []results.Costs) {
	for _, v := range values {
		if !slices.Contains(c.units, v.Unit) {
			c.units = append(c.units, v.Unit)
		}
		k := slices.IndexFunc(lists, func(l results.Costs) bool { _, has := l.Of(v.Unit); return !has })
		if k < 0 {
			k, lists = len(lists), append(lists, make(results.Costs, 0, len(values)))
		}
		lists[k] = append(lists[k], results.Cost{Unit: v.Unit, Value: v.Value})
	}
	return lists
}

// member returns the number of a row's search among those of a cell. It is 0 if a cell is one search.
func (c *collector) member(row results.Row) int {
	if !c.pairs || row.Family == "" {
		return 0
	}
	name := results.Search{InstanceID: row.InstanceID()}
	if c.bySolver {
		name = row.Key()
	}
	n, ok := c.members[name]
	if !ok {
		n = len(c.members)
		c.members[name] = n
	}
	return n
}

// collection puts the groups in order: tables, rows and columns by their keys, and units by
// appearance. The collector cannot be used afterwards.
func (c *collector) collection(opts Options, known benchfmt.UnitMetadataMap) (*Collection, error) {
	d := &Collection{Machines: results.DistinctMachines(c.rows.Machines()), united: opts.Table == Defaults().Table,
		made: tabulation{Method: opts.Method, solvers: c.solvers && opts.Row == Defaults().Row, searches: !c.foreign}}
	d.made.drifts = d.made.searches && len(c.ends) > 1
	for _, name := range c.units {
		unit, _ := results.FindUnit(name)
		unit.Name, unit.Exact = name, known.GetAssumption(name) == benchmath.AssumeExact
		d.units = append(d.units, unit)
	}
	tables := sorted(c.at, func(k cellKey) benchproc.Key { return k.table })
	rows := sorted(c.at, func(k cellKey) benchproc.Key { return k.row })
	cols := sorted(c.at, func(k cellKey) benchproc.Key { return k.col })
	if err := c.arrange(cols, opts); err != nil {
		return nil, err
	}
	for _, key := range rows {
		d.made.labels = append(d.made.labels, shortLabel(key.StringValues()))
	}
	for _, key := range cols {
		d.made.columns = append(d.made.columns, key.StringValues())
	}
	for _, key := range tables {
		d.parts = append(d.parts, part{config: config(key)})
	}
	tableAt, rowAt, colAt := numbers(tables), numbers(rows), numbers(cols)
	for key, g := range c.at {
		at := place{tableAt[key.table], rowAt[key.row], colAt[key.col], key.member}
		d.parts[at.table].groups = append(d.parts[at.table].groups, placed{at, g})
	}
	for _, p := range d.parts {
		slices.SortFunc(p.groups, func(a, b placed) int { return a.compare(b.place) })
	}
	d.Versions = c.versions()
	return d, nil
}

// versions returns "SOLVER: VERSION" of the solvers that are other programs.
func (c *collector) versions() []string {
	all := map[string]bool{}
	for _, solver := range c.rows.Solvers() {
		for _, classes := range c.classes {
			if v := classes[solver].Version(); v != "" {
				all[solver+": "+v] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// arrange puts columns in order: the base, the columns named first, and solvers as their classes say.
func (c *collector) arrange(cols []benchproc.Key, opts Options) error {
	if c.solvers {
		order := func(k benchproc.Key) int { return cmp.Or(c.classes[0][k.StringValues()].Order, math.MaxInt32) }
		slices.SortStableFunc(cols, func(a, b benchproc.Key) int { return cmp.Compare(order(a), order(b)) })
	}
	first := opts.First
	if opts.Base != "" {
		var labels []string
		for _, key := range cols {
			labels = append(labels, key.StringValues())
		}
		if !slices.Contains(labels, opts.Base) {
			return queryf("no column %q to compare with%s", opts.Base, spelling.Hint(opts.Base, labels))
		}
		first = append([]string{opts.Base}, first...)
	}
	at := func(k benchproc.Key) uint { return uint(slices.Index(first, k.StringValues())) } // -1 is the greatest
	slices.SortStableFunc(cols, func(a, b benchproc.Key) int { return cmp.Compare(at(a), at(b)) })
	return nil
}

// sorted returns the different keys of cells in the order of their projection.
func sorted(cells map[cellKey]*Group, of func(cellKey) benchproc.Key) []benchproc.Key {
	all := map[benchproc.Key]bool{}
	for k := range cells {
		all[of(k)] = true
	}
	keys := slices.Collect(maps.Keys(all))
	benchproc.SortKeys(keys)
	return keys
}

// numbers returns the number of each key in a list.
func numbers(keys []benchproc.Key) map[benchproc.Key]int {
	at := map[benchproc.Key]int{}
	for n, key := range keys {
		at[key] = n
	}
	return at
}
