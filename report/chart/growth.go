package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/lazy"
)

// A plot of growth has a panel for each of at most mostSeries series, or half as many in one column, with
// at most mostGrowing solvers. A series has at least fewestSizes sizes.
const (
	mostSeries  = 6
	fewestSizes = 3
	mostGrowing = 5
)

// growth shows values against the size of the instance. A factor at each line says how much one
// step of the size multiplies the value.
func growth(in *Input) (*Plot, error) {
	p := &Plot{Title: "Growth of " + in.unit.Word + " with the size",
		Head: []string{"series", "size", "instance", "solver", in.Unit, "fitted"}}
	all, left := in.series(in.table())
	values := map[string][]float64{}
	for _, s := range all {
		for solver, line := range s.lines {
			for _, at := range line {
				values[solver] = append(values[solver], at.Y)
			}
		}
		groups, _ := merge(in.Solvers, s.lines)
		for _, g := range groups {
			_, from, ok := stepFactor(s.lines[g[0]])
			for k, at := range s.lines[g[0]] {
				for _, solver := range g {
					p.row(s.name(), at.X, at.Name, solver, at.Y, ok && k >= from)
				}
			}
		}
	}
	if len(p.Rows) == 0 {
		return nil, nothing("no search that was solved, of an instance with a number in its name, has a value above 0",
			"measure instances of several sizes, as queens/6 to queens/9")
	}
	best := byRank(in.Solvers, values)
	best = best[:min(len(best), mostGrowing)]
	fitted := false
	for _, s := range all {
		panel := Panel{X: Axis{Label: "size N of " + s.name()}, Y: Axis{Log: true, Form: tickForm(in.unit)},
			Series: in.lines(Lines, best, s.lines, in.looks(best))}
		for k := range panel.Series {
			line := &panel.Series[k]
			if by, _, ok := stepFactor(line.Points); ok {
				line.End, fitted = choose(by < 100, "×"+strconv.FormatFloat(by, 'g', 2, 64), factor(by)), true
			}
		}
		if len(panel.Series) > 0 {
			p.Panels = append(p.Panels, panel)
		}
	}
	if len(p.Panels) == 1 {
		p.Title = strings.Replace(p.Title, "the size", "the size of "+strings.TrimPrefix(p.Panels[0].X.Label, "size N of "), 1)
		p.Panels[0].Y.Label = in.unit.Axis
	}
	note := choose(fitted, "×: the factor of one step of N, fitted to the larger half of the sizes. ", "")
	note += choose(len(values) > mostGrowing, fmt.Sprintf("The best %d of %d solvers; the CSV has all. ", mostGrowing, len(values)), "")
	note += choose(left > 0, fmt.Sprintf("%d shorter series are left out.", left), "")
	p.note(strings.TrimSpace(note))
	return p, nil
}

// stepFactor returns the factor by which one step of the size multiplies the value. It fits the
// logarithm of the value by least squares, over the points from the returned index on: the larger
// half of the sizes, and at least three. It reports false if there are too few points.
func stepFactor(line []Point) (factor float64, from int, ok bool) {
	n := max((len(line)+1)/2, fewestSizes)
	if len(line) < n {
		return 0, 0, false
	}
	from = len(line) - n
	var x, y, xx, xy float64
	for _, at := range line[from:] {
		x, y = x+at.X/float64(n), y+math.Log10(at.Y)/float64(n)
	}
	for _, at := range line[from:] {
		xx, xy = xx+(at.X-x)*(at.X-x), xy+(at.X-x)*(math.Log10(at.Y)-y)
	}
	factor = math.Pow(10, xy/xx)
	return factor, from, xx > 0 && !math.IsInf(factor, 0)
}

// sizes is a series: instances of a family whose names differ only in one number.
type sizes struct {
	family, shape string // shape is their name with N for the number
	members       []member
	lines         map[string][]Point // the values of each solver
}

type member struct {
	line int // of the table
	size int
}

func (s sizes) name() string { return s.family + "/" + s.shape }

var figures = lazy.Regexp(`[0-9]+`)

// sizeOf returns the first number in an instance's name, if it is a size, and the shape of the
// name. In the shape, N replaces every number that equals the size, as NxN for 6x6.
func sizeOf(name string) (size int, shape string, ok bool) {
	first := figures().FindString(name)
	if len(first) > 1 && first[0] == '0' || name == "line"+first {
		return 0, "", false // an index, as in h001, or the line of a file
	}
	size, err := strconv.Atoi(first)
	shape = figures().ReplaceAllStringFunc(name, func(d string) string { return choose(d == first, "N", d) })
	return size, shape, err == nil
}

// series returns the series with the most sizes, and how many more there are.
func (in *Input) series(c compare.Table) (all []sizes, left int) {
	family, name, _ := strings.Cut(in.InstanceID, "/")
	_, shape, _ := sizeOf(name)
	for line, row := range c.Rows {
		own, inst, _ := strings.Cut(row.Label, "/")
		n, of, ok := sizeOf(inst)
		_, _, isCopy := corpus.Original(inst)
		if !ok || isCopy || in.InstanceID != "" && own != family || name != "" && of != shape {
			continue
		}
		k := slices.IndexFunc(all, func(s sizes) bool { return s.family == own && s.shape == of })
		if k < 0 {
			k, all = len(all), append(all, sizes{family: own, shape: of})
		}
		all[k].members = append(all[k].members, member{line, n})
	}
	slices.SortStableFunc(all, func(a, b sizes) int {
		return cmp.Or(len(b.members)-len(a.members), cmp.Compare(a.name(), b.name()))
	})
	n := 0 // series that are long enough, but at least one, and at most as many as there is room for
	for n < min(len(all), choose(in.Narrow, mostSeries/2, mostSeries)) && (n == 0 || len(all[n].members) >= fewestSizes) {
		all[n].lines = in.values(c, all[n].members)
		n++
	}
	return all[:n], len(all) - n
}

// values returns the values of the solvers on the members of a series.
func (in *Input) values(c compare.Table, members []member) map[string][]Point {
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(a.size-b.size, cmp.Compare(c.Rows[a.line].Label, c.Rows[b.line].Label))
	})
	lines := map[string][]Point{}
	for _, m := range members {
		for k, cell := range c.Rows[m.line].Cells {
			if cell.Status == cover.Solved && cell.Center > 0 {
				lines[in.Solvers[k]] = append(lines[in.Solvers[k]], Point{X: float64(m.size), Y: cell.Center, Name: c.Rows[m.line].Label})
			}
		}
	}
	return lines
}
