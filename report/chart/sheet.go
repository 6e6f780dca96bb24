package chart

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// sheet is a drawn plot: elements from the back to the front. SVG, PNG and PDF are three ways to write them. Lengths
// are in points before zoom.
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
	paths [][]point // of a text, where its baseline begins
	text  string
	size  float64 // of the text
	turn  float64 // of the text, in radians, counterclockwise
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
func (s *sheet) stroke(p pen, paths ...[]point) {
	paths = slices.DeleteFunc(paths, func(path []point) bool { return len(path) == 0 })
	if len(paths) > 0 {
		s.elements = append(s.elements, element{pen: p, paths: paths})
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
		s.elements = append(s.elements, element{pen: pen{color: how.color}, paths: [][]point{{start}}, text: line, size: how.size, turn: turn})
	}
}

// lineHeight is the distance of lines of a text of size 1.
const lineHeight = 1.15

// width returns the width of a text.
func (how style) width(text string) (widest float64) {
	const large = 1000 // so that rounding does not matter
	for line := range strings.SplitSeq(text, "\n") {
		widest = max(widest, float64(font.MeasureString(face(large), line))/64*how.size/large)
	}
	return widest
}

// sans is the font of all texts. It is read when it is first used, so other commands start without it.
var sans = sync.OnceValue(func() *opentype.Font { return must(opentype.Parse(liberationsansregular.TTF)) })

// face returns the font in a size.
func face(size float64) font.Face {
	return must(opentype.NewFace(sans(), &opentype.FaceOptions{Size: size, DPI: 72}))
}

// must returns a value that only a broken font lacks, which is part of the program.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
