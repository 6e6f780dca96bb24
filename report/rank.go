package report

import (
	"fmt"
	"math"
	"strconv"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Ranking returns the table of a ranking. The classes say which times include the start of a program.
func Ranking(r compare.Ranking, rule compare.Unsolved, classes results.Classes) Table {
	par := map[compare.Unsolved]string{
		compare.PAR2: "PAR-2", compare.AtLimit: "PAR-1", compare.Intersection: "mean time",
	}[rule]
	unit, withTotal := results.MustUnit(r.Unit), r.Unit == results.Seconds
	t := Table{Title: "Ranking on " + english.Count(r.Instances, "instance") + " by " + unit.Word, Columns: []Column{
		{Name: "#", Right: true, Key: "rank"}, {Name: "solver"}, {Name: "solved", Right: true},
		{Name: "unsup.", Right: true, Key: "unsupported"}, {Name: "best", Right: true},
		{Name: par, Right: true, Key: "par_sec"}, {Name: "vs best", Right: true, Key: "ratio"},
	}}
	if withTotal {
		t.Columns = append(t.Columns, Column{Name: "total", Right: true, Key: "total_ratio"})
	}
	t.Columns = append(t.Columns, Column{Name: "marginal", Right: true, Key: "marginal_sec"})
	unknown := false // a figure that depends on the limit
	figure := func(s compare.Standing, x float64, text string) Cell {
		switch {
		case !math.IsNaN(x):
			return Value(text, x)
		case r.Limit > 0 || s.Unsupported == r.Instances || r.Out[compare.OtherMachine] == r.Instances:
			return Cell{}
		}
		unknown = true
		return Value("unknown", nil)
	}
	line := func(s compare.Standing) []Cell {
		factor := func(x float64) Cell {
			if x == 0 {
				return Cell{}
			}
			return figure(s, x, english.Factor(x))
		}
		cells := []Cell{Value(SolverName(s.Solver, classes), s.Solver), Int(int64(s.Solved)), Int(int64(s.Unsupported)), Int(int64(s.Best)),
			figure(s, s.PAR, seconds(s.PAR)), factor(s.Ratio)}
		if withTotal {
			cells = append(cells, factor(s.Total))
		}
		return cells
	}
	for k, s := range r.Standings {
		t.Rows = append(t.Rows, append(append([]Cell{Value(strconv.Itoa(k+1), k+1)}, line(s)...),
			figure(s, s.Marginal, seconds(s.Marginal))))
	}
	t.Rows = append(t.Rows, append(append([]Cell{{}}, line(r.VBS)...), Cell{}))
	if withTotal {
		t.Notes = append(t.Notes, "vs best: without set-up; total: set-up and search together, against the best")
	}
	if r.Families >= stats.LeastFamilies {
		t.Notes = append(t.Notes, "vs best: each of "+families(r.Families)+" has one vote")
	}
	var most compare.Standing
	for _, s := range r.Standings {
		if s.Unsupported > most.Unsupported {
			most = s
		}
	}
	if most.Unsupported > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("unsup.: what a solver does not support counts as not solved, which costs it places (%s: %d of %d)", most.Solver, most.Unsupported, r.Instances))
	}
	if r.Limit > 0 && rule != compare.Intersection {
		t.Notes = append(t.Notes, "limit "+benchunit.Scale(r.Limit, benchunit.Decimal)+"s")
	}
	if unknown {
		t.Notes = append(t.Notes, "no time limit is recorded, so times of unsolved instances are unknown; "+
			"'xcbench rank --time-limit TIME' sets it")
	}
	t.Notes = append(t.Notes, compare.Tell(r.Out)...)
	return t
}

// seconds writes a time. A time far below a tick of the clock is the rest of a rounding, and shown
// as 0.
func seconds(x float64) string {
	if math.Abs(x) < 1e-10 {
		return "0s"
	}
	return benchunit.Scale(x, benchunit.Decimal) + "s"
}
