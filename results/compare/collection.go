package compare

import (
	"cmp"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"xcbench/cover"
)

// Collection is all samples in the order of the tables. It makes these one at a
// time: those of a million rows take more memory than the samples do.
type Collection struct {
	Warnings []string // about the options
	Faults   []string // lines that were left out because they cannot be right

	opts     Options
	units    []string
	known    benchfmt.UnitMetadataMap
	tables   []benchproc.Key
	rows     []string // labels
	cols     []string // labels
	varying  []string // warnings, by residue
	statuses []cover.Status
	groups   []group    // by table, row and column
	samples  [][]sample // by unit, each by group
	parts    []part     // by table and unit
}

// part is what a table is made of: a stretch of the samples of a unit.
type part struct{ table, unit, from, to int32 }

// mostCells is how many cells a table may have: 88 bytes each.
const mostCells = 20_000_000

// collection orders what was collected: tables by their keys, rows and columns
// likewise, and in a table units by appearance. The collector is of no use after it.
func (c *collector) collection(opts Options, known benchfmt.UnitMetadataMap) (*Collection, error) {
	d := &Collection{opts: opts, units: c.units, known: known, varying: c.residues.varying(), statuses: c.statuses}
	tables, rows, cols := c.tables.sorted(), c.rows.sorted(), c.cols.sorted()
	if c.orders != nil {
		order := func(col int32) int { return cmp.Or(c.orders[c.cols.keys[col].StringValues()], math.MaxInt32) }
		slices.SortStableFunc(cols, func(a, b int32) int { return cmp.Compare(order(a), order(b)) })
	}
	for _, t := range tables {
		d.tables = append(d.tables, c.tables.keys[t])
	}
	d.rows = make([]string, len(rows))
	for k, row := range rows {
		d.rows[k] = shortLabel(c.rows.keys[row].StringValues())
	}
	for _, col := range cols {
		d.cols = append(d.cols, c.cols.keys[col].StringValues())
	}
	// Of a million names the keys take 400 MB, which the tables are going to need.
	*c = collector{groups: c.groups, samples: c.samples}
	if len(c.groups) > 100_000 {
		runtime.GC()
	}
	tables, rows, cols = inverse(tables), inverse(rows), inverse(cols)
	for k := range c.groups {
		g := &c.groups[k]
		g.place = place{tables[g.table], rows[g.row], cols[g.col]}
	}
	order := make([]int32, len(c.groups))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortFunc(order, func(a, b int32) int { return c.groups[a].compare(c.groups[b].place) })
	d.groups = make([]group, len(order))
	for k, at := range order {
		d.groups[k] = c.groups[at]
	}
	d.samples = make([][]sample, len(d.units))
	number := inverse(order)
	inParallel(len(d.units), func(u int) { d.samples[u] = c.samples[u].sorted(number) })
	return d, d.divide()
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.table, q.table), cmp.Compare(p.row, q.row), cmp.Compare(p.col, q.col))
}

// inverse returns the place of each number in a list of numbers from 0.
func inverse(numbers []int32) []int32 {
	at := make([]int32, len(numbers))
	for k, n := range numbers {
		at[n] = int32(k)
	}
	return at
}

// inParallel calls f with 0 to n-1, each on its own, on all processors.
func inParallel(n int, f func(int)) {
	if n == 1 {
		f(0)
		return
	}
	var wg sync.WaitGroup
	free := make(chan struct{}, workers())
	for k := range n {
		free <- struct{}{}
		wg.Go(func() {
			f(k)
			<-free
		})
	}
	wg.Wait()
}

// divide finds the parts, and refuses tables that are too large.
func (d *Collection) divide() error {
	for u, all := range d.samples {
		for from := 0; from < len(all); {
			table := d.groups[all[from].group].table
			to := from
			for to < len(all) && d.groups[all[to].group].table == table {
				to++
			}
			d.parts = append(d.parts, part{table, int32(u), int32(from), int32(to)})
			from = to
		}
	}
	slices.SortFunc(d.parts, func(a, b part) int { return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.unit, b.unit)) })
	if int64(len(d.rows))*int64(len(d.cols)) <= mostCells {
		return nil
	}
	b := d.builder()
	for _, p := range d.parts {
		b.choose(p)
		if rows, cols := len(b.starts)-1, len(b.cols); int64(rows)*int64(cols) > mostCells {
			return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: choose other keys for rows or columns", rows, cols, mostCells)
		}
	}
	return nil
}

// Tables makes the tables, each when it is asked for.
func (d *Collection) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		b := d.builder()
		for _, p := range d.parts {
			b.choose(p)
			if !yield(b.make(p)) {
				return
			}
		}
	}
}

func (d *Collection) builder() *builder {
	return &builder{Collection: d, test: &tester{known: map[string]benchmath.Comparison{}}, colAt: make([]int32, len(d.cols))}
}
