package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Ranking returns the table of a ranking. The classes say which times include the start of a program.
// People see five columns; programs see all figures.
func Ranking(r compare.Ranking, rule compare.Unsolved, classes results.Classes) Table {
	t := Table{Title: "Ranking on " + english.Count(r.Instances, "instance") + " by " + results.MustUnit(r.Unit).Word,
		Columns: Heads(">#:rank", "solver", ">solved", ":unsupported", ":best", ":par_sec", ">vs best:ratio", ">total:total_ratio",
			":marginal_sec")}
	unknown := false
	for k, s := range append(slices.Clip(r.Standings), r.VBS) {
		var rank, marginal any
		if k < len(r.Standings) {
			rank, marginal = k+1, number(s.Marginal, true)
		}
		factor := func(x float64) Cell {
			switch none := math.IsNaN(x); {
			case x == 0 || none && (r.Limit > 0 || s.Unsupported == r.Instances):
				return Cell{}
			case none:
				unknown = true // it depends on the limit
				return Cell{Text: "unknown"}
			}
			return Value(english.Factor(x), x)
		}
		t.Add(rank, Value(SolverName(s.Solver, classes), s.Solver), s.Solved, s.Unsupported, s.Best, number(s.PAR, true),
			factor(s.Ratio), factor(s.Total), marginal)
	}
	t.Notes = rankingNotes(r, rule)
	if unknown {
		t.note("no time limit is recorded, so times of unsolved instances are unknown; " +
			"'xcbench rank --time-limit TIME' sets it")
	}
	t.Notes = append(t.Notes, compare.Tell(r.Out)...)
	return t.only(func(k int) bool { return r.Unit == results.Seconds || t.Columns[k].Key != "total_ratio" })
}

// rankingNotes explains the columns and the order of a ranking.
func rankingNotes(r compare.Ranking, rule compare.Unsolved) []string {
	over := ""
	if r.Families >= stats.LeastFamilies {
		over = "; each of " + families(r.Families) + map[bool]string{true: ","}[r.Families < manyFamilies] + " has one vote"
	}
	best := "vs best: times the best time"
	if r.Unit == results.Seconds {
		best = "vs best: times the best search time; total: with set-up"
	}
	par := map[compare.Unsolved]string{compare.PAR2: "PAR-2", compare.AtLimit: "PAR-1", compare.Intersection: "mean time"}[rule]
	if r.Limit > 0 && rule != compare.Intersection {
		par += ", limit " + benchunit.Scale(r.Limit, benchunit.Decimal) + "s"
	}
	return []string{best + over, "in the order of solved, then of " + par}
}

// Families returns the ranking by family. It has the geometric mean, over the instances of a family, of each
// solver's ratio to the best one, and the number of solved instances unless all were solved. Beside a ratio of
// search times stands the ratio of total times.
func Families(c Contest) Table {
	t := Table{Title: "Ratio to the best " + results.MustUnit(c.Unit).Word + " by family", Columns: Heads("family", ">instances"),
		Notes: []string{"geometric means over the instances of a family; (solved/supported) unless all were solved"}}
	if c.Unit == results.Seconds {
		t.Title = "Ratio to the best search time / total time by family"
	}
	for _, solver := range c.Solvers {
		t.Columns = append(t.Columns, Column{Name: SolverName(solver, c.Classes), Right: true, Key: solver}, Column{Key: solver + " total"})
	}
	of, families := map[string]*results.Rows{}, []string{}
	for r := range c.Rows.All() {
		if of[r.Family] == nil {
			families, of[r.Family] = append(families, r.Family), &results.Rows{}
		}
		of[r.Family].Add(r)
	}
	for _, family := range families {
		ranking := compare.Rank(compare.GroupBy(of[family]), c.Unit, c.Unsolved, c.Limit)
		cells := make([]Cell, 2*len(c.Solvers))
		for _, s := range ranking.Standings {
			if k := slices.Index(c.Solvers, s.Solver); k >= 0 {
				cells[2*k] = familyCell(s, ranking.Instances-s.Unsupported)
				cells[2*k+1].Value = number(s.Total, s.Total > 0 && cells[2*k].Value != nil)
			}
		}
		t.Add(family, ranking.Instances, cells)
	}
	t.Notes = append(t.Notes, StartNotes(c.Rows, c.Solvers, c.Classes)...)
	return t.only(func(k int) bool { return k < 2 || k%2 == 0 || c.Unit == results.Seconds })
}

// familyCell is the result of a solver on a family of which it supports some instances.
func familyCell(s compare.Standing, supported int) Cell {
	switch {
	case supported == 0:
		return Cell{Text: string(cover.Unsupported)}
	case s.Ratio == 0 || s.Solved == 0:
		return Cell{Text: fmt.Sprintf("(0/%d)", supported)}
	}
	cell := Cell{Text: "unknown"}
	if !math.IsNaN(s.Ratio) {
		if cell = Value(english.Factor(s.Ratio), s.Ratio); s.Total > 0 {
			cell.Text += " / " + english.Factor(s.Total)
		}
	}
	if s.Solved < supported {
		cell.Text += fmt.Sprintf(" (%d/%d)", s.Solved, supported)
	}
	return cell
}

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

// A ranking has at most mostClaims sentences, since its table has figures of every solver. It and the
// sentences, of three lines of 80 characters each, have at most summaryLines. With the notes, they fit on a
// screen of 40 lines.
const (
	mostClaims   = 3
	claimLines   = 3
	summaryLines = 24
)

// Summary returns what a person wants to know first of a run. It is the ranking of all solvers, with notes on
// how the times of the best solvers compare with those of the first one.
func Summary(c Contest) Table {
	ranking := compare.Rank(compare.GroupBy(c.Rows), c.Unit, c.Unsolved, c.Limit)
	ranking.Out[compare.NotFinished] = c.Left
	t := Ranking(ranking, c.Unsolved, c.Classes)
	t.Notes = append(t.Notes, StartNotes(c.Rows, c.Solvers, c.Classes)...)
	if said := Claims(c, ranking.Standings); len(said) > 0 {
		t.Notes = append(append(t.Notes, ""), said...)
	}
	return t
}

// Claims says in sentences how the times of the best solvers compare with the times of the first solver,
// in the order of the standings.
func Claims(c Contest, standings []compare.Standing) (said []string) {
	table, total := compare.Compare(c.Rows, c.Unit, c.Solvers, c.Classes), compare.Table{}
	if c.Unit == results.Seconds {
		total = compare.Compare(c.Rows, results.TotalSeconds, c.Solvers, c.Classes)
	}
	few := 0
	for _, s := range standings {
		k := slices.Index(table.Columns, s.Solver)
		if k < 0 || table.Verdicts[k].Value == 0 {
			continue
		}
		v, with := table.Verdicts[k], compare.Verdict{}
		if !v.Decided() && v.Low == 0 {
			few++
			continue
		}
		if total.Verdicts != nil {
			with = total.Verdicts[k]
		}
		said = append(said, claim(table, k, with))
	}
	if few > 0 {
		said = append(said, fmt.Sprintf("too few samples to compare %s with %s", english.Count(few, "solver"), table.Columns[0]))
	}
	return said[:min(len(said), mostClaims, max(1, (summaryLines-len(standings))/claimLines))]
}

// startMark follows the names of solvers whose times include the start of a program for each search.
// They are not like the times of other solvers.
const startMark = "†"

const startNote = startMark + " times include the start of a program for each search, and its reading"

// SolverName returns the name of a solver, with its mark.
func SolverName(solver string, classes results.Classes) string {
	if classes[solver].TimesStart {
		return solver + startMark
	}
	return solver
}

// StartNotes explains the mark, if a solver has it: with the median time of a start, as far as it was
// measured.
func StartNotes(rows *results.Rows, solvers []string, classes results.Classes) []string {
	var notes, starts []string
	for _, name := range solvers {
		if !classes[name].TimesStart {
			continue
		}
		notes = []string{startNote}
		var samples []float64
		for r := range rows.All() {
			if x, ok := r.Costs.Of(results.StartSeconds); ok && r.Solver == name {
				samples = append(samples, x)
			}
		}
		if samples != nil {
			starts = append(starts, name+" "+english.Duration(stats.Median(samples)))
		}
	}
	if starts != nil {
		notes[0] += "; start alone: " + strings.Join(starts, ", ")
	}
	return notes
}

// SeveralMachines is the note that times are of several machines. Without machines it returns "".
func SeveralMachines(machines []string) string {
	if len(machines) == 0 {
		return ""
	}
	all := slices.Clip(machines[:min(len(machines), 5)])
	if more := len(machines) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return "Times are of " + english.Count(len(machines), "machine") + "; they are compared within a machine only: " +
		strings.Join(all, "; ") + "."
}
