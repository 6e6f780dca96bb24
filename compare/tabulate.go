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

// Tabulate sets solvers side by side in one unit: the table has a row for each instance, in order
// of appearance, and a column for each of the solvers. The first solver is the base. All rows of a
// search are samples of one cell. In a unit that means the same only within a choice rule or a counter
// class, the classes say which solvers are compared.
func Tabulate(rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	return tabulate(DefaultMethod, rows, unit, solvers, classes)
}

// Judge is Tabulate with an interval for the verdict on each solver over all instances, which takes up
// to 20 ms a solver.
func Judge(rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	m := DefaultMethod
	m.Paired = true
	return tabulate(m, rows, unit, solvers, classes)
}

func tabulate(m Method, rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	g := GroupBy(rows)
	g.classes = []results.Classes{classes}
	t := tabulation{Method: m, unit: results.MustUnit(unit), columns: solvers, whole: true, solvers: true, searches: true,
		test: stats.NewUTest(m.Method)}
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
	return t.table()
}

// place is the position of a group in tables. A cell may have several members: the searches of a
// family, if a row is a family. Each is a group of its own, because samples of different searches must
// not be mixed.
type place struct{ table, row, col, member int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.table, q.table), cmp.Compare(p.row, q.row), cmp.Compare(p.col, q.col),
		cmp.Compare(p.member, q.member))
}

// placed is a group at its place.
type placed struct {
	place
	*Group
}

// tabulation makes one table.
type tabulation struct {
	Method
	unit              results.Unit
	config            [][2]string
	labels            []string // of rows, by place
	columns           []string // by place
	whole             bool     // the table has all columns, and shows a search without a value by its status
	solvers, searches bool     // see Table
	drifts            bool     // the columns may be of runs that were not measured in turns
	test              *stats.UTest

	rows     [][]placed  // by column and member; those with a value in the unit
	cols     []int       // the columns of the table
	at       map[int]int // their numbers in the table
	summary  stats.Summarizer
	allow    []float64 // by column; see Verdict.Drift
	single   []bool    // by column; see Verdict.Single
	warnings []Warning
	few      int // cells with too few samples, which need
	need     int
}

// fill takes the groups of the table, sorted by place.
func (t *tabulation) fill(all []placed) {
	t.at, t.summary = map[int]int{}, stats.NewSummarizer(t.unit.Exact, t.Confidence)
	for from, to := 0, 0; from < len(all); from = to {
		any := false
		for ; to < len(all) && all[to].row == all[from].row; to++ {
			if t.has(all[to].Group) {
				any, t.at[all[to].col] = true, 0
			}
		}
		if any {
			t.rows = append(t.rows, all[from:to])
		}
	}
	for col := range t.columns {
		if _, has := t.at[col]; has || t.whole {
			t.at[col], t.cols = len(t.cols), append(t.cols, col)
		}
	}
	t.allow, t.single = make([]float64, len(t.cols)), make([]bool, len(t.cols))
	if t.drifts && t.unit.Form == results.AsDuration {
		t.setDrifts()
	}
}

// has reports whether a group has a value in the unit, or a status in its place.
func (t *tabulation) has(g *Group) bool {
	return slices.ContainsFunc(g.rows, func(k int32) bool {
		row := g.in.rows.At(int(k))
		_, ok := g.in.value(row, t.unit)
		return ok || t.whole && !row.Measured()
	})
}

// table makes the table.
func (t *tabulation) table() Table {
	to := Table{Config: t.config, Unit: t.unit.Name, Exact: t.unit.Exact, Solvers: t.solvers, Searches: t.searches,
		Alpha: t.Alpha, Confidence: t.Confidence, Correction: t.Correction, Started: make([]bool, len(t.cols))}
	for _, col := range t.cols {
		to.Columns = append(to.Columns, t.columns[col])
	}
	ranked := !t.unit.Exact && slices.Contains(RankUnits, t.unit.Name)
	for _, groups := range t.rows {
		to.Rows = append(to.Rows, t.row(groups))
		for _, g := range groups {
			if at, ok := t.at[g.col]; ok && ranked && !to.Started[at] {
				to.Started[at] = g.started()
			}
		}
	}
	t.correct(&to)
	t.sumUp(&to)
	to.Warnings = append(to.Warnings, t.warnings...)
	return to
}

// mixed reports whether a row has several searches in some column.
func mixed(groups []placed) bool {
	for k, g := range groups {
		if k > 0 && g.col == groups[k-1].col {
			return true
		}
	}
	return false
}

// members returns the groups with values of each search of a row, by column. If no column has several,
// they count as one search: of runs with one solver each, the solvers are compared.
func (t *tabulation) members(groups []placed) (all [][]*Group) {
	at, mean := map[int]int{}, mixed(groups)
	for _, g := range groups {
		col, ok := t.at[g.col]
		if !ok || !results.Valued(g.status()) || !t.has(g.Group) {
			continue
		}
		member := g.member
		if !mean {
			member = 0
		}
		if _, known := at[member]; !known {
			at[member], all = len(all), append(all, make([]*Group, len(t.cols)))
		}
		all[at[member]][col] = g.Group
	}
	return all
}

// row computes the cells of a row.
func (t *tabulation) row(groups []placed) Row {
	row := Row{t.labels[groups[0].row], make([]Cell, len(t.cols))}
	mean := mixed(groups)
	for _, g := range groups {
		if at, ok := t.at[g.col]; ok && t.has(g.Group) {
			cell := &row.Cells[at]
			cell.Mean = mean
			if s := g.status(); cell.Status == "" || results.Worse(s, cell.Status) {
				cell.Status = s
			}
		}
	}
	members := t.members(groups)
	switch {
	case mean:
		t.means(row, members)
	case len(members) > 0:
		t.search(row, members[0])
	}
	return row
}

// severalMachinesText is the warning about a cell of another machine than the base of its row.
const severalMachinesText = "measured on another machine than the base, or on several; times are compared within a machine only"

// search sets the cells of a row with one search, of which the columns have these groups or nil.
func (t *tabulation) search(row Row, of []*Group) {
	base := of[0]
	for k, g := range of {
		if g == nil {
			continue
		}
		cell, name := &row.Cells[k], row.Label+", "+t.columns[t.cols[k]]
		values, _ := g.values(t.unit)
		sum := t.summary.Of(values)
		cell.N, cell.Center, cell.Lo, cell.Hi = len(values), sum.Center, sum.Lo, sum.Hi
		t.warn(sum.Warnings, name)
		if text := g.varying(); text != "" {
			t.warnOnce(text, name)
		}
		if !t.unit.Exact && !g.together(cmp.Or(base, g)) {
			cell.Foreign = true
			t.warnOnce(severalMachinesText, name)
		} else if k > 0 && base != nil && g.comparable(base, t.unit.Same) {
			t.against(cell, row.Cells[0], base, values, t.allow[k], name)
		}
	}
}

// against compares a cell with the base.
func (t *tabulation) against(cell *Cell, base Cell, group *Group, values []float64, drift float64, name string) {
	cell.Compared, cell.Base, cell.BaseN, cell.High, cell.Drift = true, base.Center, base.N, math.Inf(1), drift
	if t.unit.Exact {
		cell.Differs = cell.Center != base.Center || cell.Lo != base.Lo || cell.Hi != base.Hi
		return
	}
	old, _ := group.values(t.unit)
	slices.Sort(old)
	c, low, high := t.test.Compare(old, values)
	t.warn(c.Warnings, name)
	r := allow(stats.Ratio{Low: low, High: high}, drift)
	cell.P, cell.Adjusted, cell.Low, cell.High = c.P, c.P, r.Low, r.High
}

// allow makes an interval wider by a drift, or leaves it as it is without one.
func allow(r stats.Ratio, drift float64) stats.Ratio {
	if drift > 0 {
		r.Low, r.High = r.Low/drift, r.High*drift
	}
	return r
}

// A row may have several searches, as a family has. They are compared one by one, and the ratios are
// summed up. The median of samples of different searches would show how much the searches differ.

// means sets the cells of a row with several searches.
func (t *tabulation) means(row Row, members [][]*Group) {
	whole, means := 0, make([]stats.GeoMean, len(t.cols))
	var last []float64
	for _, of := range members {
		centers := make([]float64, len(of))
		for k, g := range of {
			if g != nil {
				centers[k] = t.center(g)
			}
		}
		if lacks(row.Cells, centers) {
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
			if r := t.ratio(t.pairs(row.Label, members, k), k); r.Value > 0 {
				cell.Compared, cell.Ratio, cell.Base, cell.BaseN = true, r.Value, base.Center, base.N
				cell.Low, cell.High, cell.Drift, cell.Differs = r.Low, r.High, t.allow[k], r.Low > 1 || r.High < 1
			}
		}
	}
	if whole < len(members) {
		t.warnOnce("a mean leaves out searches that lack a value above 0 in some column", row.Label)
	}
}

// lacks reports whether a search has no value above 0 in a column that has others of its row.
func lacks(cells []Cell, centers []float64) bool {
	for k, c := range cells {
		if c.Mean && !(centers[k] > 0) {
			return true
		}
	}
	return false
}

// center returns the median of a group, or the most frequent value of a counter.
func (t *tabulation) center(g *Group) float64 {
	values, _ := g.values(t.unit)
	return t.summary.Of(values).Center
}

// pairs are the samples of searches that two columns have, by family. A row of another program is a
// family of its own.
type pairs map[string][]stats.Pair

// pairs returns the searches of a row that the base and another column have, and that can be compared.
func (t *tabulation) pairs(label string, members [][]*Group, k int) pairs {
	all := pairs{}
	for _, of := range members {
		base, other := of[0], of[k]
		if base == nil || other == nil || !other.comparable(base, t.unit.Same) || !t.unit.Exact && !base.together(other) {
			continue
		}
		var p stats.Pair
		p.Base, _ = base.values(t.unit)
		p.Other, _ = other.values(t.unit)
		family := cmp.Or(base.family(), " "+label)
		all[family] = append(all[family], p)
	}
	return all
}

// ratio returns the mean ratio of column k to the base over some searches. It is the zero Ratio if a
// value is 0 or there is no search.
func (t *tabulation) ratio(all pairs, k int) stats.Ratio {
	var mean stats.FamilyMean
	var families [][]stats.Pair
	interval := t.Paired
	for _, family := range slices.Sorted(maps.Keys(all)) {
		families = append(families, all[family])
		for _, p := range all[family] {
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
	case t.unit.Exact:
		return stats.Ratio{Value: x, Low: x, High: x}
	case !interval:
		return stats.Ratio{Value: x, High: math.Inf(1)}
	}
	return allow(t.FamilyRatio(families), t.allow[k])
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
	k := slices.IndexFunc(t.warnings, func(w Warning) bool { return w.Text == text })
	if k < 0 {
		k, t.warnings = len(t.warnings), append(t.warnings, Warning{Text: text, First: cell})
	}
	t.warnings[k].Cells++
}
