package compare

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

// builder makes a table of a collection.
type builder struct {
	*Collection
	part
	test          *tester
	exact         bool
	starts        []int32 // the indices in order where rows with values start, and the end
	cols          []int32
	colAt         []int32 // the position of each column in the table, from 1; 0 if it is not in the table
	withinCounter bool    // the unit means the same only within a counter class
	verdicts      adjusted
}

// newBuilder returns the builder of a part, with its rows and columns.
func newBuilder(d *Collection, p part, test *tester) *builder {
	b := &builder{Collection: d, part: p, test: test, exact: d.units[p.unit].Exact, colAt: make([]int32, len(d.cols)),
		withinCounter: slices.Contains(d.method.WithinCounter, d.units[p.unit].Name)}
	row, all := int32(-1), d.allColumns
	for k := p.from; k < p.to; k++ {
		g := d.store.at(d.order[k])
		if g.row == row && (all || b.colAt[g.col] > 0) || !d.has(d.order[k], int(p.unit)) {
			continue
		}
		if g.row != row {
			row = g.row
			b.starts = append(b.starts, k)
		}
		b.colAt[g.col] = 1
	}
	b.starts = append(b.starts, p.to)
	for k := range b.colAt {
		if all || b.colAt[k] > 0 {
			b.cols = append(b.cols, int32(k))
			b.colAt[k] = int32(len(b.cols))
		}
	}
	return b
}

// rows returns the number of rows.
func (b *builder) rows() int { return len(b.starts) - 1 }

// table makes the table. It computes the rows twice: now, for the values that depend on several rows,
// and again when they are asked for, because the cells of a million rows take 300 MB. The rows of a
// small table are kept.
func (b *builder) table() Table {
	unit := b.units[b.unit]
	t := Table{Unit: unit.Name, Exact: unit.Exact, Solvers: b.solvers, source: b,
		Alpha: b.method.Alpha, Confidence: b.method.Confidence, Correction: b.method.Correction}
	if b.tables != nil {
		t.Config = config(b.tables[b.part.table])
		if others := b.united[b.part.table]; t.Exact && others != nil {
			t.Config = shared(others)
		}
	}
	for _, col := range b.cols {
		t.Columns = append(t.Columns, b.Collection.cols[col])
	}
	sums := newSums(b, len(b.cols))
	var warned warnings
	b.each(nil, &warned, func(k int, one *computed) bool {
		sums.add(k, one)
		return true
	})
	sums.finish(&t)
	t.Warnings = append(t.Warnings, warned.list...)
	if len(b.cols)*b.rows() <= mostKept {
		for _, row := range t.All() {
			row.Cells = slices.Clone(row.Cells)
			t.Rows = append(t.Rows, row)
		}
		t.source = nil
	}
	return t
}

// mostKept is the greatest number of cells that a table keeps.
const mostKept = 1 << 12

// computed is a row of a table.
type computed struct {
	Row
	logs []float64 // by column, of the ratio of the medians; not a number if they cannot be paired
}

// each computes the rows with some numbers, or all rows for nil, on all processors. It passes them on
// in the given order until do returns false. A row is valid until do returns. The warnings may be nil.
func (b *builder) each(numbers []int32, warned *warnings, do func(k int, one *computed) bool) {
	total, number := b.rows(), func(k int) int { return k }
	if numbers != nil {
		total, number = len(numbers), func(k int) int { return int(numbers[k]) }
	}
	const block, enough = 2048, 64 // rows at a time, and rows for a worker
	n := min(total, block)
	workers := make([]worker, min(runtime.GOMAXPROCS(0), 1+n/enough))
	for k := range workers {
		w := &workers[k]
		w.builder, w.sum = b, newSummarizer(b.exact, b.method.Confidence)
		w.base.Thresholds = &benchmath.Thresholds{CompareAlpha: b.method.Alpha}
		w.sample.Thresholds = w.base.Thresholds
	}
	rows, cells, logs := make([]computed, n), make([]Cell, n*len(b.cols)), make([]float64, n*len(b.cols))
	for from := 0; from < total; from += block {
		n := min(block, total-from)
		clear(cells)
		inParallel(len(workers), func(k int) {
			// The rows of a worker are consecutive, so that its first warning is about the first row.
			for at := k * n / len(workers); at < (k+1)*n/len(workers); at++ {
				first, end := at*len(b.cols), (at+1)*len(b.cols)
				rows[at] = computed{Row{Cells: cells[first:end:end]}, logs[first:end:end]}
				workers[k].row(&rows[at], number(from+at))
			}
		})
		for k := range workers {
			for _, one := range workers[k].warn.list {
				if warned != nil {
					warned.put(one)
				}
			}
			workers[k].warn = warnings{}
		}
		for k := range n {
			if !do(number(from+k), &rows[k]) {
				return
			}
		}
	}
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
	warn         warnings
	sum          summarizer
	base, sample benchmath.Sample
	key          []byte // a buffer for the tester
	sizes        sizes  // of the last comparison
	end          int    // of its interval
}

// row computes the cells of row k. Its groups are sorted by column.
func (w *worker) row(row *computed, k int) {
	groups := w.order[w.starts[k]:w.starts[k+1]]
	first := w.store.at(groups[0]) // the group of the base, if it has samples
	row.Label = w.label(first.row)
	w.base.Values = w.base.Values[:0]
	for k := range row.logs {
		row.logs[k] = math.NaN()
	}
	for _, id := range groups {
		g := w.store.at(id)
		k := int(w.colAt[g.col]) - 1
		to := &w.sample
		if k == 0 {
			to = &w.base
		}
		if to.Values = w.appendValues(to.Values[:0], id, int(w.unit)); len(to.Values) == 0 {
			continue
		}
		cell := &row.Cells[k]
		cell.Status = w.store.statuses[g.status]
		if !measured(cell.Status) {
			to.Values = to.Values[:0]
			continue
		}
		column := func() string { return row.Label + ", " + w.Collection.cols[g.col] }
		w.warn.add(w.sum.summarize(cell, to), column)
		if w.varying != nil && w.varying[g.residue] != "" {
			w.warn.of(w.varying[g.residue], column)
		}
		if !w.exact && !w.store.machines.comparable(g, w.baseOf(g, first)) {
			cell.Foreign = true
			w.warn.of(severalMachinesText, column)
			continue
		}
		if k > 0 && len(w.base.Values) > 0 && (!w.withinCounter || g.sameCounter(first)) {
			w.warn.add(w.against(cell, row.Cells[0]), column)
			if w.base.Values[0] > 0 && to.Values[0] > 0 {
				row.logs[k] = math.Log(Median(to.Values) / Median(w.base.Values))
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
	if w.exact {
		cell.Differs = cell.Center != base.Center || cell.Lo != base.Lo || cell.Hi != base.Hi
		return nil
	}
	c := w.test.compare(&w.base, &w.sample, &w.key)
	cell.P, cell.Adjusted = c.P, c.P
	if at := (sizes{base.N, cell.N}); at != w.sizes {
		w.sizes, w.end = at, w.test.end(at, w.method.Confidence)
	}
	cell.Low, cell.High = ratioInterval(w.base.Values, w.sample.Values, w.end)
	if w.verdicts.known != nil {
		w.verdicts.apply(cell)
	}
	return c.Warnings
}

// pair returns the samples of a row in the base and in another column.
func (b *builder) pair(row, col int) (p Pair) {
	for _, id := range b.order[b.starts[row]:b.starts[row+1]] {
		switch int(b.colAt[b.store.at(id).col]) - 1 {
		case 0:
			p.Base = b.appendValues(p.Base, id, int(b.unit))
		case col:
			p.Other = b.appendValues(p.Other, id, int(b.unit))
		}
	}
	slices.Sort(p.Base)
	slices.Sort(p.Other)
	return p
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
