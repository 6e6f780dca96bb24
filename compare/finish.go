package compare

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

// finish makes the tables of what was collected: by the keys of tables in their
// order, and then by unit in order of appearance.
func (c *collector) finish(opts Options, units benchfmt.UnitMetadataMap) []Table {
	test := &tester{known: map[string]benchmath.Comparison{}}
	rows, cols := c.rows.sorted(), c.cols.sorted()
	if opts.Col == "" {
		place := func(col int32) int {
			if k := slices.Index(opts.First, c.cols.keys[col].StringValues()); k >= 0 {
				return k
			}
			return len(opts.First)
		}
		slices.SortStableFunc(cols, func(a, b int32) int { return place(a) - place(b) })
	}
	labels := make([]string, len(c.rows.keys)) // shared by the tables
	for k, key := range c.rows.keys {
		labels[k] = shortLabel(key.StringValues())
	}
	var tables []Table
	for _, t := range c.tables.sorted() {
		for u, unit := range c.units {
			b := builder{c: c, opts: opts, test: test, labels: labels, table: t, unit: int32(u), assume: units.GetAssumption(unit)}
			if !b.choose(rows, cols) {
				continue
			}
			table := Table{Unit: unit, Exact: b.assume == benchmath.AssumeExact, Better: units.GetBetter(unit),
				Alpha: opts.Alpha, Config: config(c.tables.keys[t])}
			for _, col := range b.cols {
				table.Columns = append(table.Columns, c.cols.keys[col].StringValues())
			}
			b.fill(&table)
			tables = append(tables, table)
		}
	}
	return tables
}

func label(fields []*benchproc.Field) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return strings.Join(names, ",")
}

func config(key benchproc.Key) [][2]string {
	var all [][2]string
	for _, f := range key.Projection().FlattenedFields() {
		if v := key.Get(f); v != "" {
			all = append(all, [2]string{f.Name, v})
		}
	}
	return all
}

// builder makes one table.
type builder struct {
	c            *collector
	opts         Options
	test         *tester
	labels       []string // of rows
	table, unit  int32
	assume       benchmath.Assumption
	rows, cols   []int32
	incomparable []bool // by column
}

// choose picks the rows and columns that have something in this table and unit.
func (b *builder) choose(rows, cols []int32) bool {
	hasCol := make([]bool, len(b.c.cols.keys))
	for _, row := range rows {
		has := false
		for _, col := range cols {
			if g := b.c.groups[place{b.table, row, col}]; g != nil && g.get(b.unit) != nil {
				has, hasCol[col] = true, true
			}
		}
		if has {
			b.rows = append(b.rows, row)
		}
	}
	for _, col := range cols {
		if hasCol[col] {
			b.cols = append(b.cols, col)
		}
	}
	return len(b.rows) > 0
}

// fill computes the cells, on all processors, and then what depends on all of them.
func (b *builder) fill(t *Table) {
	b.incomparable = make([]bool, len(b.cols))
	for k := range b.cols {
		b.incomparable[k] = b.opts.Comparable != nil && !b.opts.Comparable(t.Unit, t.Columns[0], t.Columns[k])
	}
	t.Rows = make([]Row, len(b.rows))
	workers := runtime.GOMAXPROCS(0)
	found := make([]warnings, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			// A worker has a stretch of the rows, so that its first warning is the first.
			for k := w * len(b.rows) / workers; k < (w+1)*len(b.rows)/workers; k++ {
				t.Rows[k] = b.row(t, b.rows[k], &found[w])
			}
		})
	}
	wg.Wait()
	b.correct(t)
	t.geomean(b.incomparable)
	var all warnings
	for _, f := range found {
		all.merge(f)
	}
	t.Warnings = append(t.Warnings, all.list...)
}

func (b *builder) row(t *Table, id int32, warn *warnings) Row {
	row := Row{Label: b.labels[id], Cells: make([]Cell, len(b.cols))}
	var base *benchmath.Sample
	for k, col := range b.cols {
		g := b.c.groups[place{b.table, id, col}]
		if g == nil {
			continue
		}
		s := g.get(b.unit)
		if s == nil {
			continue
		}
		cell := &row.Cells[k]
		if cell.Status = g.status; g.status != "" || len(s.values) == 0 {
			continue
		}
		place := func() string { return row.Label + ", " + t.Columns[k] }
		sample := benchmath.NewSample(s.values, &benchmath.Thresholds{CompareAlpha: b.opts.Alpha})
		sum := b.assume.Summary(sample, b.opts.Confidence)
		cell.N, cell.Center, cell.Lo, cell.Hi = len(s.values), sum.Center, sum.Lo, sum.Hi
		warn.add(sum.Warnings, place)
		if fields := benchproc.NonSingularFields(g.residue); len(fields) > 0 {
			warn.add([]error{fmt.Errorf("samples of one cell vary in %s", label(fields))}, place)
		}
		switch {
		case k == 0:
			base = sample
		case base != nil && !b.incomparable[k]:
			warn.add(b.against(cell, row.Cells[0], base, sample), place)
		}
	}
	return row
}

// against compares a cell with the base and returns the test's warnings.
func (b *builder) against(cell *Cell, first Cell, base, sample *benchmath.Sample) []error {
	cell.Compared, cell.Base, cell.BaseN = true, first.Center, first.N
	if b.assume == benchmath.AssumeExact {
		cell.Differs = cell.Center != first.Center || cell.Lo != first.Lo || cell.Hi != first.Hi
		return nil
	}
	c := b.test.compare(b.assume, base, sample)
	cell.P, cell.Holm = c.P, c.P
	return c.Warnings
}

// correct decides which differences of a table are significant.
func (b *builder) correct(t *Table) {
	if t.Exact {
		return
	}
	var cells []*Cell
	var p []float64
	least := 1.0 // the least p-value that the number of samples allows
	for k := range t.Rows {
		for j := range t.Rows[k].Cells {
			if c := &t.Rows[k].Cells[j]; c.Compared {
				cells, p = append(cells, c), append(p, c.P)
				least = min(least, 2/binomial(c.N+c.BaseN, c.N))
			}
		}
	}
	if b.opts.Holm {
		for k, q := range holm(p) {
			cells[k].Holm = q
		}
		if m := float64(len(p)); len(p) > 1 && least < b.opts.Alpha && least*m >= b.opts.Alpha {
			n := 2
			for 2/binomial(2*n, n)*m >= b.opts.Alpha {
				n++
			}
			t.Warnings = append(t.Warnings, Warning{Text: fmt.Sprintf(
				"too few samples to show a difference in one of %d comparisons after Holm's correction: take %d of each, filter rows, or correct for none", len(p), n)})
		}
	}
	for _, c := range cells {
		c.Differs = c.Holm < b.opts.Alpha
	}
}

// binomial is n over k; the smallest two-sided p-value of a U test is 2 over it.
func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b *= float64(n-i) / float64(i+1)
	}
	return b
}

// geomean takes the means over the rows in which all columns have a positive value.
func (t *Table) geomean(incomparable []bool) {
	logs := make([]float64, len(t.Columns))
	for _, row := range t.Rows {
		if slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.N == 0 || c.Center <= 0 }) {
			continue
		}
		t.Common++
		for k, c := range row.Cells {
			logs[k] += math.Log(c.Center)
		}
	}
	if t.Common == 0 {
		return
	}
	n := float64(t.Common)
	for k, sum := range logs {
		t.Geomean = append(t.Geomean, math.Exp(sum/n))
		ratio := 0.0
		if k > 0 && !incomparable[k] {
			ratio = math.Exp((sum - logs[0]) / n)
		}
		t.Ratios = append(t.Ratios, ratio)
	}
	if t.Common < len(t.Rows) {
		t.Warnings = append(t.Warnings, Warning{Text: fmt.Sprintf(
			"the geometric means are over the %d of %d rows in which every column has a value above 0", t.Common, len(t.Rows))})
	}
}
