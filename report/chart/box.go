package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/stats"
)

// box shows the spread of each solver's values over the instances, or over the scrambled copies of one
// named instance. Quartiles are interpolated linearly (type 7 of Hyndman and Fan, The American
// Statistician 50, 1996). Whiskers reach to the last value within 1.5 times the distance of the quartiles
// (Tukey, Exploratory Data Analysis, 1977). Both work on logarithms, as drawn, so distances are ratios. Unsolved searches stand at
// the right edge and count as larger than all values.
func box(in *Input) (*Plot, error) {
	p := &Plot{Head: []string{"instance", "solver", "count", "not solved",
		"least", "lower whisker", "lower quartile", "median", "upper quartile", "upper whisker", "greatest"}}
	rows, original, err := in.copies(p)
	if err != nil {
		return nil, err
	}
	edge, err := in.edge(append(rows, original))
	if err != nil {
		return nil, err
	}
	panel := edge.panel(in.unit)
	place := panel.shelve(in.Solvers, 1, 0)
	looks := in.looks(in.Solvers)
	for k, solver := range in.Solvers {
		y := place(k, 0)
		if original.Cells != nil && original.Cells[k].Status != "" {
			panel.Series = append(panel.Series, Series{Name: "as it stands", Look: Look{Color: ink, Shape: 3},
				Points: []Point{{X: edge.place(original.Cells[k]), Y: y, Name: solver}}})
		}
		in.box(p, &panel, rows, edge, k, y, looks[solver])
	}
	p.note(choose(edge.Text == "", "", "Unsolved searches are at the right edge and count as larger than all others."))
	p.note("The median stands at the right.")
	p.Panels = []Panel{panel}
	return p, nil
}

// copies returns the instances that the boxes show: all but the copies, or the copies of one instance and
// that instance.
func (in *Input) copies(p *Plot) (rows []compare.Row, original compare.Row, err error) {
	all, of := in.table().Rows, in.InstanceID
	for _, row := range all {
		name, _, isCopy := corpus.Original(row.Label)
		switch {
		case of == "" && isCopy:
			p.note("Scrambled copies are left out.")
		case of == "" || isCopy && name == of:
			rows = append(rows, row)
		case row.Label == of:
			original = row
		}
	}
	p.Title = capital(in.unit.Axis) + ", over " + english.Count(len(rows), "instance")
	switch {
	case of != "" && len(rows) == 0:
		err = optionf("no result of scrambled copies of %s; 'xcbench run --scramble N' measures some", of)
	case of != "":
		p.Title = fmt.Sprintf("%s, over %d scrambled copies of %s", capital(in.unit.Axis), len(rows), of)
	case len(rows) == 0:
		err = nothing("all instances are scrambled copies", "name the original with --instance")
	}
	return rows, original, err
}

// box adds the data of a solver, its box with the median, and the values beyond the whiskers.
func (in *Input) box(p *Plot, panel *Panel, rows []compare.Row, edge Guide, k int, y float64, look Look) {
	var values []Point
	solver, unsolved, last := in.Solvers[k], 0, choose(edge.Text == "", math.Inf(1), edge.X)
	for _, row := range rows {
		if cell := row.Cells[k]; cell.Status != "" {
			values = append(values, Point{X: edge.place(cell), Y: y, Name: solver + ", " + row.Label})
			unsolved += choose(cell.Status != cover.Solved, 1, 0)
		}
	}
	if len(values) == 0 {
		p.note(solver + " has no result on some of them.")
		return
	}
	row, at, median := []any{in.InstanceID, solver, len(values), unsolved}, summary(values, last), "not solved"
	for n, v := range at {
		digits := ""
		if v < last*(1-1e-9) {
			digits = strconv.FormatFloat(v, 'g', 10, 64)
			median = choose(n == 3, formOf(in.unit)(v), median)
		}
		row = append(row, digits)
	}
	p.row(row...)
	solved := fmt.Sprintf("%d of %d solved", len(values)-unsolved, len(values))
	panel.Series = append(panel.Series, Series{Look: look, End: median + choose(unsolved > 0 && !in.narrow(), "; "+solved, ""),
		Points: []Point{{X: at[3], Y: y, Low: at[1], High: at[5], Name: solver + ", " + solved}}})
	outliers := slices.DeleteFunc(values, func(v Point) bool { return v.X >= at[1] && v.X <= at[5] })
	panel.Series = append(panel.Series, Series{Look: Look{Color: look.Color, Bare: true}, Points: outliers})
	panel.Cells = append(panel.Cells, Cell{X0: at[2], X1: at[4], Y0: y - 0.36, Y1: y + 0.36, Fill: alpha(look.Color, choose(look.Nth > 0, 0.12, 0.35))})
}

// summary sorts values. It returns the least one, the lower whisker, the quartiles, the upper whisker and the
// greatest one. Values from last on are of searches that were not solved.
func summary(values []Point, last float64) [7]float64 {
	slices.SortStableFunc(values, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
	var q [3]float64
	for k := range q {
		below, share := stats.QuantileAt(len(values), float64(k+1)/4)
		if q[k] = values[below].X; share > 0 && q[k] > 0 { // the distance from 0 is unknown, and that to the edge too
			next := values[below+1].X
			q[k] *= math.Pow(next/q[k], choose(next >= last, 1, share))
		}
	}
	low, high, reach := q[0], q[2], math.Pow(q[2]/q[0], 1.5)
	for _, v := range values {
		if v.X >= q[0]/reach && v.X <= q[2]*reach {
			low, high = min(low, v.X), max(high, v.X)
		}
	}
	return [7]float64{values[0].X, low, q[0], q[1], q[2], high, values[len(values)-1].X}
}
