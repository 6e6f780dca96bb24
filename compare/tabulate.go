package compare

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"

	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Compare sets solvers side by side in one unit: the table has a row for each instance, in order
// of appearance, and a column for each of the solvers. The first solver is the base. All rows of a
// search are samples of one cell. In a unit that means the same only within a choice rule or a counter
// class, the classes say which solvers are compared. Without them, nil, the table has no means and verdicts, and
// is made sooner.
func Compare(rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	t := newTable(results.MustUnit(unit), stats.DefaultMethod, solvers...)
	t.Solvers, t.Searches, t.whole = true, true, true
	g := groupBy(classes, rows)
	var all []*Group
	for line := range g.lines() {
		t.labels = append(t.labels, line[0].InstanceID)
		for col, solver := range solvers {
			if k := slices.Index(g.Solvers, solver); k >= 0 && len(line[k].rows) > 0 {
				one := *line[k]
				one.col = col
				all = append(all, &one)
			}
		}
	}
	if t.fill(all); classes != nil {
		t.sumUp()
	}
	return t
}

// newTable returns a table without rows.
func newTable(u results.Unit, m stats.Method, columns ...string) Table {
	return Table{unit: u, Method: m, Columns: columns, test: stats.NewUTest(m)}
}

// search has the samples of one search in a row. The row of a family has several searches. Each is
// compared by itself, because the median of samples of different searches would show how much the searches
// differ.
type search struct {
	family string
	of     []*sample // by column; nil where it has no value
}

// sample has the values of a group in the unit of a table, sorted, and their median with its interval.
type sample struct {
	*Group
	values []float64
	benchmath.Summary
	out Reason // why it is not compared with the base of its row; "" if there is no base
}

// chunks yields the groups that follow each other and have the same key.
func chunks[K comparable](all []*Group, key func(*Group) K) iter.Seq[[]*Group] {
	return func(yield func([]*Group) bool) {
		for from, to := 0, 0; from < len(all); from = to {
			for to < len(all) && key(all[to]) == key(all[from]) {
				to++
			}
			if !yield(all[from:to]) {
				return
			}
		}
	}
}

// fill sets the cells of groups that are sorted by place, and marks them.
func (t *Table) fill(all []*Group) {
	t.Unit, t.Exact = t.unit.Name, t.unit.Exact
	all = slices.DeleteFunc(slices.Clone(all), func(g *Group) bool { return !t.has(g) })
	place, columns, used := map[int]int{}, t.Columns, map[int]bool{}
	for _, g := range all {
		used[g.col] = true
	}
	t.Columns = nil
	for col, name := range columns {
		if t.whole || used[col] {
			place[col], t.Columns = len(t.Columns), append(t.Columns, name)
		}
	}
	for k, g := range all {
		one := *g
		one.col, all[k] = place[g.col], &one
	}
	t.Verdicts, t.Started = make([]Verdict, len(t.Columns)), make([]bool, len(t.Columns))
	if t.drifts && t.unit.Form == results.AsDuration && len(all) > 0 {
		t.setDrifts(all)
	}
	for some := range chunks(all, func(g *Group) int { return g.row }) {
		t.add(t.labels[some[0].row], some)
	}
	t.correct()
}

// has reports whether a group has a value in the unit, or a status in its place.
func (t *Table) has(g *Group) bool {
	for _, row := range g.samples() {
		if _, ok := t.unit.Of(row); ok || t.whole && !results.Valued(row.Status) {
			return true
		}
	}
	return false
}

// add adds the row of some groups. If no column has several searches, they count as one: of runs with one
// solver each, the solvers are compared.
func (t *Table) add(label string, groups []*Group) {
	several := false
	for k := range groups[1:] {
		several = several || groups[k].col == groups[k+1].col
	}
	var all []search
	number, statuses := map[results.Search]int{}, make([]cover.Status, len(t.Columns))
	for _, g := range groups {
		if _, class := g.class(); class.TimesStart && slices.Contains(RankUnits, t.Unit) {
			t.Started[g.col] = true
		}
		if results.Worse(g.status, statuses[g.col]) {
			statuses[g.col] = g.status
		}
		if !results.Valued(g.status) {
			continue
		}
		name := g.Search
		if !several {
			name = results.Search{}
		}
		n, known := number[name]
		if !known { // a row of another program is a family of its own
			n, number[name] = len(all), len(all)
			all = append(all, search{cmp.Or(g.family, " "+label), make([]*sample, len(t.Columns))})
		}
		values, _ := g.values(t.unit)
		s := &sample{g, values, stats.Summary(values, t.Exact, t.Confidence), ""}
		if all[n].of[g.col] = s; g.col > 0 && all[n].of[0] != nil {
			s.out = s.unlike(all[n].of[0].Group, t.unit)
		} else if s.unlike(g, t.unit) != "" {
			s.out = OtherMachine
		}
	}
	row := Row{Label: label, searches: all}
	if several {
		row = t.mean(label, all)
	} else {
		row.Cells = make([]Cell, len(t.Columns))
	}
	for k := range row.Cells {
		c := &row.Cells[k]
		if !several && len(all) > 0 && all[0].of[k] != nil {
			t.compare(c, &row.Cells[0], all[0].of[k], all[0].of[0])
		}
		if c.N > 0 || !results.Valued(statuses[k]) {
			c.Status = statuses[k]
		}
	}
	t.Rows = append(t.Rows, row)
}

// compare sets a cell, and compares it with the base of its row.
func (t *Table) compare(c, to *Cell, g, base *sample) {
	c.N, c.Center, c.Lo, c.Hi, c.Foreign = len(g.values), g.Center, g.Lo, g.Hi, g.out == OtherMachine
	if g.varies != "" {
		t.warn(g.varies)
	}
	if c.Compared = c != to && base != nil && g.out == ""; !c.Compared {
		return
	}
	c.Ratio = stats.Ratio{Value: 1, High: math.Inf(1)}
	if base.Center != g.Center {
		c.Value = g.Center / base.Center
	}
	if t.Exact {
		c.Differs = g.Center != base.Center || g.Lo != base.Lo || g.Hi != base.Hi
		return
	}
	test, low, high := t.test.Compare(base.values, g.values)
	drift := t.Verdicts[g.col].Drift
	c.Ratio, c.P = allow(stats.Ratio{Value: c.Value, Low: low, High: high}, drift), test.P
	c.Differs, t.tested = drift == 0 || decided(c.Ratio), append(t.tested, [2]*Cell{to, c})
}

// mean returns the row of several searches: the geometric means over those with a value above 0 in each column
// that has values, and the ratios of the columns to the base.
func (t *Table) mean(label string, all []search) Row {
	slices.SortStableFunc(all, func(a, b search) int { return strings.Compare(a.family, b.family) }) // sums are not rounded by chance
	row, means, has, common := Row{label, make([]Cell, len(t.Columns)), all}, make([]stats.FamilyMean, len(t.Columns)), make([]bool, len(t.Columns)), 0
	for _, s := range all {
		for k, g := range s.of {
			has[k] = has[k] || g != nil
		}
	}
	for _, s := range all {
		lacks := false
		for k, g := range s.of {
			lacks = lacks || has[k] && (g == nil || g.Center <= 0 || g.out == OtherMachine)
		}
		if lacks {
			continue
		}
		common++
		for k, g := range s.of {
			if g != nil {
				means[k].Add(s.family, g.Center)
			}
		}
	}
	for k := range row.Cells {
		c := &row.Cells[k]
		if c.Mean = true; has[k] {
			c.N, c.Center, c.Lo, c.Hi = common, means[k].Mean(), math.Inf(-1), math.Inf(1)
		}
		if k > 0 {
			c.Ratio, c.families = t.ratio(all, k)
			c.Compared, c.Differs = c.Value > 0, c.Value > 0 && decided(c.Ratio)
		}
	}
	return row
}

// ratio returns the mean ratio of column k to the base over the searches that both have, and the number of
// their families. It is the zero Ratio if no search has medians above 0 in both.
func (t *Table) ratio(all []search, k int) (r stats.Ratio, families int) {
	of := map[string][]stats.Pair{}
	var mean stats.FamilyMean
	least := math.Inf(1)
	for _, s := range all {
		if base, other := s.of[0], s.of[k]; base != nil && other != nil && other.out == "" && min(base.Center, other.Center) > 0 {
			of[s.family] = append(of[s.family], stats.Pair{Base: base.values, Other: other.values})
			least = min(least, base.values[0], other.values[0])
			mean.Add(s.family, other.Center/base.Center)
		}
	}
	switch x := mean.Mean(); {
	case len(of) == 0:
	case t.Exact:
		r = stats.Ratio{Value: x, Low: x, High: x}
	case least <= 0:
		r = stats.Ratio{Value: x, High: math.Inf(1)}
	default:
		r = allow(t.FamilyRatio(slices.Collect(maps.Values(of))), t.Verdicts[k].Drift)
	}
	return r, len(of)
}
