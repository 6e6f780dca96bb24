package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

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

// svg returns an SVG element with a title and a description for screen readers, and then more of its head. Colours
// are attributes, and also classes, so that a style sheet can have others for a dark page.
func (s *sheet) svg(more string, tips bool) string {
	var out bytes.Buffer
	zoom := s.in.zoom()
	fmt.Fprintf(&out, "<svg width=\"%.5gpt\" height=\"%.5gpt\" viewBox=\"0 0 %.5g %.5g\" "+
		"xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\">\n",
		s.width*zoom, s.height*zoom, s.width, s.height)
	fmt.Fprintf(&out, "<title>%s</title>\n<desc>%s</desc>\n%s", html.EscapeString(s.Title), html.EscapeString(s.description()), more)
	for _, e := range s.elements {
		out.WriteString(e.svg())
	}
	if tips {
		out.WriteString("<g class=\"spots\" fill-opacity=\"0\">\n")
		for _, t := range s.tips {
			fmt.Fprintf(&out, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>\n", number(t.left),
				number(t.top), number(t.right-t.left), number(t.bottom-t.top), html.EscapeString(t.text))
		}
		out.WriteString("</g>\n")
	}
	return out.String() + "</svg>\n"
}

// svg returns the element of an element.
func (e element) svg() string {
	switch {
	case e.text != "":
		x, y, turn := number(e.at.x), number(e.at.y), ""
		if e.turn != 0 {
			turn = fmt.Sprintf(" transform=\"rotate(%s %s %s)\"", number(-e.turn*180/math.Pi), x, y)
		}
		return fmt.Sprintf("<text x=\"%s\" y=\"%s\" font-size=\"%s\"%s%s>%s</text>\n", x, y, number(e.size), e.paint("fill"), turn,
			html.EscapeString(e.text))
	case e.width == 0:
		return "<path" + e.paint("fill") + " d=\"" + e.outline() + "\"/>\n"
	}
	dashes := ""
	if len(e.dashes) > 0 {
		dashes = fmt.Sprintf(" stroke-dasharray=\"%s\"", strings.Trim(fmt.Sprint(e.dashes), "[]"))
	}
	return fmt.Sprintf("<path%s fill=\"none\" stroke-width=\"%s\"%s d=\"%s\"/>\n", e.paint("stroke"), number(e.width), dashes, e.outline())
}

// paint returns the colour as attributes. The attribute is fill or stroke.
func (p pen) paint(attribute string) (text string) {
	solid := alpha(p.color, 1)
	for _, s := range shades {
		if s.light == solid {
			text = fmt.Sprintf(" class=\"%c-%s\"", attribute[0], s.name)
		}
	}
	text += fmt.Sprintf(" %s=\"#%02X%02X%02X\"", attribute, p.color.R, p.color.G, p.color.B)
	if p.color.A < 255 {
		text += fmt.Sprintf(" %s-opacity=\"%.2g\"", attribute, float64(p.color.A)/255)
	}
	return text
}

// outline returns the path. Horizontal and vertical lines have one number, which halves stairs.
func (e element) outline() string {
	var out strings.Builder
	lastX, lastY := "", ""
	for _, part := range e.path {
		x, y := number(float64(part.Pos.X)), number(float64(part.Pos.Y))
		switch {
		case part.Type == vg.CloseComp:
			out.WriteString("Z")
			continue
		case part.Type == vg.MoveComp:
			out.WriteString("M" + x + "," + y)
		case x == lastX:
			out.WriteString("V" + y)
		case y == lastY:
			out.WriteString("H" + x)
		default:
			out.WriteString("L" + x + "," + y)
		}
		lastX, lastY = x, y
	}
	return out.String()
}

// number writes a number with at most two digits after the point.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}
