package chart

import (
	"image/color"
	"math"
	"slices"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// sheet is a drawing as data: pieces in the order of painting. Lengths are points. Shapes are added with the
// origin at the bottom left, as in a plot, and kept with the origin at the top left, as in all files.
type sheet struct {
	width, height float64
	pieces        []piece
	tips          []tip
}

// piece is a text, or some paths. Paths without a width are filled.
type piece struct {
	pen
	paths    [][]point
	text     string
	at       point   // of the left end of the text
	size     float64 // of the text
	rotation float64 // of the text, in radians
}

type point struct{ x, y float64 }

// toward returns the point at a distance.
func (p point) toward(angle, distance float64) point {
	sin, cos := math.Sincos(angle)
	return point{p.x + distance*cos, p.y + distance*sin}
}

// area is a rectangle. Its corners are at the bottom left and the top right.
type area struct{ min, max point }

func (a area) size() point { return point{a.max.x - a.min.x, a.max.y - a.min.y} }

// path returns the outline, clockwise as seen on paper.
func (a area) path() []point {
	return []point{a.min, {a.max.x, a.min.y}, a.max, {a.min.x, a.max.y}}
}

// spanned returns the area between two corners.
func spanned(a, b point) area {
	return area{point{min(a.x, b.x), min(a.y, b.y)}, point{max(a.x, b.x), max(a.y, b.y)}}
}

// pen is the colour of an area or a text, or of a line with its width and its dashes.
type pen struct {
	color  color.NRGBA
	width  float64
	dashes []float64
}

// draw adds lines, or areas for a pen without a width. It joins them with the piece before if the pen is the
// same, which makes files small.
func (s *sheet) draw(p pen, paths ...[]point) {
	for _, path := range paths {
		if len(path) == 0 {
			continue
		}
		last := len(s.pieces) - 1
		if last < 0 || !s.pieces[last].joins(p) {
			last, s.pieces = last+1, append(s.pieces, piece{pen: p})
		}
		flipped := slices.Clone(path)
		for k := range flipped {
			flipped[k].y = s.height - flipped[k].y
		}
		s.pieces[last].paths = append(s.pieces[last].paths, flipped)
	}
}

func (sh piece) joins(p pen) bool {
	return sh.text == "" && p.color.A == 255 && sh.color == p.color && sh.width == p.width && slices.Equal(sh.dashes, p.dashes)
}

// fill adds areas.
func (s *sheet) fill(c color.NRGBA, paths ...[]point) { s.draw(pen{color: c}, paths...) }

// trace walks along the paths.
func (sh piece) trace(move, line func(x, y float64)) {
	for _, path := range sh.paths {
		move(path[0].x, path[0].y)
		for _, p := range path[1:] {
			line(p.x, p.y)
		}
		if sh.width == 0 {
			line(path[0].x, path[0].y)
		}
	}
}

// tip is a text that is shown when pointed at an area.
type tip struct {
	area
	text string
}

// style is how a text is set: its size, its colour, and the part of its width and its height that is before
// its place, as a number from -1 to 0.
type style struct {
	size   float64
	shade  color.NRGBA
	across float64
	up     float64
}

// The alignments of style.
const (
	left, center, right = 0, -0.5, -1
	bottom, middle, top = 0, -0.5, -1
)

// write adds a text in one line.
func (s *sheet) write(as style, at point, text string) { s.turned(as, at, 0, text) }

// turned adds a text that is turned to the left.
func (s *sheet) turned(as style, at point, angle float64, text string) {
	if text == "" {
		return
	}
	at = at.toward(angle, as.across*as.width(text)).toward(angle+math.Pi/2, as.size*(as.up*lineHeight+1-ascent))
	s.pieces = append(s.pieces, piece{pen: pen{color: as.shade}, text: text, at: point{at.x, s.height - at.y}, size: as.size, rotation: angle})
}

// The measures of Liberation Sans, in parts of its size.
const (
	unitsPerEm = 2048
	ascent     = 1854. / unitsPerEm
	descent    = 434. / unitsPerEm
	lineHeight = ascent + descent
)

// sans parses Liberation Sans, whose widths are those of Arial and Helvetica.
var sans = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // it is part of the program
	}
	return f
})

// face returns the font with a number of pixels for its size.
func face(pixels float64) font.Face {
	f, err := opentype.NewFace(sans(), &opentype.FaceOptions{Size: pixels, DPI: 72})
	if err != nil {
		panic(err)
	}
	return f
}

// width returns the width of a text.
func (as style) width(text string) float64 {
	return float64(font.MeasureString(face(unitsPerEm), text)) / 64 / unitsPerEm * as.size
}
