package compare

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

// builder makes the tables of a collection, one after the other.
type builder struct {
	*Collection
	test *tester

	// The table that is being made:
	samples       []sample
	starts        []int32 // the indices in samples where rows start, and the end
	cols          []int32
	colAt         []int32 // the position of each column in the table, from 1; 0 if it is not in the table
	withinCounter bool    // the unit means the same only within a counter class
}

func newBuilder(d *Collection) *builder {
	b := &builder{Collection: d, test: newTester(), colAt: make([]int32, len(d.cols))}
	if d.allColumns {
		for k := range d.cols {
			b.cols = append(b.cols, int32(k))
			b.colAt[k] = int32(k + 1)
		}
	}
	return b
}

// choose finds the rows and columns of a part.
func (b *builder) choose(p part) {
	b.starts, b.samples = b.starts[:0], b.Collection.samples[p.unit][p.from:p.to]
	if !b.allColumns {
		for _, col := range b.cols {
			b.colAt[col] = 0
		}
		b.cols = b.cols[:0]
	}
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

// table makes the table of the chosen part. It computes the cells on all processors, and then the
// values that depend on several cells.
func (b *builder) table(p part) Table {
	unit := b.units[p.unit]
	t := Table{Unit: unit.Name, Exact: unit.Exact, Solvers: b.solvers,
		Alpha: b.method.Alpha, Confidence: b.method.Confidence, Correction: b.method.Correction}
	if b.tables != nil {
		t.Config = config(b.tables[p.table])
		if others := b.united[p.table]; t.Exact && others != nil {
			t.Config = shared(others)
		}
	}
	b.withinCounter = slices.Contains(b.method.WithinCounter, unit.Name)
	for _, col := range b.cols {
		t.Columns = append(t.Columns, b.Collection.cols[col])
	}
	rows := len(b.starts) - 1
	t.Rows = make([]Row, rows)
	cells := make([]Cell, rows*len(b.cols))
	var pairs [][]Pair // by column and row
	if b.method.Paired && !t.Exact {
		for range b.cols[1:] {
			pairs = append(pairs, make([]Pair, rows))
		}
	}
	const enough = 64 // rows for a worker
	workers := make([]worker, min(runtime.GOMAXPROCS(0), 1+rows/enough))
	inParallel(len(workers), func(n int) {
		w := &workers[n]
		w.builder, w.t, w.sum = b, &t, newSummarizer(unit.Exact, b.method.Confidence)
		w.base.Thresholds = &benchmath.Thresholds{CompareAlpha: b.method.Alpha}
		w.sample.Thresholds = w.base.Thresholds
		w.pairs = make([]Pair, len(pairs))
		// The rows of a worker are consecutive, so that its first warning is about the first row.
		for k := n * rows / len(workers); k < (n+1)*rows/len(workers); k++ {
			t.Rows[k].Cells = cells[k*len(b.cols) : (k+1)*len(b.cols) : (k+1)*len(b.cols)]
			w.row(&t.Rows[k], b.samples[b.starts[k]:b.starts[k+1]])
			for col := range pairs {
				pairs[col][k] = w.pairs[col]
			}
		}
	})
	t.correct(b.method)
	t.geomean()
	t.judge(b.method, pairs)
	var all warnings
	for _, w := range workers {
		for _, one := range w.warn.list {
			all.put(one)
		}
	}
	t.Warnings = append(t.Warnings, all.list...)
	return t
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

// worker computes rows of a table.
type worker struct {
	*builder
	t            *Table
	warn         warnings
	sum          summarizer
	base, sample benchmath.Sample
	key          []byte // a buffer for the tester
	pairs        []Pair // of the row, by column without the base; no columns if they are not wanted
}

// row computes the cells of a row from its samples, which are sorted by column.
func (w *worker) row(row *Row, samples []sample) {
	first := &w.groups[samples[0].group] // the group of the base, if it has samples
	row.Label = w.rows[first.row]
	w.base.Values = w.base.Values[:0]
	clear(w.pairs)
	var base []float64 // a copy of the samples of the base
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
		cell := &row.Cells[k]
		cell.Status = w.statuses[g.status]
		if !measured(cell.Status) {
			to.Values = to.Values[:0]
			continue
		}
		w.warn.add(w.sum.summarize(cell, to), row.Label, w.t.Columns[k])
		if w.varying != nil && w.varying[g.residue] != "" {
			w.warn.put(Warning{w.varying[g.residue], 1, row.Label + ", " + w.t.Columns[k]})
		}
		if !w.t.Exact && !w.machines.comparable(g, w.baseOf(g, first)) {
			cell.Foreign = true
			w.warn.put(Warning{severalMachinesText, 1, row.Label + ", " + w.t.Columns[k]})
			continue
		}
		if k > 0 && len(w.base.Values) > 0 && (!w.withinCounter || g.sameCounter(first)) {
			w.warn.add(w.against(cell, row.Cells[0]), row.Label, w.t.Columns[k])
			if len(w.pairs) > 0 && w.base.Values[0] > 0 && to.Values[0] > 0 {
				if base == nil {
					base = slices.Clone(w.base.Values)
				}
				w.pairs[k-1] = Pair{base, slices.Clone(to.Values)}
			}
		}
	}
}

// baseOf returns the group that a cell is compared with: itself if the base has no value.
func (w *worker) baseOf(g, first *group) *group {
	if len(w.base.Values) == 0 {
		return g
	}
	return first
}

// against compares a cell with the base, and returns the warnings of the test.
func (w *worker) against(cell *Cell, base Cell) []error {
	cell.Compared, cell.Base, cell.BaseN, cell.Low, cell.High = true, base.Center, base.N, 0, math.Inf(1)
	if w.t.Exact {
		cell.Differs = cell.Center != base.Center || cell.Lo != base.Lo || cell.Hi != base.Hi
		return nil
	}
	c := w.test.compare(&w.base, &w.sample, &w.key)
	cell.P, cell.Adjusted = c.P, c.P
	end := w.test.end(sizes{base.N, cell.N}, w.method.Confidence)
	cell.Low, cell.High = ratioInterval(w.base.Values, w.sample.Values, end)
	return c.Warnings
}

// geomean computes the geometric means over the rows in which all columns have a positive value.
func (t *Table) geomean() {
	means := make([]GeoMean, len(t.Columns))
	for _, row := range t.Rows {
		if slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.N == 0 || c.Center <= 0 || c.Foreign }) {
			continue
		}
		t.Common++
		for k, c := range row.Cells {
			means[k].Add(c.Center)
		}
	}
	if t.Common == 0 {
		return
	}
	for _, m := range means {
		t.Geomean = append(t.Geomean, m.Mean())
	}
	if t.Common < len(t.Rows) {
		t.warnf("the geometric means are over the %d of %d rows in which every column has a value above 0",
			t.Common, len(t.Rows))
	}
}

// inParallel calls f with 0 to n-1, as many at a time as there are processors.
func inParallel(n int, f func(int)) {
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for k := range n {
		free <- struct{}{}
		wg.Go(func() {
			f(k)
			<-free
		})
	}
	wg.Wait()
}
