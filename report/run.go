package report

import (
	"fmt"
	"slices"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Comparisons returns the tables of a run: one in each unit that is shown by default, with a column
// for each solver. The titles name the choice rule of the first solver. Units such as updates are
// compared only within a counter class.
func Comparisons(rows *results.Rows, solvers []string, classes results.Classes, view View) []Table {
	var tables []Table
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		c := compare.Compare(rows, unit.Name, solvers, classes)
		markRules(&c, classes)
		t := Comparison(c, view)
		t.Columns[0].Name = "instance"
		if rule := classes[solvers[0]].Rule; rule != "" {
			t.Title += ", choice rule " + string(rule)
		}
		tables = append(tables, t)
	}
	return tables
}

// markRules adds the choice rule to the names of the solvers that do not have the rule of the base:
// their nodes differ because their trees do.
func markRules(c *compare.Table, classes results.Classes) {
	c.Columns = slices.Clone(c.Columns)
	rule := classes[c.Columns[0]].Rule
	for k, solver := range c.Columns[1:] {
		if other := classes[solver].Rule; other != rule && other != "" {
			c.Columns[k+1] = fmt.Sprintf("%s [%s]", solver, other)
		}
	}
}

// The most solvers in the summary of a run. With them, it fits on a screen of 40 lines of 80
// characters, even if each sentence takes two lines.
const (
	mostRanked   = 12
	mostCompared = 6
)

// Contest is what a ranking is about.
type Contest struct {
	Rows     *results.Rows
	Solvers  []string // the first is the base of the sentences
	Classes  results.Classes
	Unit     string // one of [compare.RankUnits]
	Unsolved compare.Unsolved
	Limit    float64 // seconds; 0 if it is unknown
	Left     int     // instances that do not count yet
}

// Summary returns what a person wants to know first of a run: the ranking, and in notes how the
// times of each solver compare with the times of the first solver. The best solvers come first;
// those that do not fit on a screen are left out.
func Summary(c Contest) Table {
	ranking := compare.Rank(compare.GroupBy(c.Rows), c.Unit, c.Unsolved, c.Limit)
	ranking.Out[compare.NotFinished] = c.Left
	t := Ranking(ranking, c.Unsolved, c.Classes)
	t.Notes = append(t.Notes, StartNotes(c.Rows, c.Solvers, c.Classes)...)
	if more := len(ranking.Standings) - mostRanked; more > 0 {
		best := t.Rows[len(t.Rows)-1]
		t.Rows = append(slices.Clone(t.Rows[:mostRanked]), best)
		t.Notes = append(t.Notes, english.Count(more, "more solver")+" not shown")
	}
	if said := Claims(c, ranking.Standings); len(said) > 0 {
		t.Notes = append(append(t.Notes, ""), said...)
	}
	return t
}

// Claims says in sentences how the times of each solver compare with the times of the first solver. They
// are in the order of the standings, and as many as fit on a screen. A note may follow.
func Claims(c Contest, standings []compare.Standing) (said []string) {
	table := compare.Compare(c.Rows, c.Unit, c.Solvers, c.Classes)
	total := compare.Table{Verdicts: make([]compare.Verdict, len(c.Solvers))}
	if c.Unit == results.Seconds {
		total = compare.Compare(c.Rows, results.TotalSeconds, c.Solvers, c.Classes)
	}
	few, apart, these := 0, false, false
	for _, s := range standings {
		k := slices.Index(table.Columns, s.Solver)
		if k <= 0 || table.Verdicts[k].Value == 0 {
			continue
		}
		v := table.Verdicts[k]
		if !v.Decided() && v.Low == 0 {
			few++
			continue
		}
		apart = apart || v.BaseOnly+v.OtherOnly > 0
		these = these || v.Families < stats.LeastFamilies
		said = append(said, claim{columnName(table, k), columnName(table, 0), timeWord(table), v}.short(total.Verdicts[k]))
	}
	if few > 0 {
		said = append(said, fmt.Sprintf("too few samples to compare %s with %s", english.Count(few, "solver"), table.Columns[0]))
	}
	said = said[:min(len(said), mostCompared)]
	if these {
		said = append(said, fmt.Sprintf("about these instances only: fewer than %d families stand for no others", stats.LeastFamilies))
	}
	penalty := map[compare.Unsolved]string{compare.PAR2: "twice the limit", compare.AtLimit: "the limit"}[c.Unsolved]
	if apart && penalty != "" {
		said = append(said, "compared where both solved; the ranking counts unsolved as "+penalty)
	}
	return said
}
