package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// canvas is what the canvases of SVG and PDF have in common. gonum's own canvases have no classes for
// a dark page, and hide the facts about a document. Plots are neither moved nor scaled, and have no
// images and no curves.
type canvas struct {
	vg.Canvas // nil
	height    vg.Length
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

// place returns a point of the document, whose origin is the top left corner.
func (c *canvas) place(p vg.Point) (x, y float64) {
	sin, cos := math.Sincos(c.turn)
	return float64(p.X)*cos - float64(p.Y)*sin, float64(c.height) - float64(p.X)*sin - float64(p.Y)*cos
}

func (c *canvas) SetLineWidth(w vg.Length)                    { c.width = w }
func (c *canvas) SetLineDash(dashes []vg.Length, _ vg.Length) { c.dashes = dashes }
func (c *canvas) Rotate(by float64)                           { c.turn += by }
func (c *canvas) Push()                                       { c.stack = append(c.stack, c.state) }
func (c *canvas) Pop()                                        { c.state, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1] }

// SetColor sets the colour; gonum's default is none, for black.
func (c *canvas) SetColor(to color.Color) {
	if to == nil {
		to = color.Black
	}
	c.color = color.NRGBAModel.Convert(to).(color.NRGBA)
}

// svgCanvas writes an SVG document. Colours are attributes, and also classes, so that a style sheet in
// the document can have others for a dark page.
type svgCanvas struct {
	canvas
	bytes.Buffer
	tips bytes.Buffer // elements in front of all others
}

// tip adds an invisible rectangle that shows a text when pointed at.
func (c *svgCanvas) tip(area vg.Rectangle, text string) {
	x, y := c.place(vg.Point{X: area.Min.X, Y: area.Max.Y})
	fmt.Fprintf(&c.tips, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>\n",
		number(x), number(y), number(float64(area.Size().X)), number(float64(area.Size().Y)), html.EscapeString(text))
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

// paint writes the colour as attributes. The attribute is fill or stroke.
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

// number writes a number with at most two digits after the point.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}

// path writes the outline of a path. Horizontal and vertical lines have one number, which halves stairs.
func (c *svgCanvas) path(p vg.Path) {
	c.WriteString(" d=\"")
	lastX, lastY := "", ""
	for _, part := range p {
		fx, fy := c.place(part.Pos)
		x, y := number(fx), number(fy)
		switch {
		case part.Type == vg.CloseComp:
			c.WriteString("Z")
			continue
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
	c.WriteString("\"/>\n")
}

// Stroke draws a line.
func (c *svgCanvas) Stroke(p vg.Path) {
	c.WriteString("<path")
	c.paint("stroke")
	fmt.Fprintf(c, " fill=\"none\" stroke-width=\"%s\"", number(float64(c.width)))
	if len(c.dashes) > 0 {
		fmt.Fprintf(c, " stroke-dasharray=\"%s\"", strings.Trim(fmt.Sprint(c.dashes), "[]"))
	}
	c.path(p)
}

// Fill fills an area.
func (c *svgCanvas) Fill(p vg.Path) {
	c.WriteString("<path")
	c.paint("fill")
	c.path(p)
}

// FillString writes a text.
func (c *svgCanvas) FillString(f font.Face, at vg.Point, text string) {
	x, y := c.place(at)
	fmt.Fprintf(c, "<text x=\"%s\" y=\"%s\" font-size=\"%s\"", number(x), number(y), number(float64(f.Font.Size)))
	c.paint("fill")
	if c.turn != 0 {
		fmt.Fprintf(c, " transform=\"rotate(%s %s %s)\"", number(-c.turn*180/math.Pi), number(x), number(y))
	}
	fmt.Fprintf(c, ">%s</text>\n", html.EscapeString(text))
}

// pdfCanvas writes a PDF document.
type pdfCanvas struct {
	canvas
	doc *fpdf.Fpdf
}

// pdf returns the plot as a PDF document. It has no date of today and no order of a map: the same input
// has to give the same bytes.
func (l *layout) pdf() ([]byte, error) {
	zoom := l.in.zoom()
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: float64(l.width * zoom), Ht: float64(l.height * zoom)}})
	doc.SetCatalogSort(true)
	long := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	doc.SetCreationDate(long)
	doc.SetModificationDate(long)
	doc.AddPage()
	doc.TransformBegin()
	doc.TransformScaleXY(100*float64(zoom), 0, 0)
	l.draw(&pdfCanvas{canvas{height: l.height}, doc})
	doc.TransformEnd()
	var out bytes.Buffer
	err := doc.Output(&out)
	return out.Bytes(), err
}

// paint sets the colour of what comes next.
func (c *pdfCanvas) paint() {
	r, g, b := int(c.color.R), int(c.color.G), int(c.color.B)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	c.doc.SetAlpha(float64(c.color.A)/255, "Normal")
}

func (c *pdfCanvas) path(p vg.Path, style string) {
	c.paint()
	for _, part := range p {
		switch x, y := c.place(part.Pos); part.Type {
		case vg.MoveComp:
			c.doc.MoveTo(x, y)
		case vg.LineComp:
			c.doc.LineTo(x, y)
		case vg.CloseComp:
			c.doc.ClosePath()
		}
	}
	c.doc.DrawPath(style)
}

// Fill fills an area.
func (c *pdfCanvas) Fill(p vg.Path) { c.path(p, "F") }

// Stroke draws a line.
func (c *pdfCanvas) Stroke(p vg.Path) {
	var dashes []float64
	for _, d := range c.dashes {
		dashes = append(dashes, float64(d))
	}
	c.doc.SetDashPattern(dashes, 0)
	c.doc.SetLineWidth(float64(c.width))
	c.path(p, "D")
}

// FillString writes a text, with the part of the font that it uses.
func (c *pdfCanvas) FillString(f font.Face, at vg.Point, text string) {
	var source bytes.Buffer
	if _, err := f.Face.WriteSourceTo(nil, &source); err != nil {
		c.doc.SetError(err)
	}
	c.doc.AddUTF8FontFromBytes(f.Name(), "", source.Bytes())
	c.doc.SetFont(f.Name(), "", float64(f.Font.Size))
	c.paint()
	x, y := c.place(at)
	c.doc.TransformBegin()
	c.doc.TransformRotate(c.turn*180/math.Pi, x, y)
	c.doc.Text(x, y, text)
	c.doc.TransformEnd()
}
