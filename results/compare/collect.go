package compare

import (
	"bytes"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/cover"
)

// collector sorts samples into groups as they are read. A row costs its values and
// the number of its group, and a group 20 bytes, so that a million rows fit whether they are
// samples of a few cells or of a million.
type collector struct {
	filter           *benchproc.Filter
	table, row, col  *benchproc.Projection
	ignore           *benchproc.Projection
	residue          *benchproc.Projection // what no projection takes
	tables, rows     index
	cols             index
	units            []string // in order of appearance
	unitAt           map[string]int32
	samples          []samples // by unit
	at               map[place]int32
	groups           []group
	statuses         []cover.Status // of groups
	solvers          map[string]uint16
	counters         map[string]uint8
	orders           map[string]int // by solver; nil unless columns are the solvers of one input
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

// group is a cell in all units.
type group struct {
	place
	residue int32 // of its samples
	status  uint8 // of a sample that has no value, a number of statuses; 0 if there is none
	counter uint8 // the number of the counter class of its samples; 0 if it is not known
	solver  uint16
}

// The numbers of a group whose samples are of several solvers, or of several counter classes.
const (
	severalSolvers  = math.MaxUint16
	severalCounters = math.MaxUint8
)

// sameCounter says whether updates mean the same in two groups. They do for one solver, unless it is known
// to have another class in one of them.
func (g *group) sameCounter(h *group) bool {
	if g.counter == 0 || h.counter == 0 {
		return g.solver == h.solver
	}
	return g.counter == h.counter
}

func newCollector(opts Options, col string) (*collector, error) {
	c := &collector{at: map[place]int32{}, unitAt: map[string]int32{}, statuses: []cover.Status{""},
		solvers: map[string]uint16{"": 0}, counters: map[string]uint8{"": 0}}
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
	parse("ignore", "status") // which decides whether there is a value
	if err != nil {
		return nil, err
	}
	c.residue = parser.Residue()
	c.words.wanted = literals(opts.Filter)
	return c, nil
}

// add takes a result in. The error says what is wrong with it.
func (c *collector) add(r *benchfmt.Result, solver []byte, class Class) error {
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
	id, ok := c.at[at]
	s, n := numberOf(c.solvers, solver, severalSolvers), numberOf(c.counters, []byte(class.Counter), severalCounters)
	if !ok {
		id = int32(len(c.groups))
		c.at[at] = id
		c.groups = append(c.groups, group{place: at, solver: s, counter: n})
		c.words.learnKeys(r)
		if c.orders != nil && class.Order > 0 {
			c.orders[string(solver)] = class.Order
		}
	}
	g := &c.groups[id]
	if g.solver != s {
		g.solver = severalSolvers
	}
	switch {
	case g.counter == n || n == 0:
	case g.counter == 0: // the lines of classes came after the first samples, as in a run that was resumed
		g.counter = n
	default:
		g.counter = severalCounters
	}
	status, measured := statusOf(r)
	if measured {
		g.residue = c.residues.with(g.residue, c.residue.Project(r))
	} else {
		g.status = c.status(status)
	}
	for k, v := range r.Values {
		value := v.Value
		if !measured {
			value = math.NaN()
		}
		c.samples[c.unit(v.Unit, k)].add(sample{id, value})
	}
	return nil
}

// numberOf numbers words in order of appearance; most is the number of all further ones.
func numberOf[N uint8 | uint16](known map[string]N, word []byte, most N) N {
	n, ok := known[string(word)]
	if !ok {
		n = N(min(len(known), int(most)))
		if n < most {
			known[string(word)] = n
		}
	}
	return n
}

// statusOf returns the status of a row of ours, and whether it has a value: the row of a
// search that was stopped by the clock has none. A foreign row's key "status" is none.
func statusOf(r *benchfmt.Result) (cover.Status, bool) {
	status := cover.Status(r.GetConfig("status"))
	if status == "" || status.Measured() || !bytes.HasPrefix(r.Name, []byte("Solve/")) {
		return "", true
	}
	return status, false
}

func (c *collector) status(s cover.Status) uint8 {
	k := slices.Index(c.statuses, s) // a handful
	if k < 0 {
		k = len(c.statuses)
		c.statuses = append(c.statuses, s)
	}
	return uint8(k)
}

// unit returns the number of a unit, which is most often the one at the guess.
func (c *collector) unit(name string, guess int) int32 {
	if guess < len(c.units) && c.units[guess] == name {
		return int32(guess)
	}
	k, ok := c.unitAt[name]
	if !ok {
		k = int32(len(c.units))
		c.unitAt[name] = k
		c.units = append(c.units, name)
		c.samples = append(c.samples, samples{})
	}
	return k
}
