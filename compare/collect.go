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
	col := opts.Col
	if col == "" {
		col = ".file"
	}
	c, err := newCollector(opts, col)
	if err != nil {
		return nil, err
	}
	var faults, warnings []string
	var reader results.Reader
	for k, in := range inputs {
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
				c.orders = map[string]int{}
			}
			c.run = int32(k)
			if err := c.take(e); err != nil {
				faults = append(faults, err.Error())
			}
		}
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
	case c.passing == 0 && len(unknown) > 0:
		return nil, queryf("nothing passes filter %q: %s", opts.Filter, unknown[0])
	case c.passing == 0:
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
	return d, nil
}

// collector sorts results of files into groups as they are read.
type collector struct {
	store
	filter           *benchproc.Filter
	table, row, col  *benchproc.Projection
	ignore           *benchproc.Projection
	residue          *benchproc.Projection // the keys that no other projection has
	machineKeys      []string              // the keys that tell machines apart
	tables, rows     index
	cols             index
	versions         map[string]bool
	orders           map[string]int // by solver; nil unless the columns are the solvers of one input
	results, passing int
	run              int32 // the number of the input
	foreign          bool  // a row is of another program
	pairs, bySolver  bool  // members of a cell are told apart, by solver too
	members          map[string]int
	words            vocabulary
}

// index numbers keys in order of appearance.
type index struct {
	at   map[benchproc.Key]int
	keys []benchproc.Key
}

func (x *index) of(k benchproc.Key) int {
	n, ok := x.at[k]
	if !ok {
		n = len(x.keys)
		x.at[k] = n
		x.keys = append(x.keys, k)
	}
	return n
}

// sorted returns the numbers in the order of the projection.
func (x *index) sorted() []int {
	keys := slices.Clone(x.keys)
	benchproc.SortKeys(keys)
	order := make([]int, len(keys))
	for k, key := range keys {
		order[k] = x.at[key]
	}
	return order
}

func newCollector(opts Options, col string) (*collector, error) {
	newIndex := func() index { return index{at: map[benchproc.Key]int{}} }
	c := &collector{versions: map[string]bool{}, store: newStore(), tables: newIndex(), rows: newIndex(), cols: newIndex(),
		members: map[string]int{}}
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

// take adds the values of a row. It returns an error if one of them is invalid.
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
	c.passing++
	c.words.learnKeys(e.Result)
	if v := e.Class.Version(); v != "" {
		c.versions[string(e.Solver)+": "+v] = true
	}
	if c.orders != nil && e.Class.Order > 0 {
		c.orders[string(e.Solver)] = e.Class.Order
	}
	g := group{place: place{c.tables.of(c.table.Project(e.Result)), c.rows.of(c.row.Project(e.Result)), c.cols.of(c.col.Project(e.Result)), 0},
		solver: string(e.Solver), class: classOf(e.Class), started: e.Class.TimesStart, machine: c.machine(results.MachineBy(e.Result, c.machineKeys))}
	if e.Row != nil { // the key "status" of other programs may mean anything
		g.status, g.member = e.Row.Status, c.member(e.Row)
	}
	c.foreign = c.foreign || e.Row == nil
	if results.Valued(g.status) {
		g.residue = []benchproc.Key{c.residue.Project(e.Result)}
	}
	for _, v := range e.Values {
		g.samples = append(g.samples, sample{int32(c.unit(v.Unit)), c.run, v.Value})
	}
	c.put(g)
	return nil
}

// member returns the number of a row's search among those of a cell. It is 0 if a cell is one search.
func (c *collector) member(r *results.Row) int {
	if !c.pairs {
		return 0
	}
	name := r.InstanceID()
	if c.bySolver {
		name = r.Key().Label()
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
	tables, rows, cols := c.tables.sorted(), c.rows.sorted(), c.cols.sorted()
	if c.orders != nil {
		order := func(col int) int { return cmp.Or(c.orders[c.cols.keys[col].StringValues()], math.MaxInt32) }
		slices.SortStableFunc(cols, func(a, b int) int { return cmp.Compare(order(a), order(b)) })
	}
	label := func(col int) string { return c.cols.keys[col].StringValues() }
	var labels []string
	for _, col := range cols {
		labels = append(labels, label(col))
	}
	first := opts.First
	if opts.Base != "" {
		if !slices.Contains(labels, opts.Base) {
			return nil, queryf("no column %q to compare with%s", opts.Base, spelling.Hint(opts.Base, labels))
		}
		first = append([]string{opts.Base}, first...)
	}
	slices.SortStableFunc(cols, func(a, b int) int { return cmp.Compare(placeIn(first, label(a)), placeIn(first, label(b))) })
	d := &Collection{method: opts.Method, Versions: slices.Sorted(maps.Keys(c.versions)),
		Machines: results.DistinctMachines(c.machines), solvers: c.orders != nil && opts.Row == Defaults().Row,
		searches: !c.foreign, runs: int(c.run) + 1}
	for _, row := range rows {
		d.rows = append(d.rows, c.rows.keys[row].StringValues())
	}
	for _, col := range cols {
		d.cols = append(d.cols, c.cols.keys[col].StringValues())
	}
	for _, unit := range c.units {
		d.units = append(d.units, Unit{unit, known.GetAssumption(unit) == benchmath.AssumeExact})
	}
	tableAt, rowAt, colAt := inverse(tables), inverse(rows), inverse(cols)
	for _, g := range c.groups {
		g.place = place{tableAt[g.table], rowAt[g.row], colAt[g.col], g.member}
	}
	d.fill(&c.store)
	for k, table := range tables {
		d.parts[k].times.config = config(c.tables.keys[table])
		d.parts[k].counts = d.parts[k].times
	}
	if opts.Table == Defaults().Table {
		d.unite()
	}
	return d, d.checkSize()
}

// unite puts the counters of all machines into one part, the first, for each package.
func (d *Collection) unite() {
	same := map[string][]*part{}
	for k := range d.parts {
		pkg := ""
		for _, c := range d.parts[k].times.config {
			if c[0] == "pkg" {
				pkg = c[1]
			}
		}
		same[pkg] = append(same[pkg], &d.parts[k])
	}
	for _, parts := range same {
		if len(parts) == 1 {
			continue
		}
		all := newStore()
		var configs [][][2]string
		for _, p := range parts {
			configs = append(configs, p.times.config)
			for _, g := range p.times.groups {
				one := *g
				one.table = 0
				all.put(one)
			}
			p.counts = cells{}
		}
		parts[0].counts = cells{all.sorted(), shared(configs)}
	}
}

// placeIn returns the place of a name in a list. Names that are not in it have the place behind it.
func placeIn(list []string, name string) int {
	if k := slices.Index(list, name); k >= 0 {
		return k
	}
	return len(list)
}

// inverse returns the position of each number in a list of the numbers from 0.
func inverse(numbers []int) []int {
	at := make([]int, len(numbers))
	for k, n := range numbers {
		at[n] = k
	}
	return at
}
