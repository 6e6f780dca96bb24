package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Compare sets solvers side by side in one unit: the table has a row for each instance, in order
// of appearance, and a column for each of the solvers. The first solver is the base. All rows of a
// search are samples of one cell. In a unit that means the same only within a choice rule or a counter
// class, the classes say which solvers are compared.
func Compare(rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	g := GroupBy(rows)
	g.classes = []results.Classes{classes}
	t := tabulation{Table: Table{Method: stats.DefaultMethod, Columns: solvers, Solvers: true, Searches: true},
		unit: results.MustUnit(unit), whole: true, test: stats.NewUTest(stats.DefaultMethod)}
	var all []placed
	for row, line := range g.lines() {
		t.labels = append(t.labels, g.rows.ID(row))
		for col, solver := range solvers { // a column may be given twice
			if k := slices.Index(g.Solvers, solver); k >= 0 && len(line[k].rows) > 0 {
				all = append(all, placed{place{row: row, col: col}, &line[k]})
			}
		}
	}
	t.fill(all)
	return t.Table
}

// place is the position of a group in a table. A cell may have several searches, if a row is a family. Each
// is a group of its own, because samples of different searches must not be mixed.
type place struct {
	row, col int
	search   results.Search
}

// placed is a group at its place.
type placed struct {
	place
	*Group
}

// tabulation makes one table. Its columns are those of all tables at first.
type tabulation struct {
	Table
	unit   results.Unit
	labels []string // of rows, by place
	whole  bool     // the table has all columns, and shows a search without a value by its status
	marks  bool     // only the marks of cells are wanted, without a verdict
	drifts bool     // the columns may be of runs that were not measured in turns
	test   *stats.UTest

	summary   stats.Summarizer
	at        map[int]int // from the place of a column to its number in the table
	searches  [][]search  // by row: those with a value in some column
	families  []string    // by row: of all its searches, or else the row's label
	few, need int         // cells with too few samples, which need
}

// search has the groups of one search by column; nil where it has no value.
type search []*Group

// fill makes the table of groups that are sorted by place.
func (t *tabulation) fill(all []placed) {
	t.Unit, t.Exact, t.at, t.summary = t.unit.Name, t.unit.Exact, map[int]int{}, stats.NewSummarizer(t.unit.Exact, t.Confidence)
	var kept []placed
	for _, g := range all {
		if t.has(g.Group) {
			kept, t.at[g.col] = append(kept, g), 0
		}
	}
	columns := t.Columns
	t.Columns = nil
	for col, name := range columns {
		if _, has := t.at[col]; has || t.whole {
			t.at[col], t.Columns = len(t.Columns), append(t.Columns, name)
		}
	}
	t.Verdicts, t.Started = make([]Verdict, len(t.Columns)), make([]bool, len(t.Columns))
	if t.drifts && t.unit.Form == results.AsDuration && len(kept) > 0 {
		t.setDrifts(kept)
	}
	for from, to := 0, 0; from < len(kept); from = to {
		for to < len(kept) && kept[to].row == kept[from].row {
			to++
		}
		t.add(kept[from:to])
	}
	ofCells := t.Warnings
	t.Warnings = nil
	if t.correct(); !t.marks {
		t.sumUp()
	}
	t.Warnings = append(t.Warnings, ofCells...)
}

// has reports whether a group has a value in the unit, or a status in its place.
func (t *tabulation) has(g *Group) bool {
	return slices.ContainsFunc(g.rows, func(k int32) bool {
		row := g.in.rows.At(int(k))
		_, ok := g.in.value(row, t.unit)
		return ok || t.whole && !row.Measured()
	})
}

// add adds the row of some groups. If no column has several searches, they count as one: of runs with one
// solver each, the solvers are compared.
func (t *tabulation) add(groups []placed) {
	row, family, mean := Row{t.labels[groups[0].row], make([]Cell, len(t.Columns))}, groups[0].family(), false
	for k, g := range groups {
		mean = mean || k > 0 && g.col == groups[k-1].col
		if g.family() != family {
			family = ""
		}
	}
	var all []search
	number := map[results.Search]int{}
	for _, g := range groups {
		k, status := t.at[g.col], g.status()
		cell := &row.Cells[k]
		if cell.Mean = mean; cell.Status == "" || results.Worse(status, cell.Status) {
			cell.Status = status
		}
		t.Started[k] = t.Started[k] || !t.Exact && slices.Contains(RankUnits, t.Unit) && g.started()
		if !results.Valued(status) {
			continue
		}
		name := g.search
		if !mean {
			name = results.Search{}
		}
		if _, known := number[name]; !known {
			number[name], all = len(all), append(all, make(search, len(t.Columns)))
		}
		all[number[name]][k] = g.Group
	}
	t.Rows = append(t.Rows, row)
	t.searches, t.families = append(t.searches, all), append(t.families, cmp.Or(family, " "+row.Label))
	switch {
	case mean:
		t.means(row, all)
	case len(all) > 0:
		t.samples(row, all[0])
	}
}

// severalMachinesText is the warning about a cell of another machine than the base of its row.
const severalMachinesText = "measured on another machine than the base, or on several; times are compared within a machine only"

// samples sets the cells of a row with one search.
func (t *tabulation) samples(row Row, of search) {
	base := row.Cells[0]
	for k, g := range of {
		if g == nil {
			continue
		}
		cell, name := &row.Cells[k], row.Label+", "+t.Columns[k]
		values, _ := g.values(t.unit)
		sum := t.summary.Of(values)
		cell.N, cell.Center, cell.Lo, cell.Hi = len(values), sum.Center, sum.Lo, sum.Hi
		t.warn(sum.Warnings, name)
		if text := g.varying(); text != "" {
			t.warnOnce(text, name)
		}
		if base = row.Cells[0]; !t.Exact && !g.together(cmp.Or(of[0], g)) {
			cell.Foreign = true
			t.warnOnce(severalMachinesText, name)
			continue
		}
		p, ok := t.pair(of, k)
		if k == 0 || !ok {
			continue
		}
		cell.Compared, cell.Base, cell.BaseN, cell.High, cell.Drift = true, base.Center, base.N, math.Inf(1), t.Verdicts[k].Drift
		if t.Exact {
			cell.Differs = cell.Center != base.Center || cell.Lo != base.Lo || cell.Hi != base.Hi
			continue
		}
		slices.Sort(p.Base)
		c, low, high := t.test.Compare(p.Base, values)
		t.warn(c.Warnings, name)
		r := t.allow(stats.Ratio{Low: low, High: high}, k)
		cell.P, cell.Adjusted, cell.Low, cell.High = c.P, c.P, r.Low, r.High
	}
}

// allow makes an interval of column k wider by the drift of the machine.
func (t *tabulation) allow(r stats.Ratio, k int) stats.Ratio {
	drift := cmp.Or(t.Verdicts[k].Drift, 1)
	return stats.Ratio{Value: r.Value, Low: r.Low / drift, High: r.High * drift}
}

// pair returns the samples of a search in the base and in another column, and whether they can be compared.
func (t *tabulation) pair(of search, k int) (p stats.Pair, ok bool) {
	base, other := of[0], of[k]
	if base == nil || other == nil || !other.comparable(base, t.unit.Same) || !t.Exact && !base.together(other) {
		return p, false
	}
	p.Base, _ = base.values(t.unit)
	p.Other, _ = other.values(t.unit)
	return p, true
}

// A row may have several searches, as a family has. They are compared one by one, and the ratios are
// summed up. The median of samples of different searches would show how much the searches differ.

// means sets the cells of a row with several searches.
func (t *tabulation) means(row Row, all []search) {
	whole, means := 0, make([]stats.GeoMean, len(row.Cells))
	var last []float64
	for _, of := range all {
		centers := make([]float64, len(of))
		lacks := false // a value above 0 in a column that has others of the row
		for k, g := range of {
			if g != nil {
				values, _ := g.values(t.unit)
				centers[k] = t.summary.Of(values).Center
			}
			lacks = lacks || row.Cells[k].Mean && !(centers[k] > 0)
		}
		if lacks {
			continue
		}
		whole, last = whole+1, centers
		for k, x := range centers {
			means[k].Add(x)
		}
	}
	for k := range row.Cells {
		cell := &row.Cells[k]
		switch {
		case cell.Mean && whole > 0:
			cell.N, cell.Center, cell.Lo, cell.Hi = whole, means[k].Mean(), math.Inf(-1), math.Inf(1)
			if whole == 1 {
				cell.Center = last[k] // not rounded
			}
		case results.Valued(cell.Status): // of no search that all columns have
			cell.Status = ""
		}
		if base := row.Cells[0]; k > 0 && cell.Mean && base.Mean {
			byFamily := map[string][]stats.Pair{}
			t.addPairs(byFamily, row.Label, all, k)
			if r := t.ratio(byFamily, k); r.Value > 0 {
				cell.Compared, cell.Ratio, cell.Base, cell.BaseN = true, r.Value, base.Center, base.N
				cell.Low, cell.High, cell.Drift, cell.Differs = r.Low, r.High, t.Verdicts[k].Drift, r.Low > 1 || r.High < 1
			}
		}
	}
	if whole < len(all) {
		t.warnOnce("a mean leaves out searches that lack a value above 0 in some column", row.Label)
	}
}

// addPairs adds the samples of the searches of a row that column k and the base have, by family. A row of
// another program is a family of its own.
func (t *tabulation) addPairs(byFamily map[string][]stats.Pair, label string, all []search, k int) {
	for _, of := range all {
		if p, ok := t.pair(of, k); ok {
			family := cmp.Or(of[0].family(), " "+label)
			byFamily[family] = append(byFamily[family], p)
		}
	}
}

// ratio returns the mean ratio of column k to the base over some searches. It is the zero Ratio if a
// value is 0 or there is no search.
func (t *tabulation) ratio(byFamily map[string][]stats.Pair, k int) stats.Ratio {
	var mean stats.FamilyMean
	var families [][]stats.Pair
	interval := true
	for _, family := range slices.Sorted(maps.Keys(byFamily)) {
		families = append(families, byFamily[family])
		for _, p := range byFamily[family] {
			base, other := t.summary.Of(p.Base).Center, t.summary.Of(p.Other).Center
			if !(base > 0 && other > 0) {
				return stats.Ratio{}
			}
			mean.Add(family, other/base)
			interval = interval && slices.Min(p.Base) > 0 && slices.Min(p.Other) > 0 // the median is above 0, but not the least
		}
	}
	switch x := mean.Mean(); {
	case x == 0:
		return stats.Ratio{}
	case t.Exact:
		return stats.Ratio{Value: x, Low: x, High: x}
	case !interval:
		return stats.Ratio{Value: x, High: math.Inf(1)}
	}
	return t.allow(t.FamilyRatio(families), k)
}

// warn adds the warnings about a cell. Too few samples are counted, for one warning in the end.
func (t *tabulation) warn(errs []error, cell string) {
	for _, err := range errs {
		need := 0
		if _, e := fmt.Sscanf(err.Error(), "need >= %d samples", &need); e != nil {
			t.warnOnce(err.Error(), cell)
			continue
		}
		t.few, t.need = t.few+1, max(t.need, need)
	}
}

// warnOnce adds a warning about a cell. Equal warnings are counted.
func (t *tabulation) warnOnce(text, cell string) {
	k := slices.IndexFunc(t.Warnings, func(w Warning) bool { return w.Text == text })
	if k < 0 {
		k, t.Warnings = len(t.Warnings), append(t.Warnings, Warning{Text: text, First: cell})
	}
	t.Warnings[k].Cells++
}
