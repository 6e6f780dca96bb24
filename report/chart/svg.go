package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas writes an SVG document. Colours are attributes, and also classes, so that a style sheet in
// the document can have others for a dark page.
type svgCanvas struct {
	vg.Canvas // nil: plots are neither moved nor scaled, and have no images
	bytes.Buffer
	height vg.Length
	state
	stack []state
}

// state is what Push saves.
type state struct {
	turn   float64 // radians
	color  color.NRGBA
	width  vg.Length
	dashes []vg.Length
}

// shades are the colours that differ on a dark page: the inks, and the palette.
var shades = []struct {
	name  string
	light color.NRGBA
	dark  string
}{
	{"paper", white, "#14181d"}, {"ink", ink, "#d7dce2"}, {"muted", muted, "#99a1ab"}, {"grid", grid, "#2c333b"},
	{"faint", faint, "#5b636d"}, {"c1", palette[0], "#4ba3e3"}, {"c2", palette[1], "#ff8a3d"}, {"c3", palette[2], "#2fc79a"},
	{"c4", palette[3], "#e397c4"}, {"c5", palette[4], "#f2b63c"}, {"c6", palette[5], "#86cdf5"}, {"c7", palette[6], "#ffffff"},
}

// darkStyle is the style sheet for a dark page.
func darkStyle() string {
	var out strings.Builder
	out.WriteString("<style>@media (prefers-color-scheme:dark){")
	for _, s := range shades {
		fmt.Fprintf(&out, ".f-%s{fill:%s}.s-%s{stroke:%s}", s.name, s.dark, s.name, s.dark)
	}
	return out.String() + "}</style>\n"
}

// paint writes a colour as attributes. The attribute is fill or stroke.
func (c *svgCanvas) paint(attribute string) {
	solid := c.color
	solid.A = 255
	for _, s := range shades {
		if s.light == solid {
			fmt.Fprintf(c, " class=\"%c-%s\"", attribute[0], s.name)
		}
	}
	fmt.Fprintf(c, " %s=\"#%02X%02X%02X\"", attribute, c.color.R, c.color.G, c.color.B)
	if c.color.A < 255 {
		fmt.Fprintf(c, " %s-opacity=\"%.2g\"", attribute, float64(c.color.A)/255)
	}
}

// place returns a point of the document.
func (c *svgCanvas) place(p vg.Point) (string, string) {
	sin, cos := math.Sincos(c.turn)
	x, y := float64(p.X), float64(p.Y)
	return number(x*cos - y*sin), number(float64(c.height) - x*sin - y*cos)
}

// number writes a number with at most two digits after the point.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}

// path writes the outline of a path. Horizontal and vertical lines have one number, which halves stairs.
func (c *svgCanvas) path(p vg.Path) {
	c.WriteString(" d=\"")
	lastX, lastY := "", ""
	for _, part := range p {
		if part.Type == vg.CloseComp {
			c.WriteString("Z")
			continue
		}
		x, y := c.place(part.Pos) // plots have no curves
		switch {
		case part.Type == vg.MoveComp:
			c.WriteString("M" + x + "," + y)
		case x == lastX:
			c.WriteString("V" + y)
		case y == lastY:
			c.WriteString("H" + x)
		default:
			c.WriteString("L" + x + "," + y)
		}
		lastX, lastY = x, y
	}
	c.WriteString("\"")
}

// Stroke draws a line.
func (c *svgCanvas) Stroke(p vg.Path) {
	if c.width <= 0 || len(p) == 0 {
		return
	}
	c.WriteString("<path")
	c.paint("stroke")
	fmt.Fprintf(c, " fill=\"none\" stroke-width=\"%s\"", number(float64(c.width)))
	if len(c.dashes) > 0 {
		fmt.Fprintf(c, " stroke-dasharray=\"%s\"", strings.Trim(fmt.Sprint(c.dashes), "[]"))
	}
	c.path(p)
	c.WriteString("/>\n")
}

// Fill fills an area.
func (c *svgCanvas) Fill(p vg.Path) {
	c.WriteString("<path")
	c.paint("fill")
	c.path(p)
	c.WriteString("/>\n")
}

// FillString writes a text. White text is on a dark area on any page.
func (c *svgCanvas) FillString(f font.Face, at vg.Point, text string) {
	x, y := c.place(at)
	fmt.Fprintf(c, "<text x=\"%s\" y=\"%s\" font-size=\"%s\"", x, y, number(float64(f.Font.Size)))
	if c.color == white {
		c.WriteString(" fill=\"#FFFFFF\"")
	} else {
		c.paint("fill")
	}
	if c.turn != 0 {
		fmt.Fprintf(c, " transform=\"rotate(%s %s %s)\"", number(-c.turn*180/math.Pi), x, y)
	}
	fmt.Fprintf(c, ">%s</text>\n", html.EscapeString(text))
}

func (c *svgCanvas) SetLineWidth(w vg.Length)                    { c.width = w }
func (c *svgCanvas) SetLineDash(dashes []vg.Length, _ vg.Length) { c.dashes = slices.Clone(dashes) }
func (c *svgCanvas) Rotate(by float64)                           { c.turn += by }
func (c *svgCanvas) Push()                                       { c.stack = append(c.stack, c.state) }
func (c *svgCanvas) Pop()                                        { c.state, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1] }

// SetColor sets the colour; gonum's default is none, for black.
func (c *svgCanvas) SetColor(to color.Color) {
	if to == nil {
		to = color.Black
	}
	c.color = color.NRGBAModel.Convert(to).(color.NRGBA)
}
