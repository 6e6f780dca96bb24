package compare

import (
	"bytes"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/cover"
)

// collector sorts samples into groups as they are read. The values of a group are
// kept by unit, and nothing else of a row is.
type collector struct {
	filter           *benchproc.Filter
	table, row, col  *benchproc.Projection
	residue          *benchproc.Projection // what no projection takes
	tables, rows     index
	cols             index
	units            []string // in order of appearance
	groups           map[place]*group
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
		if x.at == nil {
			x.at = map[benchproc.Key]int32{}
		}
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

// place is the place of a group: its table, without the unit, its row and column.
type place struct{ table, row, col int32 }

// group has the samples of a cell in every unit.
type group struct {
	series  []series
	status  cover.Status    // of a sample that has no value, "" if there is none
	residue []benchproc.Key // of the samples: the different ones, a few of them
}

type series struct {
	unit   int32
	values []float64
}

// keptResidues is enough to name a key that samples of one cell vary in.
const keptResidues = 4

func newCollector(opts Options, col string) (*collector, error) {
	c := &collector{groups: map[place]*group{}}
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
	parse("ignore", opts.Ignore)
	parse("ignore", "status") // which decides whether there is a value
	if err != nil {
		return nil, err
	}
	c.residue = parser.Residue()
	c.words.wanted = literals(opts.Filter)
	return c, nil
}

// add takes a result in. The error says what is wrong with it.
func (c *collector) add(r *benchfmt.Result) error {
	for _, v := range r.Values {
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			return errNotFinite{r, v}
		}
	}
	c.results++
	c.words.learn(r)
	if ok, _ := c.filter.Apply(r); !ok {
		return nil
	}
	c.passing++
	at := place{c.tables.of(c.table.Project(r)), c.rows.of(c.row.Project(r)), c.cols.of(c.col.Project(r))}
	g := c.groups[at]
	if g == nil {
		g = &group{series: make([]series, 0, len(r.Values))}
		c.groups[at] = g
		c.words.learnKeys(r)
	}
	status, measured := statusOf(r)
	if !measured {
		g.status = status
	} else if key := c.residue.Project(r); len(g.residue) < keptResidues && !slices.Contains(g.residue, key) {
		g.residue = append(g.residue, key)
	}
	for k, v := range r.Values {
		s := g.in(c.unit(v.Unit), k)
		if measured {
			s.values = append(s.values, v.Value)
		}
	}
	return nil
}

// statusOf returns the status of a row of ours, and whether it has a value: the row of a
// search that was stopped by the clock has none. A foreign row's key "status" is none.
func statusOf(r *benchfmt.Result) (cover.Status, bool) {
	switch status := cover.Status(r.GetConfig("status")); status {
	case cover.Timeout, "memout", "crash", "wrong", "unsupported":
		if bytes.HasPrefix(r.Name, []byte("Solve/")) {
			return status, false
		}
	}
	return "", true
}

func (c *collector) unit(name string) int32 {
	for k, u := range c.units { // a handful
		if u == name {
			return int32(k)
		}
	}
	c.units = append(c.units, name)
	return int32(len(c.units) - 1)
}

// in returns the series of a unit, which is most often the one at the guess.
func (g *group) in(unit int32, guess int) *series {
	if guess < len(g.series) && g.series[guess].unit == unit {
		return &g.series[guess]
	}
	for k := range g.series {
		if g.series[k].unit == unit {
			return &g.series[k]
		}
	}
	g.series = append(g.series, series{unit: unit})
	return &g.series[len(g.series)-1]
}

// get is in, but nil if there is none.
func (g *group) get(unit int32) *series {
	for k := range g.series {
		if g.series[k].unit == unit {
			return &g.series[k]
		}
	}
	return nil
}
