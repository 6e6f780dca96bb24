package chart

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/results"
)

// scatter compares two solvers with one point per instance, by family. It shows the diagonal, and
// the lines where one solver takes ten times as much as the other. Unsolved searches are on the
// edges. Many points are drawn as their density.
func scatter(in Input) (*Figure, error) {
	if err := in.pair(); err != nil {
		return nil, err
	}
	s := scaleOf(in.Unit)
	f := &Figure{title: "One solver against another", aside: true}
	if len(in.Solvers) < 2 {
		return nil, nothing("there are no results", "name a run of two solvers")
	}
	a, b := in.Solvers[0], in.Solvers[1]
	f.title = fmt.Sprintf("%s against %s", b, a)
	f.head = []string{"family", "instance", a + " " + in.Unit, b + " " + in.Unit, a + " status", b + " status"}
	c := in.table()
	e := edgeOf(c, in.limit)
	if e.why != nil {
		return nil, e.why
	}
	byFamily := map[string][]pairing{}
	var less [3]int // instances on which a takes less, none, or b
	both := 0
	for line := range c.Len() {
		x, y := c.Cell(line, 0), c.Cell(line, 1)
		if x.Status == "" || y.Status == "" {
			f.note("Instances with a result of only one solver are left out.")
			continue
		}
		if x.Status != cover.Solved && y.Status != cover.Solved {
			both++
		}
		less[1+cmp.Compare(e.place(x), e.place(y))]++
		family, _, _ := strings.Cut(c.ID(line), "/")
		byFamily[family] = append(byFamily[family], pairing{plotter.XY{X: e.place(x), Y: e.place(y)}, int32(line)})
	}
	f.note(fmt.Sprintf("Above the diagonal %s takes less, on %d of %d; below it %s, on %d.", a, less[0],
		less[0]+less[1]+less[2], b, less[2]))
	f.note(unsolved(c))
	for line := range c.Len() {
		family, name, _ := strings.Cut(c.ID(line), "/")
		if x, y := c.Cell(line, 0), c.Cell(line, 1); x.Status != "" && y.Status != "" {
			f.row(family, name, digits(x), digits(y), x.Status, y.Status)
		}
	}
	if both > 0 {
		f.note(fmt.Sprintf("In the corner: %d that neither solved.", both))
	}
	if e.zeros {
		f.note("Values of 0 are at the lower and left edges.")
	}
	if len(byFamily) == 0 {
		return nil, nothing("no instance has results of both solvers", "name two with --solver")
	}
	p := newPlot(a+": "+s.axis, b+": "+s.axis)
	p.X.Tick.Marker, p.Y.Tick.Marker = nearTicks{s.power}, nearTicks{s.power}
	if points := slices.Collect(maps.Values(byFamily)); total(points) > mostPoints {
		p.Add(densityOf(f, points, e, a, b), guides{e})
	} else {
		p.Add(guides{e})
		p.Add(f.families(byFamily, func(line int) string {
			return fmt.Sprintf("%s: %s %s, %s %s", c.ID(line), a, e.tell(c.Cell(line, 0)), b, e.tell(c.Cell(line, 1)))
		})...)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = e.low, e.high, e.low, e.high
	offFrame(p)
	f.plot, f.square = p, true
	return f, nil
}

// families returns the marks of the points, and adds their keys and texts.
func (f *Figure) families(byFamily map[string][]pairing, text func(line int) string) []plot.Plotter {
	var marks []plot.Plotter
	for k, g := range grouped(byFamily) {
		look := draw.GlyphStyle{Color: muted, Radius: 0.7 * markRadius, Shape: draw.RingGlyph{}}
		if k < len(shapes) && !g.rest {
			look = draw.GlyphStyle{Color: hue(k), Radius: markRadius, Shape: shapes[k]}
		}
		f.keys = append(f.keys, key{text: g.name, glyph: look})
		var points plotter.XYs
		for _, point := range g.points {
			points = append(points, point.at)
			f.point(point.at.X, point.at.Y, text(int(point.line)))
		}
		dots := &plotter.Scatter{XYs: points, GlyphStyle: look}
		first := choose(g.rest, 0, len(marks)) // the rest is drawn first, below the families
		marks = slices.Insert(marks, first, plot.Plotter(dots))
	}
	return marks
}

// digits returns the value of a solved search for CSV, or "" if it was not solved.
func digits(c results.Median) any {
	if c.Status != cover.Solved {
		return ""
	}
	return c.Center
}

// pair selects two solvers: the two that were asked for, or the base and the first other solver.
// Without results there may be fewer.
func (in *Input) pair() error {
	two := in.Solvers
	if in.Base != "" {
		two = []string{in.Base}
		for _, solver := range in.Solvers {
			if solver != in.Base && len(two) < 2 {
				two = append(two, solver)
			}
		}
	}
	if len(two) != 2 && in.all.Len() > in.lacking {
		return optionf("%d solvers (%s), expected two; or name a base, which is compared with the first other solver",
			len(two), strings.Join(two, ", "))
	}
	in.Solvers = two
	return nil
}

// pairing is the place of an instance, which is a line of the table.
type pairing struct {
	at   plotter.XY
	line int32
}

// group is one family, or all families without a mark of their own.
type group struct {
	name   string
	rest   bool
	points []pairing
}

// grouped returns the largest families, the largest first, and then all other families as one
// group. Each of the largest families has a distinct mark.
func grouped(families map[string][]pairing) []group {
	var all []group
	for name, points := range families {
		all = append(all, group{name: name, points: points})
	}
	slices.SortFunc(all, func(a, b group) int {
		return cmp.Or(len(b.points)-len(a.points), strings.Compare(a.name, b.name))
	})
	if n := len(shapes); len(all) == n+1 {
		all[n].rest = true
	} else if len(all) > n {
		rest := group{name: fmt.Sprintf("other, %d families", len(all)-n), rest: true}
		for _, g := range all[n:] {
			rest.points = append(rest.points, g.points...)
		}
		all = append(all[:n], rest)
	}
	for k := range all {
		all[k].name += fmt.Sprintf(" (%d)", len(all[k].points))
	}
	return all
}
