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
	all := in.series()
	values := map[string][]float64{}
	for _, s := range all {
		for _, g := range merge(in.Solvers, s.lines) {
			_, from, ok := stepFactor(s.lines[g[0]])
			for k, at := range s.lines[g[0]] {
				for _, solver := range g {
					p.row(s.name, at.X, at.Name, solver, at.Y, ok && k >= from)
					values[solver] = append(values[solver], at.Y)
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
	about := "" // one note
	for _, s := range all {
		panel := Panel{X: Axis{Label: "size N of " + s.name}, Y: Axis{Label: in.unit.Axis, Log: true, Form: formOf(in.unit)},
			Series: in.lines(Lines, best, s.lines, in.looks(best))}
		for k, line := range panel.Series {
			if by, _, ok := stepFactor(line.Points); ok {
				panel.Series[k].End = choose(by < 100, "×"+strconv.FormatFloat(by, 'g', 2, 64), factor(by))
				about = "×: the factor of one step of N, fitted to the larger half of the sizes. "
			}
		}
		if len(panel.Series) > 0 {
			p.Panels = append(p.Panels, panel)
		}
	}
	if len(p.Panels) == 1 {
		p.Title += strings.TrimPrefix(p.Panels[0].X.Label, "size N")
	}
	about += choose(len(values) > mostGrowing, fmt.Sprintf("The best %d of %d solvers; the CSV has all.", mostGrowing, len(values)), "")
	p.note(strings.TrimSpace(about))
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
	name    string // with N for the number
	members int
	lines   map[string][]Point // the values of each solver
}

var figures = lazy.Regexp(`[0-9]+`)

// seriesOf returns the series of an instance, with the first number in its name, if that is a size. In the
// name of the series, N replaces every number that equals the size, as NxN for 6x6.
func seriesOf(id string) (series string, size int, ok bool) {
	family, name, _ := strings.Cut(id, "/")
	first := figures().FindString(name)
	size, err := strconv.Atoi(first)
	_, _, isCopy := corpus.Original(name)
	index := len(first) > 1 && first[0] == '0' || name == "line"+first // as in h001, or the line of a file
	name = figures().ReplaceAllStringFunc(name, func(d string) string { return choose(d == first, "N", d) })
	return family + "/" + name, size, err == nil && !index && !isCopy
}

// series returns the series with the most sizes. A family stands for all its series.
func (in *Input) series() (all []sizes) {
	wanted, _, _ := seriesOf(in.InstanceID)
	for _, row := range in.table().Rows {
		name, size, ok := seriesOf(row.Label)
		if !ok || in.InstanceID != "" && name != wanted && !(strings.HasSuffix(wanted, "/") && strings.HasPrefix(name, wanted)) {
			continue
		}
		k := slices.IndexFunc(all, func(s sizes) bool { return s.name == name })
		if k < 0 {
			k, all = len(all), append(all, sizes{name: name, lines: map[string][]Point{}})
		}
		all[k].members++
		for n, cell := range row.Cells {
			if solver := in.Solvers[n]; cell.Status == cover.Solved && cell.Center > 0 {
				all[k].lines[solver] = append(all[k].lines[solver], Point{X: float64(size), Y: cell.Center, Name: row.Label})
			}
		}
	}
	for _, s := range all {
		for _, line := range s.lines {
			slices.SortFunc(line, func(a, b Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Name, b.Name)) })
		}
	}
	slices.SortFunc(all, func(a, b sizes) int { return cmp.Or(b.members-a.members, cmp.Compare(a.name, b.name)) })
	n := 0 // series that are long enough, but at least one, and at most as many as there is room for
	for n < min(len(all), choose(in.narrow(), mostSeries/2, mostSeries)) && (n == 0 || all[n].members >= fewestSizes) {
		n++
	}
	return all[:n]
}
