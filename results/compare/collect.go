package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"xcbench/cover"
	"xcbench/internal/columns"
)

// Collect reads the inputs. It returns a [*QueryError] for a mistake in the options. A line that it
// cannot read does not stop it, but becomes one of the collection's faults.
func Collect(opts Options, inputs []Input, stdin io.Reader) (*Collection, error) {
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
	fault := func(text string) { faults = append(faults, text) }
	warn := func(text string) { warnings = append(warnings, text) }
	var reader benchfmt.Reader
	for _, in := range inputs {
		n, err := in.read(&reader, stdin, fault, warn, func(r *benchfmt.Result, solver []byte, class Class) error {
			if opts.Col == "" && c.results == 0 && len(inputs) == 1 && solver != nil {
				if c, err = newCollector(opts, "/solver"); err != nil {
					return err
				}
				c.orders = map[string]int{}
			}
			if err := c.take(r, solver, class); err != nil {
				fault(err.Error())
			}
			return nil
		})
		switch {
		case err != nil:
			return nil, err
		case n == 0:
			why := ", expected Go's benchmark format"
			if len(faults) > 0 {
				why = "; the first fault: " + faults[0]
			}
			return nil, fmt.Errorf("%s: no results%s", in.path, why)
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
	counts           *benchproc.Projection // the keys of tables in exact units; nil if they are those of all tables
	countTables      map[benchproc.Key]int32
	united           map[int32][]benchproc.Key // by table, the tables of other machines that count as this one
	tables, rows     index
	names            *columns.Names // in place of rows, of results by their full names
	named            int            // how many names c.row has projected
	opts             Options
	cols             index
	versions         map[string]bool
	orders           map[string]int // by solver; nil unless the columns are the solvers of one input
	residues         residues
	results, passing int
	words            vocabulary
}

// index numbers keys in order of appearance.
type index struct {
	at   map[benchproc.Key]int32
	keys []benchproc.Key
}

func (x *index) of(k benchproc.Key) int32 {
	n, ok := x.at[k]
	if !ok {
		n = int32(len(x.keys))
		x.at[k] = n
		x.keys = append(x.keys, k)
	}
	return n
}

// sorted returns the numbers in the order of the projection.
func (x *index) sorted() []int32 {
	keys := slices.Clone(x.keys)
	benchproc.SortKeys(keys)
	order := make([]int32, len(keys))
	for k, key := range keys {
		order[k] = x.at[key]
	}
	return order
}

func newCollector(opts Options, col string) (*collector, error) {
	newIndex := func() index { return index{at: map[benchproc.Key]int32{}} }
	c := &collector{versions: map[string]bool{}, store: newStore(), tables: newIndex(), rows: newIndex(), cols: newIndex()}
	c.words, c.residues = newVocabulary(opts.Filter), residues{[][]benchproc.Key{nil}, map[step]int32{}}
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
	if c.opts, c.opts.Col = opts, col; opts.Row == Defaults().Row {
		c.names = columns.NewNames()
	}
	c.ignore = parse("ignore", opts.Ignore)
	parse("ignore", "status")    // it only decides whether there is a value
	parse("ignore", "solutions") // it belongs to a row
	if opts.Table == Defaults().Table {
		c.counts, c.countTables, c.united = parse("table", "pkg"), map[benchproc.Key]int32{}, map[int32][]benchproc.Key{}
	}
	c.machineKeys = machineKeysBut(opts.Row, opts.Col, opts.Ignore)
	if err != nil {
		return nil, err
	}
	c.residue = parser.Residue()
	return c, nil
}

// take adds the values of a result. It returns an error if one of them is invalid.
func (c *collector) take(r *benchfmt.Result, solver []byte, class Class) error {
	for _, v := range r.Values {
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			file, line := r.Pos()
			return fmt.Errorf("%s:%d: the value in %s is %v, expected a finite number", file, line, v.Unit, v.Value)
		}
	}
	c.results++
	c.words.learn(r)
	if ok, _ := c.filter.Apply(r); !ok {
		return nil
	}
	c.passing++
	row, err := c.rowOf(r)
	if err != nil {
		return err
	}
	at := place{c.tables.of(c.table.Project(r)), row, c.cols.of(c.col.Project(r))}
	id, fresh := c.put(r, at, solver, class)
	if fresh {
		c.words.learnKeys(r)
		if v := class.Version(); v != "" {
			c.versions[string(solver)+": "+v] = true
		}
		if c.orders != nil && class.Order > 0 {
			c.orders[string(solver)] = class.Order
		}
	}
	exact := id
	if table := c.countTable(r, at.table); table != at.table {
		exact, _ = c.put(r, place{table, at.row, at.col}, solver, class)
	}
	c.begin(id, exact)
	for _, v := range r.Values {
		c.add(v.Unit, v.Value)
	}
	return nil
}

// mostNamed is how many names a projection keeps. It takes ten times as much memory for a name as
// [columns.Names].
const mostNamed = 1 << 15

// rowOf returns the number of the row of a result.
func (c *collector) rowOf(r *benchfmt.Result) (int32, error) {
	if c.names == nil {
		return c.rows.of(c.row.Project(r)), nil
	}
	if c.named++; c.named > mostNamed {
		other, err := newCollector(c.opts, c.opts.Col)
		if err != nil {
			return 0, err
		}
		c.row, c.named = other.row, 0
	}
	return int32(c.names.Number(c.row.Project(r).StringValues())), nil
}

// put puts a result, without its values, into the group at a place.
func (c *collector) put(r *benchfmt.Result, at place, solver []byte, class Class) (id int32, fresh bool) {
	id, fresh = c.find(at, solver, []byte(class.Counter), machineBy(r, c.machineKeys))
	status := statusOf(r)
	c.ended(id, status)
	if measured(status) {
		g := c.at(id)
		g.residue = c.residues.with(g.residue, c.residue.Project(r))
	}
	return id, fresh
}

// countTable returns the table of a result in exact units. It is the first table of any machine with
// the same keys otherwise.
func (c *collector) countTable(r *benchfmt.Result, table int32) int32 {
	if c.counts == nil {
		return table
	}
	key := c.counts.Project(r)
	first, ok := c.countTables[key]
	if !ok {
		c.countTables[key], first = table, table
	}
	if own := c.tables.keys[table]; !slices.Contains(c.united[first], own) {
		c.united[first] = append(c.united[first], own)
	}
	return first
}

// statusOf returns the status of a row of xcbench. It returns "" for the rows of other programs,
// whose key "status" may mean anything.
func statusOf(r *benchfmt.Result) cover.Status {
	if !bytes.HasPrefix(r.Name, []byte("Solve/")) {
		return ""
	}
	return cover.Status(r.GetConfig("status"))
}

// collection puts the groups in order: tables, rows and columns by their keys, and units by
// appearance. The collector cannot be used afterwards.
func (c *collector) collection(opts Options, known benchfmt.UnitMetadataMap) (*Collection, error) {
	tables, rows, cols := c.tables.sorted(), c.rows.sorted(), c.cols.sorted() // names are in order of appearance
	if c.orders != nil {
		order := func(col int32) int { return cmp.Or(c.orders[c.cols.keys[col].StringValues()], math.MaxInt32) }
		slices.SortStableFunc(cols, func(a, b int32) int { return cmp.Compare(order(a), order(b)) })
	}
	d := &Collection{method: opts.Method, names: c.names, varying: c.residues.varying()}
	d.Versions = slices.Sorted(maps.Keys(c.versions))
	d.Machines = DistinctMachines(c.machines.all)
	d.united = map[int32][]benchproc.Key{}
	for k, table := range tables {
		d.united[int32(k)] = c.united[table]
	}
	d.solvers = c.orders != nil && opts.Row == Defaults().Row
	for _, t := range tables {
		d.tables = append(d.tables, c.tables.keys[t])
	}
	for _, row := range rows {
		d.rows = append(d.rows, shortLabel(c.rows.keys[row].StringValues()))
	}
	for _, col := range cols {
		d.cols = append(d.cols, c.cols.keys[col].StringValues())
	}
	for _, unit := range c.units {
		d.units = append(d.units, Unit{unit, known.GetAssumption(unit) == benchmath.AssumeExact})
	}
	tables, rows, cols = inverse(tables), inverse(rows), inverse(cols)
	for k := range c.number {
		g := c.at(int32(k))
		g.table, g.col = tables[g.table], cols[g.col]
		if c.names == nil {
			g.row = rows[g.row]
		}
	}
	d.fill(&c.store)
	return d, d.checkSize()
}
