package chart

import (
	"cmp"
	"hash/fnv"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/results"
	"xcbench/solvers"
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
type looks results.Classes

// of returns the style of a solver. Rules that look ahead have a hollow mark with something inside.
func (l looks) of(solver string) style {
	class := l[solver]
	k := max(class.Look, 1) - 1
	full, outline := marks[k%len(marks)][0], marks[k%len(marks)][1]
	s := style{color: hue(k), mark: full, fill: 0.5}
	switch line := solvers.LineOf(class.Rule); {
	case class.Rule == "" || line == solvers.Solid:
	case line == solvers.Dashed:
		s.mark, s.dashes, s.fill = outline, dashed, 0
	case line == solvers.DashDotted:
		s.mark, s.dashes, s.fill, s.stripe = marked{outline, star{1, 0}, 0.6}, dashDotted, 0.25, true
	default:
		s.mark, s.dashes, s.fill, s.stripe = marked{outline, draw.CircleGlyph{}, 0.35}, longDashed, 0, true
	}
	if round := k/len(palette) - firstDashed; round >= 0 {
		s.dashes = rounds[round%len(rounds)]
	}
	if class.Parallel {
		s.dashes = dotted
	}
	return s
}

// classes says that solvers of several counter classes count different things. It returns "" if they
// all have one class.
func (l looks) classes(solvers []string) string {
	var names []string
	members := map[string][]string{}
	for _, solver := range solvers {
		class := cmp.Or(l[solver].Counter, "unknown")
		if members[class] == nil {
			names = append(names, class)
		}
		members[class] = append(members[class], solver)
	}
	if len(names) < 2 {
		return ""
	}
	for k, name := range names {
		names[k] = name + " (" + strings.Join(members[name], ", ") + ")"
	}
	return "Compare updates within a counter class only: " + strings.Join(names, "; ") + "."
}

// settled returns the looks with one of its own for each of the given solvers that records none.
// Solvers of one algorithm share a look. Names say where the search for a free look begins. Colours
// that no solver has are taken first.
func (l looks) settled(names []string) looks {
	all, used, shades := looks{}, map[int]bool{}, map[int]bool{}
	maps.Copy(all, l)
	for _, v := range solvers.All() {
		used[v.Look-1] = true
	}
	take := func(solver string, look int) {
		used[look], shades[look%len(palette)] = true, true
		class := all[solver]
		class.Look = look + 1
		all[solver] = class
	}
	for _, solver := range names {
		if look := l[solver].Look; look > 0 {
			take(solver, look-1)
		}
	}
	for _, solver := range slices.Sorted(slices.Values(names)) {
		if l[solver].Look > 0 {
			continue
		}
		sibling := func(other string) bool {
			return l[solver].Algorithm != "" && all[other].Algorithm == l[solver].Algorithm && all[other].Look > 0
		}
		if k := slices.IndexFunc(names, sibling); k >= 0 {
			take(solver, all[names[k]].Look-1)
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(cmp.Or(l[solver].Algorithm, solver)))
		look, shared := int(h.Sum32()%uint32(len(palette))), len(shades) == len(palette)
		for !shared && shades[look] {
			look = (look + 1) % len(palette)
		}
		if shared { // dashes tell lines of one colour apart
			look += firstDashed * len(palette)
		}
		for tries := 0; used[look] && tries < looksInAll; tries++ {
			look = (look + choose(shared, 1, len(palette))) % looksInAll
		}
		take(solver, look)
	}
	return all
}

// A look is a colour and a mark. Looks from the round firstDashed on through the colours have
// dashes too.
const firstDashed = 2

var (
	looksInAll = len(palette) * len(marks)
	rounds     = [][]vg.Length{{3, 1.2}, {6, 1.2, 1.2, 1.2}, {1.2, 1.2}}
)

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
