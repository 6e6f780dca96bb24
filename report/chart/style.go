package chart

import (
	"cmp"
	"hash/fnv"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/solvers"
	"xcbench/solvers/cells"
)

// style is how a solver looks, the same in every plot: the colour and the shape of the mark
// are the algorithm's, all else is the choice rule's.
type style struct {
	color  color.Color
	mark   draw.GlyphDrawer
	dashes []vg.Length
	fill   float64 // of bars: the share of the colour
	stripe bool    // of bars: a line along the middle
}

// marks are for algorithms, full and hollow.
var marks = [][2]draw.GlyphDrawer{
	{draw.CircleGlyph{}, ring{}},
	{polygon{4, 45}, hollow{4, 45}},
	{polygon{3, 90}, hollow{3, 90}},
	{polygon{4, 0}, hollow{4, 0}},
	{polygon{3, -90}, hollow{3, -90}},
}

var (
	dashed     = []vg.Length{vg.Points(4), vg.Points(2.5)}
	longDashed = []vg.Length{vg.Points(8), vg.Points(2)}
	dashDotted = []vg.Length{vg.Points(7), vg.Points(1.5), vg.Points(1.5), vg.Points(1.5)}
	dotted     = []vg.Length{vg.Points(1), vg.Points(2)}
)

// styleOf gives rules that look ahead a hollow mark with something in it.
func styleOf(solver string) style {
	v, known := solvers.Find(solver)
	k := slices.Index(algorithms(), algorithm(solver))
	if !known { // a solver of somebody else's keeps its looks too
		h := fnv.New32a()
		h.Write([]byte(solver))
		k = int(h.Sum32() % uint32(len(palette)*len(marks)))
	}
	full, outline := marks[k%len(marks)][0], marks[k%len(marks)][1]
	s := style{color: hue(k), mark: full, fill: 0.5}
	if known {
		switch v.Rule {
		case cover.MRV:
		case cover.First:
			s.mark, s.dashes, s.fill = outline, dashed, 0
		case cells.SSXCC:
			s.mark, s.dashes, s.fill, s.stripe = marked{outline, star{1, 0}, 0.6}, dashDotted, 0.25, true
		default:
			s.mark, s.dashes, s.fill, s.stripe = marked{outline, draw.CircleGlyph{}, 0.35}, longDashed, 0, true
		}
	}
	if v.Parallel {
		s.dashes = dotted
	}
	return s
}

func (s style) line() draw.LineStyle {
	return draw.LineStyle{Color: s.color, Width: lineWidth, Dashes: s.dashes}
}

func (s style) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.color, Radius: markRadius, Shape: s.mark}
}

// algorithms are the names of the solvers without their rules, in the order of the list of
// solvers, which gives them their colours.
func algorithms() []string {
	var names []string
	for _, v := range solvers.All() {
		if name := algorithm(v.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func algorithm(solver string) string {
	if v, ok := solvers.Find(solver); ok {
		return strings.TrimSuffix(strings.TrimSuffix(solver, solvers.ParallelSuffix), "_"+string(v.Rule))
	}
	return solver
}

// bySolver orders names as the list of solvers does, others after them by name.
func bySolver(a, b string) int {
	place := func(name string) int {
		all := solvers.All()
		if k := slices.IndexFunc(all, func(v solvers.Variant) bool { return v.Name == name }); k >= 0 {
			return k
		}
		return len(all)
	}
	return cmp.Or(place(a)-place(b), strings.Compare(a, b))
}
