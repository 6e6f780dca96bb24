package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

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
	for _, s := range sets {
		lines = append(lines, s.members...)
		if s.original >= 0 {
			lines = append(lines, s.original)
		}
	}
	edge, err := in.edge(c.Of(lines))
	if err != nil {
		return nil, err
	}
	pitch := choose(len(sets) == 1, 0, len(in.Solvers)+1) // rows from one set to the next
	b := boxes{Input: in, Plot: p, c: c, edge: edge, looks: in.coloured(in.Solvers), named: len(sets) > 1,
		panel: Panel{X: Axis{Label: in.unit.Axis, Log: true, Form: tickForm(in.unit), Edge: edge},
			Y: Axis{Down: true, Exact: true, Low: -0.6, High: float64(max(len(in.Solvers), len(sets)*pitch-1)) - 0.4}}}
	b.panel.Row = choose[vg.Length](b.named, 11, 18)
	for n, set := range sets {
		if b.named {
			b.panel.Y.Ticks = append(b.panel.Y.Ticks, Tick{float64(n*pitch) + float64(len(in.Solvers)-1)/2, set.name})
		}
		for k := range in.Solvers {
			b.add(set, k, float64(n*pitch+k))
		}
	}
	b.panel.Columns = []Column{{"median", b.medians}}
	if len(b.missing) > 0 {
		b.panel.Columns = append(b.panel.Columns, Column{"not solved", b.missing})
		p.note("Unsolved searches are at the right edge and count as larger than all others.")
	}
	p.Panels = []Panel{b.panel}
	return p, nil
}

// boxes is a plot of boxes under construction.
type boxes struct {
	*Input
	*Plot
	c                *results.Medians
	edge             Edge
	looks            map[string]Look
	named            bool // the legend names the solvers, as the axis names the sets
	panel            Panel
	medians, missing []Tick
}

// add adds the box of a solver in a set.
func (b *boxes) add(set set, k int, y float64) {
	solver := b.Solvers[k]
	if !b.named {
		b.panel.Y.Ticks = append(b.panel.Y.Ticks, Tick{y, solver})
	}
	one := boxOf{edge: b.edge}
	for _, line := range set.members {
		if cell := b.c.Cell(line, k); cell.Status != "" {
			one.values = append(one.values, boxed{max(noLog, math.Log10(b.edge.place(cell))), cell.Status != cover.Solved,
				solver + ": " + b.c.ID(line) + " " + b.tell(cell)})
		}
	}
	if len(one.values) == 0 {
		b.note(solver + " has no result on some of them.")
		return
	}
	one.sum()
	unsolved, q, w := one.unsolved(), one.quartiles, one.whiskers
	b.row(set.name, solver, len(one.values), unsolved, one.num(one.values[0].at), one.num(w[0]), one.num(q[0]), one.num(q[1]),
		one.num(q[2]), one.num(w[1]), one.num(one.values[len(one.values)-1].at))
	text := func(at float64) string {
		return choose(one.num(at) == "", "not solved", valueForm(b.unit)(valueAt(at)))
	}
	b.medians = append(b.medians, Tick{y, text(q[1])})
	if unsolved > 0 {
		b.missing = append(b.missing, Tick{y, fmt.Sprintf("%d of %d", unsolved, len(one.values))})
	}
	if set.original >= 0 && b.c.Cell(set.original, k).Status != "" {
		cell := b.c.Cell(set.original, k)
		b.panel.Series = append(b.panel.Series, Series{Name: "as it stands", Look: Look{Color: ink, Shape: 3}, Points: []Point{
			{X: b.edge.place(cell), Y: y, Tip: solver + ": " + b.c.ID(set.original) + " as it stands: " + b.tell(cell)}}})
	}
	tip := fmt.Sprintf("%s: quartiles %s, %s, %s; whiskers %s to %s; %d values, %d not solved", solver, text(q[0]), text(q[1]),
		text(q[2]), text(w[0]), text(w[1]), len(one.values), unsolved)
	b.panel.Series = append(b.panel.Series, one.series(y, b.looks[solver], choose(b.named, solver, ""), tip)...)
}

// boxOf is one box. Places are decimal logarithms.
type boxOf struct {
	edge      Edge
	values    []boxed // ascending after sum
	quartiles [3]float64
	whiskers  [2]float64
}

// boxed is the value of an instance.
type boxed struct {
	at     float64
	beyond bool // the search was not solved
	tip    string
}

// sum computes quartiles and whiskers.
func (b *boxOf) sum() {
	slices.SortStableFunc(b.values, func(x, y boxed) int { return cmp.Compare(x.at, y.at) })
	for k := range b.quartiles {
		below, share := stats.QuantileAt(len(b.values), float64(k+1)/4)
		b.quartiles[k] = b.values[below].at
		if share == 0 {
			continue
		}
		next := b.values[below+1]
		switch { // a distance from 0, or to the edge, is unknown
		case next.beyond:
			share = 1
		case b.quartiles[k] == noLog:
			share = 0
		}
		b.quartiles[k] += share * (next.at - b.quartiles[k])
	}
	reach := 1.5 * (b.quartiles[2] - b.quartiles[0])
	b.whiskers = [2]float64{b.quartiles[0], b.quartiles[2]}
	for _, v := range b.values {
		if v.at >= b.quartiles[0]-reach && v.at <= b.quartiles[2]+reach {
			b.whiskers[0], b.whiskers[1] = min(b.whiskers[0], v.at), max(b.whiskers[1], v.at)
		}
	}
}

func (b *boxOf) unsolved() (n int) {
	for _, v := range b.values {
		n += choose(v.beyond, 1, 0)
	}
	return n
}

// num writes the value at a place for CSV. It is "" at the edge of unsolved searches.
func (b *boxOf) num(at float64) string {
	if b.edge.Label != "" && at >= math.Log10(b.edge.At)-1e-9 {
		return ""
	}
	return strconv.FormatFloat(valueAt(at), 'g', 10, 64)
}

// noLog is the place of values of 0, below all others.
const noLog = -12

// valueAt returns the value at a place.
func valueAt(at float64) float64 { return choose(at <= noLog, 0, math.Pow(10, at)) }

// series returns the parts of the box, the median at the front, and the values beyond the whiskers. The
// name is for the legend.
func (b *boxOf) series(y float64, look Look, name, tip string) []Series {
	middle := valueAt(b.quartiles[1])
	dots := Series{Look: Look{Color: look.Color, Bare: true}}
	for _, one := range b.values {
		if one.at < b.whiskers[0] || one.at > b.whiskers[1] {
			dots.Points = append(dots.Points, Point{X: valueAt(one.at), Y: y, Tip: one.tip})
		}
	}
	from := func(low, high float64, tip string) []Point {
		return []Point{{X: middle, Y: y, Low: valueAt(low), High: valueAt(high), Tip: tip}}
	}
	return []Series{
		{Form: Ticks, Look: look, Points: []Point{{X: middle, Y: y}}}, dots,
		{Form: Bars, Look: look, Name: name, Points: from(b.quartiles[0], b.quartiles[2], tip)},
		{Form: Intervals, Look: look, Points: from(b.whiskers[0], b.whiskers[1], "")},
	}
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
