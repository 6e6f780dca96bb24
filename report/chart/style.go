package chart

import (
	"cmp"
	"hash/fnv"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/results/compare"
)

// style is the style of a solver, the same in every plot. The algorithm determines the colour and
// the shape of the mark; the choice rule determines everything else.
type style struct {
	color  color.Color
	mark   draw.GlyphDrawer
	dashes []vg.Length
	fill   float64 // of bars: the share of the colour in the fill
	stripe bool    // of bars: a line through the middle
}

// marks are the marks of algorithms, filled and hollow.
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

// looks maps solvers to the classes that the runs record, which determine their styles.
type looks compare.Classes

// of returns the style of a solver. The colour and the mark of a solver without a class come from
// its name, so these are the same in every plot too. Rules that look ahead have a hollow mark with
// something inside.
func (l looks) of(solver string) style {
	class := l[solver]
	k := class.Look - 1
	if k < 0 {
		h := fnv.New32a()
		h.Write([]byte(cmp.Or(class.Algorithm, solver)))
		k = int(h.Sum32() % uint32(len(palette)*len(marks)))
	}
	full, outline := marks[k%len(marks)][0], marks[k%len(marks)][1]
	s := style{color: hue(k), mark: full, fill: 0.5}
	switch class.Rule {
	case "", cover.MRV:
	case cover.First:
		s.mark, s.dashes, s.fill = outline, dashed, 0
	case "ssxcc": // its algorithm also has a rule of the default case
		s.mark, s.dashes, s.fill, s.stripe = marked{outline, star{1, 0}, 0.6}, dashDotted, 0.25, true
	default:
		s.mark, s.dashes, s.fill, s.stripe = marked{outline, draw.CircleGlyph{}, 0.35}, longDashed, 0, true
	}
	if class.Parallel {
		s.dashes = dotted
	}
	return s
}

// compare orders solvers by the order in their classes. Solvers without an order follow, by name.
func (l looks) compare(a, b string) int {
	order := func(solver string) int { return cmp.Or(l[solver].Order, math.MaxInt) }
	return cmp.Or(cmp.Compare(order(a), order(b)), strings.Compare(a, b))
}

func (s style) line() draw.LineStyle {
	return draw.LineStyle{Color: s.color, Width: lineWidth, Dashes: s.dashes}
}

func (s style) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.color, Radius: markRadius, Shape: s.mark}
}
