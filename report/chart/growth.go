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
	"xcbench/results"
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
	c := in.table()
	all, left := in.series(c)
	var lines []map[string][]Point // by series and solver
	sum := map[string][2]float64{} // of each solver, how many points it lacks, and the sum of their logarithms
	for _, s := range all {
		of := map[string][]Point{}
		for k, solver := range in.Solvers {
			for _, m := range s.members {
				if cell := c.Cell(m.line, k); cell.Status == cover.Solved && cell.Center > 0 {
					of[solver] = append(of[solver], Point{X: float64(m.size), Y: cell.Center, Name: c.ID(m.line)})
					sum[solver] = [2]float64{sum[solver][0] - 1, sum[solver][1] + math.Log(cell.Center)}
				}
			}
		}
		groups, _ := in.growing(of, in.Solvers)
		for _, g := range groups {
			_, from, ok := stepFactor(of[g[0]])
			for k, at := range of[g[0]] {
				m := slices.IndexFunc(s.members, func(m member) bool { return float64(m.size) == at.X })
				for _, solver := range g {
					cell := c.Cell(s.members[m].line, slices.Index(in.Solvers, solver))
					p.row(s.name(), at.X, c.ID(s.members[m].line), solver, cell.Center, ok && k >= from)
				}
			}
		}
		lines = append(lines, of)
	}
	if len(p.Rows) == 0 {
		return nil, nothing("no search that was solved, of an instance with a number in its name, has a value above 0",
			"measure instances of several sizes, as queens/6 to queens/9")
	}
	best := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { _, has := sum[s]; return !has })
	slices.SortStableFunc(best, func(a, b string) int {
		return cmp.Or(cmp.Compare(sum[a][0], sum[b][0]), cmp.Compare(sum[a][1], sum[b][1]))
	})
	fitted := false
	for k, s := range all {
		panel, ok := in.sizePanel(s, lines[k], best[:min(len(best), mostGrowing)])
		if len(panel.Series) > 0 {
			p.Panels = append(p.Panels, panel)
		}
		fitted = fitted || ok
	}
	if len(p.Panels) == 1 {
		p.Title = strings.Replace(p.Title, "the size", "the size of "+strings.TrimPrefix(p.Panels[0].X.Label, "size N of "), 1)
		p.Panels[0].Y.Label = in.unit.Axis
	}
	p.note(growthNote(fitted, len(best), left))
	return p, nil
}

// growthNote says what the factors are, and what is not drawn.
func growthNote(fitted bool, solvers, series int) string {
	var text []string
	if fitted {
		text = append(text, "×: the factor of one step of N, fitted to the larger half of the sizes.")
	}
	if solvers > mostGrowing {
		text = append(text, fmt.Sprintf("The best %d of %d solvers; the CSV has all.", mostGrowing, solvers))
	}
	if series > 0 {
		text = append(text, fmt.Sprintf("%d shorter series are left out.", series))
	}
	return strings.Join(text, " ")
}

// growing merges the solvers that have equal lines, or any line.
func (in *Input) growing(lines map[string][]Point, solvers []string) (groups [][]string, names []string) {
	some := slices.DeleteFunc(slices.Clone(solvers), func(s string) bool { return len(lines[s]) == 0 })
	return merge(some, func(a, b string) bool {
		return slices.EqualFunc(lines[a], lines[b], func(x, y Point) bool { return x.X == y.X && x.Y == y.Y })
	})
}

// sizePanel returns the panel of a series, and whether a line has a factor.
func (in *Input) sizePanel(s sizes, lines map[string][]Point, solvers []string) (panel Panel, fitted bool) {
	panel = Panel{X: Axis{Label: "size N of " + s.name()}, Y: Axis{Log: true, Form: tickForm(in.unit)}}
	looks := in.looks(solvers)
	groups, names := in.growing(lines, solvers)
	for k, g := range groups {
		line := Series{Name: names[k], Look: looks[g[0]], Form: Lines, Points: lines[g[0]]}
		if by, _, ok := stepFactor(line.Points); ok {
			line.End, fitted = "×"+strconv.FormatFloat(by, 'g', 2, 64), true
			if by >= 100 {
				line.End = factor(by)
			}
		}
		panel.Series = append(panel.Series, line)
	}
	return panel, fitted
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
func (in *Input) series(c *results.Medians) (all []sizes, left int) {
	family, name, _ := strings.Cut(in.InstanceID, "/")
	_, shape, _ := sizeOf(name)
	for line := range c.Len() {
		own, inst, _ := strings.Cut(c.ID(line), "/")
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
	for _, s := range all {
		slices.SortFunc(s.members, func(a, b member) int { return cmp.Or(a.size-b.size, cmp.Compare(c.ID(a.line), c.ID(b.line))) })
	}
	slices.SortStableFunc(all, func(a, b sizes) int {
		return cmp.Or(len(b.members)-len(a.members), cmp.Compare(a.name(), b.name()))
	})
	n := 0 // series that are long enough, but at least one, and at most as many as there is room for
	for n < min(len(all), choose(in.Narrow, mostSeries/2, mostSeries)) && (n == 0 || len(all[n].members) >= fewestSizes) {
		n++
	}
	return all[:n], len(all) - n
}
