package compare

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

func config(key benchproc.Key) [][2]string {
	var all [][2]string
	for _, f := range key.Projection().FlattenedFields() {
		if v := key.Get(f); v != "" {
			all = append(all, [2]string{f.Name, v})
		}
	}
	return all
}

// workers is the number of goroutines that compute.
func workers() int { return runtime.GOMAXPROCS(0) }

// builder makes tables, one after the other.
type builder struct {
	*Collection
	test *tester

	// Of the table in hand.
	assume        benchmath.Assumption
	samples       []sample
	starts        []int32 // of rows in the samples, and the end
	cols          []int32
	colAt         []int32           // of a column in the table, from 1; 0 if it is not in it
	withinCounter bool              // the unit means the same only within a counter class
	single        benchmath.Summary // of one value, which is the center
}

// choose takes a part in hand, and finds its rows and columns.
func (b *builder) choose(p part) {
	for _, col := range b.cols {
		b.colAt[col] = 0
	}
	b.starts, b.cols, b.samples = b.starts[:0], b.cols[:0], b.Collection.samples[p.unit][p.from:p.to]
	row, group := int32(-1), int32(-1)
	for k, s := range b.samples {
		if s.group == group {
			continue
		}
		group = s.group
		g := &b.groups[group]
		if g.row != row {
			row = g.row
			b.starts = append(b.starts, int32(k))
		}
		if b.colAt[g.col] == 0 {
			b.colAt[g.col] = 1
			b.cols = append(b.cols, g.col)
		}
	}
	b.starts = append(b.starts, int32(len(b.samples)))
	slices.Sort(b.cols)
	for k, col := range b.cols {
		b.colAt[col] = int32(k + 1)
	}
}

// make computes the cells, on all processors, and then what depends on all of them.
func (b *builder) make(p part) Table {
	unit := b.units[p.unit]
	b.assume = b.known.GetAssumption(unit)
	b.single = b.assume.Summary(benchmath.NewSample([]float64{1}, &benchmath.DefaultThresholds), b.opts.Confidence)
	t := Table{Unit: unit, Exact: b.assume == benchmath.AssumeExact, Better: b.known.GetBetter(unit),
		Alpha: b.opts.Alpha, Config: config(b.tables[p.table])}
	b.withinCounter = slices.Contains(b.opts.WithinCounter, unit)
	for _, col := range b.cols {
		t.Columns = append(t.Columns, b.Collection.cols[col])
	}
	rows := len(b.starts) - 1
	t.Rows = make([]Row, rows)
	cells := make([]Cell, rows*len(b.cols))
	const enough = 64 // rows for a worker
	found := make([]warnings, min(workers(), 1+rows/enough))
	inParallel(len(found), func(w int) {
		one := worker{builder: b, t: &t, warn: &found[w]}
		one.base.Thresholds = &benchmath.Thresholds{CompareAlpha: b.opts.Alpha}
		one.sample.Thresholds = one.base.Thresholds
		// A worker has a stretch of the rows, so that its first warning is the first.
		for k := w * rows / len(found); k < (w+1)*rows/len(found); k++ {
			t.Rows[k].Cells = cells[k*len(b.cols) : (k+1)*len(b.cols) : (k+1)*len(b.cols)]
			one.row(&t.Rows[k], b.samples[b.starts[k]:b.starts[k+1]])
		}
	})
	b.correct(&t)
	t.geomean()
	var all warnings
	for _, f := range found {
		all.merge(f)
	}
	t.Warnings = append(t.Warnings, all.list...)
	return t
}

// worker computes rows of a table.
type worker struct {
	*builder
	t            *Table
	warn         *warnings
	base, sample benchmath.Sample
	key          []byte
}

func (w *worker) row(row *Row, samples []sample) {
	first := &w.groups[samples[0].group] // the base's, if that has samples
	row.Label = w.rows[first.row]
	w.base.Values = w.base.Values[:0]
	for len(samples) > 0 {
		id := samples[0].group
		g := &w.groups[id]
		k := int(w.colAt[g.col]) - 1
		to := &w.sample
		if k == 0 {
			to = &w.base
		}
		to.Values = to.Values[:0]
		for len(samples) > 0 && samples[0].group == id {
			to.Values = append(to.Values, samples[0].value)
			samples = samples[1:]
		}
		if g.status != 0 {
			row.Cells[k].Status = w.statuses[g.status]
			to.Values = to.Values[:0]
			continue
		}
		w.cell(row, k, to)
		if text := w.varying[g.residue]; text != "" {
			w.warn.put(text, row.Label, w.t.Columns[k])
		}
		if k > 0 && len(w.base.Values) > 0 && (!w.withinCounter || g.sameCounter(first)) {
			w.warn.add(w.against(&row.Cells[k], row.Cells[0]), row.Label, w.t.Columns[k])
		}
	}
}

// cell sums up a sample.
func (w *worker) cell(row *Row, k int, s *benchmath.Sample) {
	sum := w.single
	if len(s.Values) == 1 { // benchmath formats its warning anew for each
		sum.Center = s.Values[0]
		if !math.IsInf(sum.Lo, 0) {
			sum.Lo = s.Values[0]
		}
		if !math.IsInf(sum.Hi, 0) {
			sum.Hi = s.Values[0]
		}
	} else {
		slices.Sort(s.Values)
		sum = w.assume.Summary(s, w.opts.Confidence)
	}
	c := &row.Cells[k]
	c.N, c.Center, c.Lo, c.Hi = len(s.Values), sum.Center, sum.Lo, sum.Hi
	if w.t.Exact && c.Lo != c.Hi {
		// benchmath's text has the values, so that there may be one for every cell.
		w.warn.put("exact distribution expected, but values of a cell differ", row.Label, w.t.Columns[k])
		return
	}
	w.warn.add(sum.Warnings, row.Label, w.t.Columns[k])
}

// against compares a cell with the base and returns the test's warnings.
func (w *worker) against(cell *Cell, first Cell) []error {
	cell.Compared, cell.Base, cell.BaseN = true, first.Center, first.N
	if w.t.Exact {
		cell.Differs = cell.Center != first.Center || cell.Lo != first.Lo || cell.Hi != first.Hi
		return nil
	}
	c := w.test.compare(w.assume, &w.base, &w.sample, &w.key)
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

// geomean takes the means over the rows in which all columns have a positive value. A column has no ratio
// if it is not compared with the base in one of them.
func (t *Table) geomean() {
	logs := make([]float64, len(t.Columns))
	incomparable := make([]bool, len(t.Columns))
	for _, row := range t.Rows {
		if slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.N == 0 || c.Center <= 0 }) {
			continue
		}
		t.Common++
		for k, c := range row.Cells {
			logs[k] += math.Log(c.Center)
			incomparable[k] = incomparable[k] || !c.Compared
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
