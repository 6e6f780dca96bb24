package chart

import (
	"cmp"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// cactus shows how many instances each solver solved within a time, or within an amount of another
// unit. Unsolved instances add nothing: the line ends below the top. Shares are the empirical
// distribution, with unsolved instances at infinity.
func cactus(in *Input) (*Plot, error) {
	title := choose(in.Share, "Share of the instances", "Instances") + " solved within a " + amount(in.unit)
	return in.stairs(title, in.Unit, Axis{Label: in.unit.Axis, Form: formOf(in.unit)},
		func(value, _ float64) float64 { return value })
}

// profile shows performance profiles: the share of the instances that a solver solved within a
// factor of the best solver's value, against the factor. Instances that nobody solved count too.
// Source: E. D. Dolan, J. J. Moré: Benchmarking optimization software with performance profiles,
// Mathematical Programming 91 (2002), 201-213.
func profile(in *Input) (*Plot, error) {
	in.Share = true
	least := choose(in.unit.Form == results.AsDuration, 1e-9, 1) // keeps ratios finite, as in the ranking
	return in.stairs("Share of the instances solved within a factor of the best "+amount(in.unit), "factor",
		Axis{Label: "relative to the best solver", High: 2, Form: factor},
		func(value, best float64) float64 { return max(value, least) / max(best, least) })
}

// stairs has a line for each solver that rises by a step at each of its values, or of what a value and the best
// value of its instance come to. All lines end at the same place, below the top if values are missing.
func (in *Input) stairs(title, column string, x Axis, of func(value, best float64) float64) (*Plot, error) {
	p := &Plot{Title: title, Head: []string{"solver", choose(in.Share, "share", "solved"), column, "instance"}}
	all := in.table().Rows
	edge, err := in.edge(all)
	if err != nil {
		return nil, err
	}
	lines, values, n := map[string][]Point{}, map[string][]float64{}, float64(len(all))
	for _, row := range all {
		best := math.Inf(1)
		for _, cell := range row.Cells {
			best = choose(cell.Status == cover.Solved, min(best, cell.Center), best)
		}
		for k, cell := range row.Cells {
			if solver, at := in.Solvers[k], of(cell.Center, best); cell.Status == cover.Solved {
				lines[solver], values[solver] = append(lines[solver], Point{X: at, Name: row.Label}), append(values[solver], at)
			}
		}
	}
	for _, solver := range in.Solvers {
		line := lines[solver]
		slices.SortStableFunc(line, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		for k := range line {
			line[k].Y = float64(k+1) / choose(in.Share, n, 1)
			p.row(solver, line[k].Y, line[k].X, line[k].Name)
		}
	}
	y := Axis{Label: "instances solved, of " + english.Thousands(int64(n)), High: n}
	if in.Share {
		y = Axis{Label: "share of " + english.Thousands(int64(n)) + " instances", High: 1, Form: percent}
	}
	x.Log, x.High = true, cmp.Or(x.High, edge.X)
	p.Panels = []Panel{{X: x, Y: y, Series: in.lines(Steps, byRank(in.Solvers, values), lines, nil)}}
	return p, nil
}
