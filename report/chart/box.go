package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

// box shows the spread of each solver's values: over the instances, over the scrambled copies of
// one named instance, or over the copies of each instance if all rows are of copies. Quartiles are
// interpolated linearly (type 7 of Hyndman and Fan, The American Statistician 50, 1996). Whiskers
// reach to the last value within 1.5 times the distance of the quartiles (Tukey, Exploratory Data
// Analysis, 1977). Both work on logarithms, as drawn. Unsolved searches stand at the right edge and
// count as larger than all values.
func box(in *Input) (*Plot, error) {
	c := in.table()
	p := &Plot{Title: capital(in.unit.Axis) + ", over the instances", Head: []string{"instance", "solver", "count", "not solved",
		"least", "lower whisker", "lower quartile", "median", "upper quartile", "upper whisker", "greatest"}}
	sets, err := in.sets(p, c)
	if err != nil {
		return nil, err
	}
	var lines []int
	var names []string
	for _, s := range sets {
		names, lines = append(names, s.name), append(lines, s.members...)
		if s.original >= 0 {
			lines = append(lines, s.original)
		}
	}
	edge, err := in.edge(c.Of(lines))
	if err != nil {
		return nil, err
	}
	panel := Panel{X: edge.axis(in.unit, in.unit.Axis), Guides: edge.guides(1)}
	place := panel.shelve(names, in.Solvers, 0)
	panel.Row = max(panel.Row, labelHeight)
	looks := in.coloured(in.Solvers)
	for n, set := range sets {
		for k, solver := range in.Solvers {
			in.box(p, &panel, c, edge, set, k, place(n, k), looks[solver])
		}
	}
	p.note(choose(edge.label == "", "", "Unsolved searches are at the right edge and count as larger than all others."))
	p.note("The median stands at the right.")
	p.Panels = []Panel{panel}
	return p, nil
}

// box adds the data of a solver in a set, its box with the median, the values beyond the whiskers, and the
// value of the original of copies.
func (in *Input) box(p *Plot, panel *Panel, c *results.Medians, edge edge, set set, k int, y float64, look Look) {
	var values []boxed
	solver, unsolved := in.Solvers[k], 0
	for _, line := range set.members {
		if cell := c.Cell(line, k); cell.Status != "" {
			values = append(values, boxed{max(noLog, math.Log10(edge.place(cell))), cell.Status != cover.Solved, solver + ", " + c.ID(line)})
			unsolved += choose(cell.Status != cover.Solved, 1, 0)
		}
	}
	if len(values) == 0 {
		p.note(solver + " has no result on some of them.")
		return
	}
	row, at, median := []any{set.name, solver, len(values), unsolved}, [7]float64{}, "not solved"
	for n, place := range summary(values) {
		number := ""
		if at[n] = value(place); edge.label == "" || place < math.Log10(edge.at)-1e-9 {
			number = strconv.FormatFloat(at[n], 'g', 10, 64)
			median = choose(n == 3, valueForm(in.unit)(at[n]), median)
		}
		row = append(row, number)
	}
	p.row(row...)
	if set.original >= 0 && c.Cell(set.original, k).Status != "" {
		panel.Series = append(panel.Series, Series{Name: "as it stands", Look: Look{Color: ink, Shape: 3}, Points: []Point{
			{X: edge.place(c.Cell(set.original, k)), Y: y, Name: solver}}})
	}
	solved := fmt.Sprintf("%d of %d solved", len(values)-unsolved, len(values))
	panel.Series = append(panel.Series, Series{Name: choose(set.name == "", "", solver), Look: look, End: median + choose(unsolved > 0 && !in.Narrow, "; "+solved, ""),
		Points: []Point{{X: at[3], Y: y, Low: at[1], High: at[5], Name: choose(set.name == "", solver+", ", "") + solved}}})
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

// set is a set of instances that one box of each solver shows.
type set struct {
	name     string
	members  []int // lines of the table
	original int   // the line of the instance that the members are copies of; -1 if there is none
}

// mostBoxes is the number of boxes that fit on a page.
const mostBoxes = 60

// sets returns the sets that boxes show.
func (in *Input) sets(p *Plot, c *results.Medians) ([]set, error) {
	plain, copies := map[string]int{}, map[string][]int{}
	var lines []int
	var originals []string
	for line := range c.Len() {
		original, _, isCopy := corpus.Original(c.ID(line))
		switch {
		case !isCopy:
			plain[c.ID(line)], lines = line, append(lines, line)
		case copies[original] == nil:
			originals = append(originals, original)
			fallthrough
		default:
			copies[original] = append(copies[original], line)
		}
	}
	if in.InstanceID == "" && len(lines) > 0 {
		if len(copies) > 0 {
			p.note("Scrambled copies are left out.")
		}
		what := strconv.Itoa(len(lines)) + " instances"
		if len(lines) == 1 {
			what = c.ID(lines[0])
		}
		p.Title = strings.Replace(p.Title, "the instances", what, 1)
		return []set{{"", lines, -1}}, nil
	}
	if in.InstanceID != "" {
		if copies[in.InstanceID] == nil {
			return nil, optionf("no result of scrambled copies of %s; 'xcbench run --scramble N' measures some", in.InstanceID)
		}
		originals = []string{in.InstanceID}
	}
	what := "the scrambled copies"
	if len(originals) == 1 {
		what = fmt.Sprintf("%d scrambled copies of %s", len(copies[originals[0]]), originals[0])
	}
	p.Title = strings.Replace(p.Title, "the instances", what, 1)
	if most := max(1, mostBoxes/max(1, len(in.Solvers))); len(originals) > most {
		p.note(fmt.Sprintf("There is no room for the copies of %d more.", len(originals)-most))
		originals = originals[:most]
	}
	var all []set
	for _, id := range originals {
		line, ok := plain[id]
		all = append(all, set{id, copies[id], choose(ok, line, -1)})
	}
	return all, nil
}
