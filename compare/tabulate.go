package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Compare sets solvers side by side in one unit: the table has a row for each instance, in order
// of appearance, and a column for each of the solvers. The first solver is the base. All rows of a
// search are samples of one cell. In a unit that means the same only within a choice rule or a counter
// class, the classes say which solvers are compared.
func Compare(rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	t := bySolver(rows, unit, solvers, classes)
	t.sumUp()
	return t.Table
}

// Medians is the table of [Compare] without means, verdicts and warnings. It is made sooner.
func Medians(rows *results.Rows, unit string, solvers []string) Table {
	return bySolver(rows, unit, solvers, nil).Table
}

func bySolver(rows *results.Rows, unit string, solvers []string, classes results.Classes) *tabulation {
	t := &tabulation{Table: Table{Method: stats.DefaultMethod, Columns: solvers, Solvers: true, Searches: true},
		unit: results.MustUnit(unit), whole: true, test: stats.NewUTest(stats.DefaultMethod)}
	g := groupBy([]results.Classes{classes}, rows)
	var all []*Group
	for line := range g.lines() {
		t.labels = append(t.labels, line[0].InstanceID)
		for col, solver := range solvers { // a column may be given twice
			if k := slices.Index(g.Solvers, solver); k >= 0 && len(line[k].rows) > 0 {
				one := *line[k]
				one.col = col
				all = append(all, &one)
			}
		}
	}
	t.fill(all)
	return t
}

// tabulation makes one table. At first it has the columns of all tables.
type tabulation struct {
	Table
	unit   results.Unit
	labels []string // of rows, by place
	whole  bool     // the table has all columns, and shows a search without a value by its status
	drifts bool     // the columns may be of runs that were not measured in turns
	test   *stats.UTest

	summary   stats.Summarizer
	at        map[int]int // from the place of a column to its number in the table
	searches  [][]search  // by row: those with a value in some column
	tested    []*Cell     // those that were compared by a test of samples
	few, need int         // cells with too few samples, which need
	ofCells   []Warning
}

// search has the groups of one search in a row. The row of a family has several searches. Each is
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
}

// center returns the median, or 0 if there is none.
func (s *sample) center() float64 {
	if s == nil {
		return 0
	}
	return s.Center
}

// fill sets the cells of groups that are sorted by place, and marks them.
func (t *tabulation) fill(all []*Group) {
	t.Unit, t.Exact, t.at, t.summary = t.unit.Name, t.unit.Exact, map[int]int{}, stats.NewSummarizer(t.unit.Exact, t.Confidence)
	all = slices.DeleteFunc(slices.Clone(all), func(g *Group) bool { return !t.has(g) })
	for _, g := range all {
		t.at[g.col] = 0
	}
	columns := t.Columns
	t.Columns = nil
	for col, name := range columns {
		if _, has := t.at[col]; has || t.whole {
			t.at[col], t.Columns = len(t.Columns), append(t.Columns, name)
		}
	}
	t.Verdicts, t.Started = make([]Verdict, len(t.Columns)), make([]bool, len(t.Columns))
	if t.drifts && t.unit.Form == results.AsDuration && len(all) > 0 {
		t.setDrifts(all)
	}
	for from, to := 0, 0; from < len(all); from = to {
		for to < len(all) && all[to].row == all[from].row {
			to++
		}
		t.add(all[from:to])
	}
	t.correct()
}

// has reports whether a group has a value in the unit, or a status in its place.
func (t *tabulation) has(g *Group) bool {
	for _, row := range g.samples() {
		if _, ok := t.unit.Of(row); ok || t.whole && !results.Valued(row.Status) {
			return true
		}
	}
	return false
}

// add adds the row of some groups. If no column has several searches, they count as one: of runs with one
// solver each, the solvers are compared.
func (t *tabulation) add(groups []*Group) {
	row, mean := Row{t.labels[groups[0].row], make([]Cell, len(t.Columns))}, false
	for k := range groups[1:] {
		mean = mean || groups[k].col == groups[k+1].col
	}
	var all []search
	number := map[results.Search]int{}
	for _, g := range groups {
		k := t.at[g.col]
		cell := &row.Cells[k]
		if cell.Mean = mean; results.Worse(g.status, cell.Status) {
			cell.Status = g.status
		}
		t.Started[k] = t.Started[k] || !t.Exact && slices.Contains(RankUnits, t.Unit) && g.started
		if !results.Valued(g.status) {
			continue
		}
		name := g.Search
		if !mean {
			name = results.Search{}
		}
		n, known := number[name]
		if !known { // a row of another program is a family of its own
			n, number[name] = len(all), len(all)
			all = append(all, search{cmp.Or(g.family, " "+row.Label), make([]*sample, len(t.Columns))})
		}
		values, _ := g.values(t.unit)
		all[n].of[k] = &sample{g, values, t.summary.Of(values)}
	}
	t.Rows, t.searches = append(t.Rows, row), append(t.searches, all)
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
func (t *tabulation) samples(row Row, s search) {
	for k, g := range s.of {
		if g == nil {
			continue
		}
		cell, name := &row.Cells[k], row.Label+", "+t.Columns[k]
		cell.N, cell.Center, cell.Lo, cell.Hi = len(g.values), g.Center, g.Lo, g.Hi
		t.warn(name, g.Warnings...)
		if text := g.varying(); text != "" {
			t.warnOnce(text, name)
		}
		base := cmp.Or(s.of[0], g) // what the base lacks is compared with itself
		why := g.unlike(base.Group, t.unit)
		if cell.Foreign = why == OtherMachine; cell.Foreign {
			t.warnOnce(severalMachinesText, name)
		}
		if k == 0 || s.of[0] == nil || why != "" {
			continue
		}
		r, drift := stats.Ratio{High: math.Inf(1)}, t.Verdicts[k].Drift
		if t.Exact {
			cell.Differs = g.Center != base.Center || g.Lo != base.Lo || g.Hi != base.Hi
		} else {
			c, low, high := t.test.Compare(base.values, g.values)
			t.warn(name, c.Warnings...)
			r, cell.P, t.tested = allow(stats.Ratio{Low: low, High: high}, drift), c.P, append(t.tested, cell)
		}
		cell.compare(row.Cells[0], r, drift)
	}
}

// compare sets the comparison with the base.
func (c *Cell) compare(base Cell, r stats.Ratio, drift float64) {
	c.Compared, c.Base, c.BaseN, c.Ratio, c.Low, c.High, c.Drift = true, base.Center, base.N, r.Value, r.Low, r.High, drift
}

// means sets the cells of a row with several searches. A cell is the mean of the searches that have a value in
// each column.
func (t *tabulation) means(row Row, all []search) {
	common := slices.DeleteFunc(slices.Clone(all), func(s search) bool {
		for k, c := range row.Cells {
			if c.Mean && !(s.of[k].center() > 0) {
				return true
			}
		}
		return false
	})
	for k := range row.Cells {
		cell := &row.Cells[k]
		if !cell.Mean {
			continue
		}
		var mean stats.GeoMean
		for _, s := range common {
			mean.Add(s.of[k].Center)
		}
		if len(common) > 0 {
			cell.N, cell.Center, cell.Lo, cell.Hi = len(common), mean.Mean(), math.Inf(-1), math.Inf(1)
			if len(common) == 1 {
				cell.Center = common[0].of[k].Center // not rounded
			}
		} else if results.Valued(cell.Status) {
			cell.Status = ""
		}
		if k == 0 || !row.Cells[0].Mean {
			continue
		}
		if r, _ := t.ratio(all, k); r.Value > 0 {
			cell.compare(row.Cells[0], r, t.Verdicts[k].Drift)
			cell.Differs = r.Low > 1 || r.High < 1
		}
	}
	if len(common) < len(all) {
		t.warnOnce("a mean leaves out searches that lack a value above 0 in some column", row.Label)
	}
}

// warn adds the warnings about a cell. Too few samples are counted, for one warning in the end.
func (t *tabulation) warn(cell string, errs ...error) {
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
	k := slices.IndexFunc(t.ofCells, func(w Warning) bool { return w.Text == text })
	if k < 0 {
		k, t.ofCells = len(t.ofCells), append(t.ofCells, Warning{Text: text, First: cell})
	}
	t.ofCells[k].Cells++
}
