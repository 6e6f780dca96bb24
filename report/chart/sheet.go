package chart

import (
	"image/color"
	"math"
	"strings"
	"sync"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// sheet is a drawn plot: elements from the back to the front, with the paths and fonts of gonum. SVG, PNG and PDF are
// three ways to write them: gonum's own have no classes for a dark page, and load fonts and tables of TeX when any
// command starts. Lengths are in points before zoom.
type sheet struct {
	*Plot
	width, height float64 // the height grows as parts are drawn below each other
	elements      []element
	tips          []tip
	room          area // around the data of every panel
}

// element is a text if it has one, a line if it has a width, and else areas.
type element struct {
	pen
	path vg.Path // its vertical axis leads down
	text string
	at   point   // where the baseline of the text begins
	size float64 // of the text
	turn float64 // of the text, in radians, counterclockwise
}

// pen is the colour of an element, and the style of a line.
type pen struct {
	color  color.NRGBA
	width  float64
	dashes []float64
}

// point is a place on a sheet, from its top left corner.
type point struct{ x, y float64 }

// along returns the point that is so many times a way from p.
func (p point) along(way point, times float64) point {
	return point{p.x + times*way.x, p.y + times*way.y}
}

// area is a rectangle.
type area struct{ left, top, right, bottom float64 }

func (a area) corners() []point {
	return []point{{a.left, a.top}, {a.right, a.top}, {a.right, a.bottom}, {a.left, a.bottom}}
}

// tip is an invisible area that shows a text when pointed at.
type tip struct {
	area
	text string
}

// stroke adds the lines that have points, or areas if the pen has no width.
func (s *sheet) stroke(p pen, lines ...[]point) {
	var path vg.Path
	for _, points := range lines {
		for k, at := range points {
			choose(k == 0, path.Move, path.Line)(vg.Point{X: vg.Length(at.x), Y: vg.Length(at.y)})
		}
		if p.width == 0 && points != nil {
			path.Close()
		}
	}
	if path != nil {
		s.elements = append(s.elements, element{pen: p, path: path})
	}
}

// style is the style of a text.
type style struct {
	size  float64
	color color.NRGBA
	share float64 // of its width that is before its place
}

// write adds a text of one line or more. Its place is at half its height.
func (s *sheet) write(text string, how style, at point) { s.writeTurned(text, how, 0, at) }

// writeTurned adds a text that is turned about its place, by radians, counterclockwise.
func (s *sheet) writeTurned(text string, how style, turn float64, at point) {
	sin, cos := math.Sincos(turn)
	lines := strings.Split(text, "\n")
	for k, line := range lines {
		if line == "" {
			continue
		}
		down := (0.35 + lineHeight*(float64(k)-float64(len(lines)-1)/2)) * how.size // a capital has 0.7
		start := at.along(point{-cos, sin}, how.share*how.width(line)).along(point{sin, cos}, down)
		s.elements = append(s.elements, element{pen: pen{color: how.color}, text: line, at: start, size: how.size, turn: turn})
	}
}

// lineHeight is the distance of lines of a text of size 1.
const lineHeight = 1.15

// width returns the width of a text.
func (how style) width(text string) (widest float64) {
	const large = 1000 // so that rounding does not matter
	for line := range strings.SplitSeq(text, "\n") {
		f := face(large)
		widest = max(widest, float64(f.Width(line))*how.size/large)
	}
	return widest
}

// fonts are read when they are first used, so other commands start without them.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// face returns the font of all texts in a size.
func face(size float64) font.Face {
	return fonts().Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Length(size))
}
