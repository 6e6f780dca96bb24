package compare

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/perf/benchproc"

	"xcbench/internal/stats"
)

// builder makes a table of a collection.
type builder struct {
	*Collection
	part
	test          *stats.UTest
	exact         bool
	starts        []int32 // the indices in order where rows with values start, and the end
	cols          []int32
	colAt         []int32 // the position of each column in the table, from 1; 0 if it is not in the table
	withinCounter bool    // the unit means the same only within a counter class
	verdicts      adjusted
}

// newBuilder returns the builder of a part, with its rows and columns.
func newBuilder(d *Collection, p part, test *stats.UTest) *builder {
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
	b.each(nil, &warned, func(k int, one *Row) bool {
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

// each computes the rows with some numbers, or all rows for nil, on all processors. It passes them on
// in the given order until do returns false. A row is valid until do returns. The warnings may be nil.
func (b *builder) each(numbers []int32, warned *warnings, do func(k int, one *Row) bool) {
	total, number := b.rows(), func(k int) int { return k }
	if numbers != nil {
		total, number = len(numbers), func(k int) int { return int(numbers[k]) }
	}
	const block, enough = 2048, 64 // rows at a time, and rows for a worker
	n := min(total, block)
	workers := make([]worker, min(runtime.GOMAXPROCS(0), 1+n/enough))
	for k := range workers {
		w := &workers[k]
		w.builder, w.sum = b, stats.NewSummarizer(b.exact, b.method.Confidence)
	}
	rows, cells := make([]Row, n), make([]Cell, n*len(b.cols))
	for from := 0; from < total; from += block {
		n := min(block, total-from)
		clear(cells)
		var wg sync.WaitGroup
		for k := range workers {
			wg.Go(func() {
				// The rows of a worker are consecutive, so that its first warning is about the first row.
				for at := k * n / len(workers); at < (k+1)*n/len(workers); at++ {
					first, end := at*len(b.cols), (at+1)*len(b.cols)
					rows[at] = Row{Cells: cells[first:end:end]}
					workers[k].row(&rows[at], number(from+at))
				}
			})
		}
		wg.Wait()
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
	sum          stats.Summarizer
	base, sample []float64
}

// row computes the cells of row k. Its groups are sorted by column.
func (w *worker) row(row *Row, k int) {
	groups := w.order[w.starts[k]:w.starts[k+1]]
	first := w.store.at(groups[0]) // the group of the base, if it has samples
	row.Label = w.label(first.row)
	w.base = w.base[:0]
	for _, id := range groups {
		g := w.store.at(id)
		k := int(w.colAt[g.col]) - 1
		to := &w.sample
		if k == 0 {
			to = &w.base
		}
		if *to = w.appendValues((*to)[:0], id, int(w.unit)); len(*to) == 0 {
			continue
		}
		cell := &row.Cells[k]
		cell.Status = w.store.statuses[g.status]
		if !measured(cell.Status) {
			*to = (*to)[:0]
			continue
		}
		column := func() string { return row.Label + ", " + w.Collection.cols[g.col] }
		sum := w.sum.Of(*to)
		cell.N, cell.Center, cell.Lo, cell.Hi = len(*to), sum.Center, sum.Lo, sum.Hi
		w.warn.add(sum.Warnings, column)
		if w.varying != nil && w.varying[g.residue] != "" {
			w.warn.of(w.varying[g.residue], column)
		}
		if !w.exact && !w.store.machines.comparable(g, w.baseOf(g, first)) {
			cell.Foreign = true
			w.warn.of(severalMachinesText, column)
			continue
		}
		if k > 0 && len(w.base) > 0 && (!w.withinCounter || g.sameCounter(first)) {
			w.warn.add(w.against(cell, row.Cells[0]), column)
		}
	}
}

// baseOf returns the group that a cell is compared with: itself if the base has no value.
func (w *worker) baseOf(g, first *group) *group {
	if len(w.base) == 0 {
		return g
	}
	return first
}

// against compares a cell with the base, and returns the warnings of the test.
func (w *worker) against(cell *Cell, base Cell) []error {
	cell.Compared, cell.Base, cell.BaseN, cell.High = true, base.Center, base.N, math.Inf(1)
	if w.exact {
		cell.Differs = cell.Center != base.Center || cell.Lo != base.Lo || cell.Hi != base.Hi
		return nil
	}
	c, low, high := w.test.Compare(w.base, w.sample)
	cell.P, cell.Adjusted, cell.Low, cell.High = c.P, c.P, low, high
	if w.verdicts.known != nil {
		w.verdicts.apply(cell)
	}
	return c.Warnings
}

// pair returns the samples of a row in the base and in another column.
func (b *builder) pair(row, col int) (p stats.Pair) {
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
