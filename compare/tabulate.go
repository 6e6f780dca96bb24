package compare

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

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
	if t.fill(GroupBy(solvers, results.Run{Rows: rows, Classes: classes}).all); classes != nil {
		t.sumUp()
	}
	return t
}

// newTable returns a table without rows.
func newTable(u results.Unit, m stats.Method, columns ...string) Table {
	return Table{unit: u, Method: m, Columns: columns, test: stats.NewUTest(m)}
}

// sample has the values of a group in the unit of a table, and their median with its interval.
type sample struct {
	*Group
	col    int // of the columns in use
	values []float64
	runs   []int32 // of the values before they were sorted
	benchmath.Summary
	out Reason // why it is not compared with the base of its row; "" if there is no base
}

// fill adds the rows of groups that are sorted by place, and marks the cells. It leaves out groups that have neither a
// value in the unit nor a status in its place, and columns of none.
func (t *Table) fill(all []*Group) {
	t.Unit, t.Exact = t.unit.Name, t.unit.Exact
	var kept []*sample
	columns, used := t.Columns, make([]bool, len(t.Columns))
	for _, g := range all {
		values, runs, seen := g.values(t.unit)
		if !results.Valued(g.status) {
			seen, values = seen || t.whole, nil
		}
		if seen {
			kept, used[g.col] = append(kept, &sample{Group: g, values: values, runs: runs}), true
		}
	}
	place := make([]int, len(columns))
	t.Columns = nil
	for col, name := range columns {
		if place[col] = len(t.Columns); t.whole || used[col] {
			t.Columns = append(t.Columns, name)
		}
	}
	t.Verdicts, t.Started = make([]Verdict, len(t.Columns)), make([]bool, len(t.Columns))
	rows := map[int][]*sample{}
	for _, s := range kept {
		s.col = place[s.Group.col]
		t.Started[s.col] = t.Started[s.col] || s.class.TimesStart && slices.Contains(RankUnits, t.Unit)
		rows[s.row] = append(rows[s.row], s)
	}
	if t.drifts && t.unit.Form == results.AsDuration {
		t.setDrifts(kept)
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		t.add(rows[row])
	}
	t.correct()
}

// add adds the row of some samples. If no column has several searches, they count as one: of runs with one
// solver each, the solvers are compared.
func (t *Table) add(some []*sample) {
	row, several := Row{Label: some[0].label, Cells: make([]Cell, len(t.Columns))}, false
	for k := range some[1:] {
		several = several || some[k].col == some[k+1].col
	}
	known := map[results.Search][]*sample{}
	for _, s := range some {
		c := &row.Cells[s.col]
		if c.from = s.Group; results.Worse(s.status, c.Status) {
			c.Status = s.status
		}
		if s.values == nil {
			continue
		}
		name := s.Search
		if !several {
			name = results.Search{}
		}
		of := known[name]
		if of == nil {
			of = make([]*sample, len(t.Columns))
			known[name], row.searches = of, append(row.searches, of)
		}
		s.Summary, s.out, of[s.col] = stats.Summary(s.values, t.Exact, t.Confidence), s.unlike(cmp.Or(of[0], s).Group, t.unit), s
	}
	if several {
		t.mean(&row)
	} else if len(row.searches) > 0 {
		for _, s := range row.searches[0] {
			if s != nil {
				t.compare(row.Cells, row.searches[0][0], s)
			}
		}
	}
	t.Rows = append(t.Rows, row)
}

// compare sets the cell of a sample, and compares it with the base of its row, which may be nil.
func (t *Table) compare(cells []Cell, base, s *sample) {
	c := &cells[s.col]
	c.N, c.Summary, c.Foreign = len(s.values), s.Summary, s.out == OtherMachine
	if vary := benchproc.NonSingularFields(s.residues); len(vary) > 0 {
		var names []string
		for _, f := range vary {
			names = append(names, f.Name)
		}
		t.warn("samples of one cell vary in " + strings.Join(names, ","))
	}
	if c.Compared = s.col > 0 && base != nil && s.out == ""; !c.Compared {
		return
	}
	c.Ratio = stats.Ratio{Value: 1, High: math.Inf(1)}
	if base.Center != s.Center {
		c.Value = s.Center / base.Center
	}
	if t.Exact {
		c.Differs = s.Center != base.Center || s.Lo != base.Lo || s.Hi != base.Hi
		return
	}
	test, low, high := t.test.Compare(base.values, s.values)
	drift := t.Verdicts[s.col].Drift
	c.Ratio, c.P = stats.Ratio{Value: c.Value, Low: low, High: high}.Allow(drift), test.P
	c.Differs, t.tested = drift == 0 || c.Decided(), append(t.tested, [2]*Cell{&cells[0], c})
}

// mean sets the cells of a row of several searches. A cell has the geometric mean over the searches with a value above 0
// in each column that has values, and the mean ratio to the base.
func (t *Table) mean(row *Row) {
	all, has := row.searches, make([]bool, len(row.Cells))
	slices.SortStableFunc(all, func(a, b []*sample) int { return strings.Compare(cmp.Or(a...).family, cmp.Or(b...).family) }) // sums are not rounded by chance
	for _, s := range all {
		for k, g := range s {
			has[k] = has[k] || g != nil
		}
	}
	common := slices.DeleteFunc(slices.Clone(all), func(s []*sample) bool {
		for k, g := range s {
			if has[k] && (g == nil || g.Center <= 0 || g.out == OtherMachine) {
				return true
			}
		}
		return false
	})
	for k := range row.Cells {
		c := &row.Cells[k]
		if c.Mean = true; has[k] {
			var mean stats.FamilyMean
			for _, s := range common {
				mean.Add(s[k].family, s[k].Center)
			}
			c.N, c.Center, c.Lo, c.Hi = len(common), mean.Mean(), math.Inf(-1), math.Inf(1)
		}
		if c.N == 0 && results.Valued(c.Status) {
			c.Status = ""
		}
		if k > 0 {
			c.Ratio, c.families = t.ratio(all, k)
			c.Compared, c.Differs = c.Value > 0, c.Value > 0 && c.Decided()
		}
	}
}

// ratio returns the mean ratio of column k to the base over the searches that both have, and the number of
// their families. It is the zero Ratio if no search has medians above 0 in both.
func (t *Table) ratio(all [][]*sample, k int) (r stats.Ratio, families int) {
	of := map[string][]stats.Pair{}
	var mean stats.FamilyMean
	least := math.Inf(1)
	for _, s := range all {
		if base, other := s[0], s[k]; base != nil && other != nil && other.out == "" && min(base.Center, other.Center) > 0 {
			of[base.family] = append(of[base.family], stats.Pair{Base: base.values, Other: other.values})
			least = min(least, base.values[0], other.values[0])
			mean.Add(base.family, other.Center/base.Center)
		}
	}
	switch x := mean.Mean(); {
	case len(of) == 0:
	case t.Exact:
		r = stats.Ratio{Value: x, Low: x, High: x}
	case least <= 0:
		r = stats.Ratio{Value: x, High: math.Inf(1)}
	default:
		r = t.FamilyRatio(slices.Collect(maps.Values(of))).Allow(t.Verdicts[k].Drift)
	}
	return r, len(of)
}
