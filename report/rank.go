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

// Ranking returns the table of a ranking of a contest. People see five columns; programs see all figures.
func Ranking(c Contest, r compare.Ranking) Table {
	t := Table{Title: "Ranking on " + english.Count(r.Instances, "instance") + " by " + results.MustUnit(r.Unit).Word,
		Columns: Heads(">#:rank", "solver", ">solved", ":unsupported", ":best", ":par_sec", ">vs best:ratio", ">total:total_ratio",
			":marginal_sec"), Notes: rankingNotes(r, c.Unsolved)}
	for k, s := range append(slices.Clip(r.Standings), r.VBS) {
		var rank, marginal any
		if k < len(r.Standings) {
			rank, marginal = k+1, number(s.Marginal, true)
		}
		t.Add(rank, Value(SolverName(s.Solver, c.Classes), s.Solver), s.Solved, s.Unsupported, s.Best, number(s.PAR, true),
			factorCell(s.Ratio), factorCell(s.Total), marginal)
	}
	if slices.ContainsFunc(r.Standings, func(s compare.Standing) bool { return math.IsNaN(s.Ratio) }) {
		t.note("no time limit is recorded, so times of unsolved instances are unknown; " +
			"'xcbench rank --time-limit TIME' sets it")
	}
	t.Notes = slices.Concat(t.Notes, compare.Tell(r.Out), startNotes(c))
	return t.only(func(k int) bool { return r.Unit == results.Seconds || t.Columns[k].Key != "total_ratio" })
}

// factorCell returns the cell of a ratio to the best. It is empty if there is no ratio, 0, and unknown if the ratio
// depends on a limit that nobody knows.
func factorCell(x float64) Cell {
	if x == 0 {
		return Cell{}
	}
	if math.IsNaN(x) {
		return Cell{Text: "unknown"}
	}
	return Value(english.Factor(x), x)
}

// rankingNotes explains the columns and the order of a ranking.
func rankingNotes(r compare.Ranking, rule compare.Unsolved) []string {
	best := "vs best: times the best time"
	if r.Unit == results.Seconds {
		best = "vs best: times the best search time; total: with set-up"
	}
	if r.Families >= stats.LeastFamilies {
		best += "; each of " + families(r.Families) + choose(r.Families < manyFamilies, ",", "") + " has one vote"
	}
	par := map[compare.Unsolved]string{compare.PAR2: "PAR-2", compare.AtLimit: "PAR-1", compare.Intersection: "mean time"}[rule]
	if r.Limit > 0 && rule != compare.Intersection {
		par += ", limit " + benchunit.Scale(r.Limit, benchunit.Decimal) + "s"
	}
	return []string{best, "in the order of solved, then of " + par}
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
		t.Columns = append(t.Columns, Column{SolverName(solver, c.Classes), true, solver}, Column{Key: solver + " total"})
	}
	of, families := map[string]*results.Rows{}, []string{}
	for r := range c.Rows.All() {
		if of[r.Family] == nil {
			families, of[r.Family] = append(families, r.Family), &results.Rows{}
		}
		of[r.Family].Add(r)
	}
	for _, family := range families {
		ranking := compare.Rank(of[family], c.Unit, c.Unsolved, c.Limit)
		cells := make([]Cell, 2*len(c.Solvers))
		for _, s := range ranking.Standings {
			if k := slices.Index(c.Solvers, s.Solver); k >= 0 {
				copy(cells[2*k:], familyCells(s, ranking.Instances-s.Unsupported))
			}
		}
		t.Add(family, ranking.Instances, cells)
	}
	t.Notes = append(t.Notes, startNotes(c)...)
	return t.only(func(k int) bool { return k < 2 || k%2 == 0 || c.Unit == results.Seconds })
}

// familyCells are the result of a solver on a family of which it supports some instances, and its ratio of total
// times for programs.
func familyCells(s compare.Standing, supported int) []Cell {
	var cell, total Cell
	if s.Solved > 0 {
		cell, total = factorCell(s.Ratio), factorCell(s.Total)
	}
	if total.Value != nil {
		cell.Text += " / " + total.Text
	}
	switch {
	case supported == 0 && s.Unsupported > 0:
		cell.Text = string(cover.Unsupported)
	case s.Solved < supported:
		cell.Text = strings.TrimSpace(fmt.Sprintf("%s (%d/%d)", cell.Text, s.Solved, supported))
	}
	return []Cell{cell, {Value: total.Value}}
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
	ranking := compare.Rank(c.Rows, c.Unit, c.Unsolved, c.Limit)
	ranking.Out[compare.NotFinished] = c.Left
	t := Ranking(c, ranking)
	if said := Claims(c, ranking.Standings); said != nil {
		t.Notes = append(append(t.Notes, ""), said...)
	}
	return t
}

// Claims says in sentences how the times of the best solvers compare with the times of the first solver,
// in the order of the standings.
func Claims(c Contest, standings []compare.Standing) (said []string) {
	table := compare.Compare(c.Rows, c.Unit, c.Solvers, c.Classes)
	totals := make([]compare.Verdict, len(c.Solvers))
	if c.Unit == results.Seconds {
		totals = compare.Compare(c.Rows, results.TotalSeconds, c.Solvers, c.Classes).Verdicts
	}
	for _, s := range standings {
		k := slices.Index(c.Solvers, s.Solver)
		if k >= 0 && table.Verdicts[k].Value > 0 {
			said = append(said, claim(table, k, totals[k]))
		}
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

// startNotes explains the mark, if a solver has it: with the median time of a start, as far as it was
// measured.
func startNotes(c Contest) (notes []string) {
	samples := map[string][]float64{}
	for r := range c.Rows.All() {
		if x, ok := r.Costs.Of(results.StartSeconds); ok {
			samples[r.Solver] = append(samples[r.Solver], x)
		}
	}
	before := "; start alone: "
	for _, name := range c.Solvers {
		if !c.Classes[name].TimesStart {
			continue
		}
		if notes == nil {
			notes = []string{startNote}
		}
		if some := samples[name]; some != nil {
			notes[0] += before + name + " " + english.Duration(stats.Median(some))
			before = ", "
		}
	}
	return notes
}

// mostMachines is how many machines a note names.
const mostMachines = 5

// SeveralMachines is the note that times are of several machines. Without machines it returns "".
func SeveralMachines(machines []string) string {
	if len(machines) == 0 {
		return ""
	}
	return fmt.Sprintf("Times are of %s; they are compared within a machine only: %s.", english.Count(len(machines), "machine"),
		strings.Join(machines[:min(len(machines), mostMachines)], "; "))
}
