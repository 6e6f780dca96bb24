package compare

import (
	"cmp"
	"math"
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// builder makes a table of a collection.
type builder struct {
	*Collection
	unit          int
	exact         bool
	config        [][2]string
	withinCounter bool // the unit means the same only within a counter class
	test          *stats.UTest
	summary       stats.Summarizer
	rows          [][]*group // sorted by column
	cols          []int
	colAt         map[int]int // the place of each column in the table
	verdicts      adjusted
	warned        warnings
}

// newBuilder returns the builder of a table, with its rows and columns.
func newBuilder(d *Collection, p part, unit int, test *stats.UTest) *builder {
	exact, in := d.units[unit].Exact, p.times
	if exact {
		in = p.counts
	}
	b := &builder{Collection: d, unit: unit, exact: exact, config: in.config, test: test, colAt: map[int]int{},
		summary:       stats.NewSummarizer(exact, d.method.Confidence),
		withinCounter: slices.Contains(d.method.WithinCounter, d.units[unit].Name)}
	for groups, from := in.groups, 0; from < len(groups); {
		to, any := from, false
		for to < len(groups) && groups[to].row == groups[from].row {
			if g := groups[to]; g.has(unit) {
				any, b.colAt[g.col] = true, 0
			}
			to++
		}
		if any {
			b.rows = append(b.rows, groups[from:to])
		}
		from = to
	}
	for col := range d.cols {
		if _, has := b.colAt[col]; has || d.allColumns {
			b.colAt[col], b.cols = len(b.cols), append(b.cols, col)
		}
	}
	return b
}

// table makes the table.
func (b *builder) table() Table {
	unit := b.units[b.unit]
	t := Table{Config: b.config, Unit: unit.Name, Exact: unit.Exact, Solvers: b.solvers, source: b,
		Alpha: b.method.Alpha, Confidence: b.method.Confidence, Correction: b.method.Correction}
	for _, col := range b.cols {
		t.Columns = append(t.Columns, b.Collection.cols[col])
	}
	sums := newSums(b, len(b.cols))
	for k := range b.rows {
		t.Rows = append(t.Rows, b.row(k))
		sums.add(k, &t.Rows[k])
	}
	sums.finish(&t)
	for _, row := range t.Rows {
		for k := range row.Cells {
			if !b.exact {
				b.verdicts.apply(&row.Cells[k])
			}
		}
	}
	t.Warnings = append(t.Warnings, b.warned.list...)
	return t
}

// row computes the cells of row k.
func (b *builder) row(k int) Row {
	groups := b.rows[k]
	row := Row{shortLabel(b.Collection.rows[groups[0].row]), make([]Cell, len(b.cols))}
	var first *group // the group of the base, if it has values
	var base []float64
	for _, g := range groups {
		at, ok := b.colAt[g.col]
		values := g.values(b.unit)
		if !ok || len(values) == 0 {
			continue
		}
		cell := &row.Cells[at]
		if cell.Status = g.status; !results.Valued(g.status) {
			continue
		}
		if at == 0 {
			first, base = g, values
		}
		column := func() string { return row.Label + ", " + b.Collection.cols[g.col] }
		sum := b.summary.Of(values)
		cell.N, cell.Center, cell.Lo, cell.Hi = len(values), sum.Center, sum.Lo, sum.Hi
		b.warned.add(sum.Warnings, column)
		if text := g.varying(); text != "" {
			b.warned.of(text, column)
		}
		if !b.exact && !b.store.comparable(g, cmp.Or(first, g)) {
			cell.Foreign = true
			b.warned.of(severalMachinesText, column)
			continue
		}
		if at > 0 && base != nil && (!b.withinCounter || g.sameCounter(first)) {
			b.warned.add(b.against(cell, row.Cells[0], base, values), column)
		}
	}
	return row
}

// severalMachinesText is the warning about a cell of another machine than the base of its row.
const severalMachinesText = "measured on another machine than the base, or on several; times are compared within a machine only"

// against compares a cell with the base, and returns the warnings of the test.
func (b *builder) against(cell *Cell, base Cell, old, now []float64) []error {
	cell.Compared, cell.Base, cell.BaseN, cell.High = true, base.Center, base.N, math.Inf(1)
	if b.exact {
		cell.Differs = cell.Center != base.Center || cell.Lo != base.Lo || cell.Hi != base.Hi
		return nil
	}
	c, low, high := b.test.Compare(old, now)
	cell.P, cell.Adjusted, cell.Low, cell.High = c.P, c.P, low, high
	return c.Warnings
}

// pair returns the samples of a row in the base and in another column.
func (b *builder) pair(row, col int) (p stats.Pair) {
	for _, g := range b.rows[row] {
		switch at, ok := b.colAt[g.col]; {
		case !ok:
		case at == 0:
			p.Base = g.values(b.unit)
		case at == col:
			p.Other = g.values(b.unit)
		}
	}
	return p
}
