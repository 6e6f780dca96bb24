package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// builder makes a table of a collection.
type builder struct {
	*Collection
	unit     int
	exact    bool
	same     results.Agreement // which groups have comparable values
	config   [][2]string
	test     *stats.UTest
	summary  stats.Summarizer
	rows     [][]*group // sorted by column, then member
	cols     []int
	colAt    map[int]int // the place of each column in the table
	drifts   []float64   // by place; see Verdict.Drift
	single   []bool      // by place; see Verdict.Single
	verdicts adjusted
	warned   warnings
	few      shortage
}

// newBuilder returns the builder of a table, with its rows and columns.
func newBuilder(d *Collection, p part, unit int, test *stats.UTest) *builder {
	exact, in := d.units[unit].Exact, p.times
	if exact {
		in = p.counts
	}
	known, _ := results.FindUnit(d.units[unit].Name)
	b := &builder{Collection: d, unit: unit, exact: exact, same: known.Same, config: in.config, test: test, colAt: map[int]int{},
		summary: stats.NewSummarizer(exact, d.method.Confidence)}
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
	b.drifts, b.single = make([]float64, len(b.cols)), make([]bool, len(b.cols))
	if d.searches && d.runs > 1 && known.Form == results.AsDuration {
		b.setDrifts()
	}
	return b
}

// table makes the table.
func (b *builder) table() Table {
	unit := b.units[b.unit]
	t := Table{Config: b.config, Unit: unit.Name, Exact: unit.Exact, Solvers: b.solvers, Searches: b.searches,
		Alpha: b.method.Alpha, Confidence: b.method.Confidence, Correction: b.method.Correction}
	for _, col := range b.cols {
		t.Columns = append(t.Columns, b.Collection.cols[col])
	}
	t.Started = b.started()
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

// started returns the columns whose times include the start of a program. They are no solvers if other
// keys make the columns; then a column may have several.
func (b *builder) started() []bool {
	all := make([]bool, len(b.cols))
	known, _ := results.FindUnit(b.units[b.unit].Name)
	if !b.exact && slices.Contains(RankUnits, known.Name) {
		for _, groups := range b.rows {
			for _, g := range groups {
				if at, ok := b.colAt[g.col]; ok && g.started {
					all[at] = true
				}
			}
		}
	}
	return all
}

// row computes the cells of row k.
func (b *builder) row(k int) Row {
	groups := b.rows[k]
	row := Row{shortLabel(b.Collection.rows[groups[0].row]), make([]Cell, len(b.cols))}
	if mixed(groups) {
		b.means(k, row)
		return row
	}
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
		b.warn(sum.Warnings, column)
		if text := g.varying(); text != "" {
			b.warned.of(text, column)
		}
		if !b.exact && !b.store.together(g, cmp.Or(first, g)) {
			cell.Foreign = true
			b.warned.of(severalMachinesText, column)
			continue
		}
		if at > 0 && base != nil && g.comparable(first, b.same) {
			b.warn(b.against(cell, row.Cells[0], base, values, b.drifts[at]), column)
		}
	}
	return row
}

// severalMachinesText is the warning about a cell of another machine than the base of its row.
const severalMachinesText = "measured on another machine than the base, or on several; times are compared within a machine only"

// against compares a cell with the base, and returns the warnings of the test.
func (b *builder) against(cell *Cell, base Cell, old, now []float64, drift float64) []error {
	cell.Compared, cell.Base, cell.BaseN, cell.High = true, base.Center, base.N, math.Inf(1)
	if b.exact {
		cell.Differs = cell.Center != base.Center || cell.Lo != base.Lo || cell.Hi != base.Hi
		return nil
	}
	c, low, high := b.test.Compare(old, now)
	cell.P, cell.Adjusted = c.P, c.P
	cell.allow(stats.Ratio{Low: low, High: high}, drift)
	return c.Warnings
}

// allow sets the interval, which a drift makes wider.
func (c *Cell) allow(r stats.Ratio, drift float64) {
	c.Low, c.High, c.Drift = r.Low, r.High, drift
	if drift > 0 {
		c.Low, c.High = c.Low/drift, c.High*drift
	}
}

// shortage counts cells with too few samples for what a table shows.
type shortage struct{ cells, need int }

// warn adds the warnings about a cell. Too few samples are counted, for one warning in the end.
func (b *builder) warn(errs []error, column func() string) {
	for _, err := range errs {
		need := 0
		if _, e := fmt.Sscanf(err.Error(), "need >= %d samples", &need); e != nil {
			b.warned.of(err.Error(), column)
			continue
		}
		b.few.cells, b.few.need = b.few.cells+1, max(b.few.need, need)
	}
}
