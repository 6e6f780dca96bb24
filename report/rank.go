package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// totalColumn is the place of the ratio of total times, if search times are ranked.
const totalColumn = 7

// Ranking returns the table of a ranking. The classes say which times include the start of a program.
// People see five columns; programs see all figures.
func Ranking(r compare.Ranking, rule compare.Unsolved, classes results.Classes) Table {
	t := Table{Title: "Ranking on " + english.Count(r.Instances, "instance") + " by " + results.MustUnit(r.Unit).Word,
		Columns: heads(">#:rank", "solver", ">solved", ":unsupported", ":best", ":par_sec", ">vs best:ratio", ":marginal_sec")}
	if r.Unit == results.Seconds {
		t.Columns = slices.Insert(t.Columns, totalColumn, heads(">total:total_ratio")...)
	}
	unknown := false // a figure that depends on the limit
	var declined compare.Standing
	add := func(rank Cell, s compare.Standing) {
		factor := func(x float64) Cell {
			switch {
			case x == 0:
				return Cell{}
			case !math.IsNaN(x):
				return Value(english.Factor(x), x)
			case r.Limit > 0 || s.Unsupported == r.Instances || r.Out[compare.OtherMachine] == r.Instances:
				return Cell{}
			}
			unknown = true
			return Cell{Text: "unknown"}
		}
		row := line(rank, Value(SolverName(s.Solver, classes), s.Solver), s.Solved, Cell{Value: s.Unsupported}, Cell{Value: s.Best},
			Cell{Value: number(s.PAR, true)}, factor(s.Ratio), Cell{Value: number(s.Marginal, rank.Text != "")})
		if r.Unit == results.Seconds {
			row = slices.Insert(row, totalColumn, factor(s.Total))
		}
		t.Rows = append(t.Rows, row)
		if s.Unsupported > declined.Unsupported && rank.Text != "" {
			declined = s
		}
	}
	for k, s := range r.Standings {
		add(Value(strconv.Itoa(k+1), k+1), s)
	}
	add(Cell{}, r.VBS)
	t.Notes = rankingNotes(r, rule)
	if declined.Unsupported > 0 {
		t.note("what a solver does not support counts as not solved, which costs it places (%s: %d of %d)",
			declined.Solver, declined.Unsupported, r.Instances)
	}
	if unknown {
		t.note("no time limit is recorded, so times of unsolved instances are unknown; " +
			"'xcbench rank --time-limit TIME' sets it")
	}
	t.Notes = append(t.Notes, compare.Tell(r.Out)...)
	return t
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
	t := Table{Title: "Ratio to the best " + results.MustUnit(c.Unit).Word + " by family", Columns: heads("family", ">instances")}
	if c.Unit == results.Seconds {
		t.Title = "Ratio to the best search time / total time by family"
	}
	for _, solver := range c.Solvers {
		t.Columns = append(t.Columns, Column{Name: SolverName(solver, c.Classes), Right: true, Key: solver})
		if c.Unit == results.Seconds {
			t.Columns = append(t.Columns, Column{Key: solver + " total"})
		}
	}
	of, seen := map[string]*results.Rows{}, []string{}
	for r := range c.Rows.All() {
		if of[r.Family] == nil {
			seen, of[r.Family] = append(seen, r.Family), &results.Rows{}
		}
		of[r.Family].Add(r)
	}
	for _, family := range seen {
		ranking := compare.Rank(compare.GroupBy(of[family]), c.Unit, c.Unsolved, c.Limit)
		standings := map[string]compare.Standing{}
		for _, s := range ranking.Standings {
			standings[s.Solver] = s
		}
		var cells []Cell
		for _, solver := range c.Solvers {
			cell, s := Cell{}, standings[solver]
			if s.Solver != "" {
				cell = familyCell(s, ranking.Instances-s.Unsupported)
			}
			if cells = append(cells, cell); c.Unit == results.Seconds {
				cells = append(cells, Cell{Value: number(s.Total, s.Total > 0 && cell.Value != nil)})
			}
		}
		t.add(family, ranking.Instances, cells)
	}
	t.Notes = append([]string{"geometric means over the instances of a family; (solved/supported) unless all were solved"},
		StartNotes(c.Rows, c.Solvers, c.Classes)...)
	return t
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

// summaryLines is how many lines of 80 characters rankings and sentences of two lines have at most. With
// the notes, they fit on a screen of 40 lines.
const summaryLines = 24

// Summary returns what a person wants to know first of a run. It is the ranking of all solvers, with notes on
// how the times of the solvers compare with those of the first one, as many as fit on a screen.
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

// Claims says in sentences how the times of each solver compare with the times of the first solver. They
// are in the order of the standings, and as many as fit on a screen. Remarks may follow.
func Claims(c Contest, standings []compare.Standing) (said []string) {
	table, total := compare.Compare(c.Rows, c.Unit, c.Solvers, c.Classes), compare.Table{}
	if c.Unit == results.Seconds {
		total = compare.Compare(c.Rows, results.TotalSeconds, c.Solvers, c.Classes)
	}
	few, apart, these := 0, false, false
	for _, s := range standings {
		for k, v := range table.Verdicts {
			switch {
			case table.Columns[k] != s.Solver || v.Value == 0:
			case !v.Decided() && v.Low == 0:
				few++
			default:
				apart = apart || v.BaseOnly+v.OtherOnly > 0
				these = these || v.Families < stats.LeastFamilies
				with := compare.Verdict{}
				if k < len(total.Verdicts) {
					with = total.Verdicts[k]
				}
				said = append(said, claimOf(table, k).short(with))
			}
		}
	}
	if few > 0 {
		said = append(said, fmt.Sprintf("too few samples to compare %s with %s", english.Count(few, "solver"), table.Columns[0]))
	}
	said = said[:min(len(said), max(1, (summaryLines-len(standings))/2))]
	if these {
		said = append(said, fmt.Sprintf("about these instances only: fewer than %d families stand for no others", stats.LeastFamilies))
	}
	penalty := map[compare.Unsolved]string{compare.PAR2: "twice the limit", compare.AtLimit: "the limit"}[c.Unsolved]
	if apart && penalty != "" {
		said = append(said, "compared where both solved; the ranking counts unsolved as "+penalty)
	}
	return said
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
	var starts []string
	note := ""
	for _, name := range solvers {
		if !classes[name].TimesStart {
			continue
		}
		note = startNote
		var samples []float64
		for r := range rows.All() {
			if x, ok := r.Costs.Of(results.StartSeconds); ok && r.Solver == name {
				samples = append(samples, x)
			}
		}
		if len(samples) > 0 {
			starts = append(starts, name+" "+english.Duration(stats.Median(samples)))
		}
	}
	switch {
	case note == "":
		return nil
	case len(starts) > 0:
		note += "; start alone: " + strings.Join(starts, ", ")
	}
	return []string{note}
}

// SeveralMachines is the note that times are of several machines. Without machines it returns "".
func SeveralMachines(machines []string) string {
	const named = 5
	if len(machines) == 0 {
		return ""
	}
	rest := ""
	if more := len(machines) - named; more > 0 {
		rest = fmt.Sprintf("; and %d more", more)
	}
	return fmt.Sprintf("Times are of %s; they are compared within a machine only: %s%s.", english.Count(len(machines), "machine"),
		strings.Join(machines[:min(len(machines), named)], "; "), rest)
}
