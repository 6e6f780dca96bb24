package report

import (
	"fmt"
	"math"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// Families returns the ranking by family: how much longer than the best solver each solver takes on the
// instances of a family, as the geometric mean, and how many it solved unless it solved all.
func Families(c Contest) Table {
	t := Table{Title: "Ratio to the best " + results.MustUnit(c.Unit).Word + " by family",
		Columns: []Column{{Name: "family"}, {Name: "instances", Right: true}}}
	for _, solver := range c.Solvers {
		t.Columns = append(t.Columns, Column{Name: SolverName(solver, c.Classes), Right: true, Key: solver})
	}
	of := map[string]*results.Rows{}
	var families []string
	for r := range c.Rows.All() {
		if of[r.Family] == nil {
			families, of[r.Family] = append(families, r.Family), &results.Rows{}
		}
		of[r.Family].Add(r)
	}
	for _, family := range families {
		ranking := compare.Rank(compare.GroupBy(of[family]), c.Unit, c.Unsolved, c.Limit)
		line := []Cell{Text(family), Int(int64(ranking.Instances))}
		standings := map[string]compare.Standing{}
		for _, s := range ranking.Standings {
			standings[s.Solver] = s
		}
		for _, solver := range c.Solvers {
			s, ok := standings[solver]
			line = append(line, familyCell(s, ok, ranking.Instances))
		}
		t.Rows = append(t.Rows, line)
	}
	t.Notes = append(t.Notes, "geometric means over the instances of a family; (solved/supported) unless all were solved")
	t.Notes = append(t.Notes, StartNotes(c.Rows, c.Solvers, c.Classes)...)
	return t
}

// familyCell is the result of a solver on a family with this many instances.
func familyCell(s compare.Standing, measured bool, instances int) Cell {
	supported := instances - s.Unsupported
	switch {
	case !measured:
		return Cell{}
	case supported == 0:
		return Value(string(cover.Unsupported), nil)
	case s.Ratio == 0 || s.Solved == 0:
		return Value(fmt.Sprintf("(0/%d)", supported), nil)
	}
	cell := Value("unknown", nil)
	if !math.IsNaN(s.Ratio) {
		cell = Value(english.Factor(s.Ratio), s.Ratio)
	}
	if s.Solved < supported {
		cell.Text += fmt.Sprintf(" (%d/%d)", s.Solved, supported)
	}
	return cell
}
