package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"xcbench/internal/english"
	"xcbench/results"
)

// palette is the palette of Okabe and Ito (jfly.uni-koeln.de/color, 2008), which colour-blind people can
// distinguish. It lacks their yellow, which is too faint on white. Black is last because it attracts the
// most attention.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xB2, 0xFF}, // blue
	{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
	{0x00, 0x9E, 0x73, 0xFF}, // green
	{0xCC, 0x79, 0xA7, 0xFF}, // purple
	{0xE6, 0x9F, 0x00, 0xFF}, // orange
	{0x56, 0xB4, 0xE9, 0xFF}, // sky
	{0x00, 0x00, 0x00, 0xFF},
}

var (
	ink   = color.NRGBA{0x33, 0x33, 0x33, 0xFF}
	muted = color.NRGBA{0x76, 0x76, 0x76, 0xFF} // the lightest grey that is readable on white
	faint = color.NRGBA{0xB8, 0xB8, 0xB8, 0xFF}
	grid  = color.NRGBA{0xE4, 0xE4, 0xE4, 0xFF}
	white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

// Look is how a series is drawn. Without its colour, its mark still tells it from others.
type Look struct {
	Color color.NRGBA
	Shape int  // of the mark: an index of bodies
	Nth   int  // of the series with this colour, from 0; all but the first have hollow marks and dashes
	Bare  bool // a thin line without marks
}

// bodies are the shapes of marks, one for each colour: the number of corners, the angle of the first one in
// degrees, and the radius. All have about the same area.
var bodies = [][3]float64{{24, 0, 2.6}, {4, 45, 3.25}, {3, 90, 4}, {4, 0, 3.25}, {3, -90, 4}, {5, 90, 3}, {6, 0, 2.85}}

// hue returns the look with a colour of the palette.
func hue(k int) Look { k %= len(palette); return Look{Color: palette[k], Shape: k} }

// looks returns a look for each solver. The algorithm determines the colour, as the runs record it; other programs
// take colours that are free.
func (in *Input) looks(solvers []string) map[string]Look {
	all, used := map[string]Look{}, make([]int, len(palette))
	for _, recorded := range []bool{true, false} {
		for _, name := range solvers {
			if k := in.classes[name].Look - 1; (k >= 0) == recorded {
				look := hue(choose(recorded, k, slices.Index(used, slices.Min(used))))
				look.Nth = used[look.Shape]
				used[look.Shape]++
				all[name] = look
			}
		}
	}
	return all
}

func (l Look) line() pen {
	p := pen{color: l.Color, width: 1.4}
	if l.Bare {
		p.width = 0.8
	} else if l.Nth > 0 {
		p.dashes = [][]float64{{5, 2.5}, {1.5, 2}, {9, 2, 1.5, 2}}[(l.Nth-1)%3]
	}
	return p
}

// mark draws the mark of a look. The third of a colour has another shape.
func (s *sheet) mark(l Look, at point) {
	body, scale := bodies[(l.Shape+max(0, l.Nth-1))%len(bodies)], choose(l.Bare, 0.55, choose(l.Nth > 0, 0.9, 1))
	var outline []point
	for k := range int(body[0]) + 1 {
		sin, cos := math.Sincos((body[1] + 360*float64(k)/body[0]) * math.Pi / 180)
		outline = append(outline, at.along(point{cos, -sin}, scale*body[2]))
	}
	s.stroke(pen{color: l.Color, width: choose(l.Nth > 0, 0.9, 0)}, outline)
}

// alpha returns a colour that lets the page through.
func alpha(c color.NRGBA, share float64) color.NRGBA {
	c.A = uint8(255*share + 0.5)
	return c
}

// starts says which of the solvers have times that include the start of a program, or "".
func (in *Input) starts() string {
	names := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { return !in.classes[s].TimesStart })
	if len(names) == 0 {
		return ""
	}
	return "Times of " + english.List(names) + " include the start of a program for each search."
}

// counters says that solvers of several counter classes count different things. It returns "" if they
// all have one class, or the unit means the same for all.
func (in *Input) counters() string {
	classes := map[string]bool{}
	for _, solver := range in.Solvers {
		classes[in.classes[solver].Counter] = true
	}
	several := in.unit.Same == results.SameCounter && len(classes) > 1
	return choose(several, "Compare "+in.unit.Word+" within a counter class only; 'xcbench list solvers' shows the classes.", "")
}

// byRank returns the solvers that have values: those with more values first, and then those with smaller ones.
func byRank(solvers []string, values map[string][]float64) []string {
	sums := map[string]float64{} // of logarithms
	for solver, all := range values {
		for _, v := range all {
			sums[solver] += math.Log(max(v, 1e-12))
		}
	}
	order := slices.DeleteFunc(slices.Clone(solvers), func(s string) bool { return len(values[s]) == 0 })
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Or(len(values[b])-len(values[a]), cmp.Compare(sums[a], sums[b]))
	})
	return order
}

// Solvers with the same choice rule have the same nodes. If they also have the same counter class, they
// have the same updates. Their curves would hide each other, so solvers with equal values share one
// curve. The values decide this, not the classes, so a broken solver stands out.

// lines returns a series for each group of solvers with equal lines. Without looks, each of the first ones, which are
// the most important, has a look of its own, and the others are grey.
func (in *Input) lines(form Form, solvers []string, lines map[string][]Point, looks map[string]Look) (all []Series) {
	var firsts []string
	for _, g := range merge(solvers, lines) {
		name := strings.Join(g, " = ")
		if len(g) > 3 {
			name = g[0] + " = " + g[1] + " = " + english.Count(len(g)-2, "other")
		}
		firsts, all = append(firsts, g[0]), append(all, Series{Name: name, Form: form, Points: lines[g[0]]})
	}
	if looks == nil {
		looks = in.looks(firsts[:min(len(firsts), len(palette))])
	}
	for k, first := range firsts {
		look, coloured := looks[first]
		all[k].Look = choose(coloured, look, Look{Color: faint, Bare: true})
	}
	return all
}

// merge groups the solvers with equal lines, in the order of their first members.
func merge(solvers []string, lines map[string][]Point) (groups [][]string) {
	for _, name := range solvers {
		k := slices.IndexFunc(groups, func(g []string) bool { return slices.Equal(lines[g[0]], lines[name]) })
		switch {
		case len(lines[name]) == 0:
		case k < 0:
			groups = append(groups, []string{name})
		default:
			groups[k] = append(groups[k], name)
		}
	}
	return groups
}
