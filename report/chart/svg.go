package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// shades are the colours that differ on a dark page: the inks, and the palette. In an SVG document, they are
// attributes, and also classes, for which a style sheet has other colours.
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

// number writes a number with at most two digits after the point.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}

// paint returns the attributes of a colour. The attribute is fill or stroke. White text is on a dark area on
// any page.
func (sh piece) paint(attribute string) (text string) {
	solid := sh.color
	solid.A = 255
	for _, s := range shades {
		if s.light == solid && (sh.text == "" || solid != white) {
			text = fmt.Sprintf(" class=\"%c-%s\"", attribute[0], s.name)
		}
	}
	text += fmt.Sprintf(" %s=\"#%02X%02X%02X\"", attribute, sh.color.R, sh.color.G, sh.color.B)
	if sh.color.A < 255 {
		text += fmt.Sprintf(" %s-opacity=\"%.2g\"", attribute, float64(sh.color.A)/255)
	}
	return text
}

// outline returns the paths. Horizontal and vertical lines have one number, which halves stairs.
func (sh piece) outline() string {
	var d strings.Builder
	for _, path := range sh.paths {
		lastX, lastY := "", ""
		for k, p := range path {
			x, y := number(p.x), number(p.y)
			switch {
			case k == 0:
				d.WriteString("M" + x + "," + y)
			case x == lastX:
				d.WriteString("V" + y)
			case y == lastY:
				d.WriteString("H" + x)
			default:
				d.WriteString("L" + x + "," + y)
			}
			lastX, lastY = x, y
		}
		if sh.width == 0 {
			d.WriteString("Z")
		}
	}
	return d.String()
}

// svg writes the pieces as elements of an SVG document.
func (s *sheet) svg(out *bytes.Buffer) {
	for _, sh := range s.pieces {
		switch {
		case sh.text != "":
			x, y, turn := number(sh.at.x), number(sh.at.y), ""
			if sh.rotation != 0 {
				turn = fmt.Sprintf(" transform=\"rotate(%s %s %s)\"", number(-sh.rotation*180/math.Pi), x, y)
			}
			fmt.Fprintf(out, "<text x=\"%s\" y=\"%s\" font-size=\"%s\"%s%s>%s</text>\n", x, y, number(sh.size), sh.paint("fill"), turn,
				html.EscapeString(sh.text))
		case sh.width == 0:
			fmt.Fprintf(out, "<path%s d=\"%s\"/>\n", sh.paint("fill"), sh.outline())
		default:
			dashes := ""
			if len(sh.dashes) > 0 {
				dashes = fmt.Sprintf(" stroke-dasharray=\"%s\"", strings.Trim(fmt.Sprint(sh.dashes), "[]"))
			}
			fmt.Fprintf(out, "<path%s fill=\"none\" stroke-width=\"%s\"%s d=\"%s\"/>\n", sh.paint("stroke"), number(sh.width), dashes, sh.outline())
		}
	}
}

// element returns an SVG element with a title and a description for screen readers, and then more of its head.
func (l *layout) element(more string, tips bool) []byte {
	var out bytes.Buffer
	zoom, s := l.in.zoom(), l.draw()
	fmt.Fprintf(&out, "<svg width=\"%.5gpt\" height=\"%.5gpt\" viewBox=\"0 0 %.5g %.5g\" "+
		"xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\">\n",
		s.width*zoom, s.height*zoom, s.width, s.height)
	fmt.Fprintf(&out, "<title>%s</title>\n<desc>%s</desc>\n%s", html.EscapeString(l.Title), html.EscapeString(l.description()), more)
	s.svg(&out)
	if tips && len(s.tips) > 0 {
		out.WriteString("<g class=\"spots\" fill-opacity=\"0\">\n")
		for _, t := range s.tips {
			size := t.size()
			fmt.Fprintf(&out, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>\n", number(t.min.x),
				number(s.height-t.max.y), number(size.x), number(size.y), html.EscapeString(t.text))
		}
		out.WriteString("</g>\n")
	}
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// Inline returns the plot as an element of an HTML page. The page's style sheet has its colours: pieces
// have the classes of shades. Tips show values, and take most of the bytes.
func (p *Plot) Inline(tips bool) string { return string(p.layOut().element("", tips)) }

// svg returns an SVG document.
func (l *layout) svg(made Made) []byte {
	record := "<metadata>"
	for _, field := range made.fields() {
		record += "\n" + field[0] + ": " + html.EscapeString(field[1])
	}
	return append([]byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"), l.element(record+"\n</metadata>\n"+darkStyle(), true)...)
}
