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
// (Tukey, Exploratory Data Analysis, 1977). Both work on logarithms, as drawn. Unsolved searches stand at
// the right edge and count as larger than all values.
func box(in *Input) (*Plot, error) {
	p := &Plot{Head: []string{"instance", "solver", "count", "not solved",
		"least", "lower whisker", "lower quartile", "median", "upper quartile", "upper whisker", "greatest"}}
	c, original, err := in.boxed(p)
	if err != nil {
		return nil, err
	}
	edge, err := in.edge(c)
	if err != nil {
		return nil, err
	}
	panel := Panel{X: edge.axis(in.unit, in.unit.Axis), Guides: edge.guides()}
	place := panel.shelve(nil, in.Solvers)
	panel.Row = max(panel.Row, labelHeight)
	looks := in.coloured(in.Solvers)
	for k, solver := range in.Solvers {
		in.box(p, &panel, c, edge, original, k, place(0, k), looks[solver])
	}
	p.note(choose(edge.label == "", "", "Unsolved searches are at the right edge and count as larger than all others."))
	p.note("The median stands at the right.")
	p.Panels = []Panel{panel}
	return p, nil
}

// boxed returns the table of the instances that the boxes show. Its line original is of the instance that the
// others are copies of; it is -1 if there is none.
func (in *Input) boxed(p *Plot) (c compare.Table, original int, err error) {
	c = in.table()
	var lines, originals []compare.Row
	for _, row := range c.Rows {
		of, _, isCopy := corpus.Original(row.Label)
		switch {
		case isCopy && (in.InstanceID == "" || of != in.InstanceID):
			p.note(choose(in.InstanceID == "", "Scrambled copies are left out.", ""))
		case isCopy || in.InstanceID == "":
			lines = append(lines, row)
		case row.Label == in.InstanceID:
			originals = append(originals, row)
		}
	}
	p.Title = capital(in.unit.Axis) + ", over " + english.Count(len(lines), "instance")
	if in.InstanceID != "" {
		p.Title = fmt.Sprintf("%s, over %d scrambled copies of %s", capital(in.unit.Axis), len(lines), in.InstanceID)
	}
	if len(lines) == 0 && in.InstanceID != "" {
		return c, 0, optionf("no result of scrambled copies of %s; 'xcbench run --scramble N' measures some", in.InstanceID)
	} else if len(lines) == 0 && len(c.Rows) > 0 {
		return c, 0, nothing("all instances are scrambled copies", "name the original with --instance")
	}
	c.Rows = append(lines, originals...)
	return c, choose(len(originals) > 0, len(lines), -1), nil
}

// box adds the data of a solver, its box with the median, the values beyond the whiskers, and the value of
// the original of copies.
func (in *Input) box(p *Plot, panel *Panel, c compare.Table, edge edge, original, k int, y float64, look Look) {
	var values []boxed
	solver, unsolved := in.Solvers[k], 0
	for line, row := range c.Rows {
		cell := row.Cells[k]
		switch at := edge.place(cell); {
		case cell.Status == "":
		case line == original:
			panel.Series = append(panel.Series, Series{Name: "as it stands", Look: Look{Color: ink, Shape: 3}, Points: []Point{{X: at, Y: y, Name: solver}}})
		default:
			values = append(values, boxed{max(noLog, math.Log10(at)), cell.Status != cover.Solved, solver + ", " + row.Label})
			unsolved += choose(cell.Status != cover.Solved, 1, 0)
		}
	}
	if len(values) == 0 {
		p.note(solver + " has no result on some of them.")
		return
	}
	row, at, median := []any{in.InstanceID, solver, len(values), unsolved}, [7]float64{}, "not solved"
	for n, place := range summary(values) {
		number := ""
		if at[n] = value(place); edge.label == "" || place < math.Log10(edge.at)-1e-9 {
			number = strconv.FormatFloat(at[n], 'g', 10, 64)
			median = choose(n == 3, valueForm(in.unit)(at[n]), median)
		}
		row = append(row, number)
	}
	p.row(row...)
	solved := fmt.Sprintf("%d of %d solved", len(values)-unsolved, len(values))
	panel.Series = append(panel.Series, Series{Look: look, End: median + choose(unsolved > 0 && !in.Narrow, "; "+solved, ""),
		Points: []Point{{X: at[3], Y: y, Low: at[1], High: at[5], Name: solver + ", " + solved}}})
	outliers := Series{Look: Look{Color: look.Color, Bare: true}}
	for _, v := range values {
		if x := value(v.at); x < at[1] || x > at[5] {
			outliers.Points = append(outliers.Points, Point{X: x, Y: y, Name: v.name})
		}
	}
	panel.Series = append(panel.Series, outliers)
	panel.Cells = append(panel.Cells, Cell{X0: at[2], X1: at[4], Y0: y - 0.36, Y1: y + 0.36, Fill: alpha(look.Color, choose(look.Nth > 0, 0.12, 0.35))})
}

// value returns the value at a place.
func value(place float64) float64 { return choose(place <= noLog, 0, math.Pow(10, place)) }

// boxed is the value of an instance. Its place is a decimal logarithm.
type boxed struct {
	at     float64
	beyond bool // the search was not solved
	name   string
}

// noLog is the place of values of 0, below all others.
const noLog = -12

// summary sorts values. It returns the places of the least one, the lower whisker, the quartiles, the
// upper whisker and the greatest one.
func summary(values []boxed) [7]float64 {
	slices.SortStableFunc(values, func(x, y boxed) int { return cmp.Compare(x.at, y.at) })
	var q [3]float64
	for k := range q {
		below, share := stats.QuantileAt(len(values), float64(k+1)/4)
		if q[k] = values[below].at; share == 0 {
			continue
		}
		next := values[below+1]
		switch { // a distance from 0, or to the edge, is unknown
		case next.beyond:
			share = 1
		case q[k] == noLog:
			share = 0
		}
		q[k] += share * (next.at - q[k])
	}
	low, high, reach := q[0], q[2], 1.5*(q[2]-q[0])
	for _, v := range values {
		if v.at >= q[0]-reach && v.at <= q[2]+reach {
			low, high = min(low, v.at), max(high, v.at)
		}
	}
	return [7]float64{values[0].at, low, q[0], q[1], q[2], high, values[len(values)-1].at}
}
