package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"xcbench/internal/atomicfile"
	"xcbench/results"
)

// Made says how a plot was made. Every file records it.
type Made struct {
	Command string
	Commit  string // of the program that measured
	Date    string // of the measurement: a date of drawing would make files of the same input differ
}

// MadeBy returns how a plot of some runs is made.
func MadeBy(command string, runs []results.Run) Made {
	made := Made{Command: command}
	var commits, dates []string
	for _, r := range runs {
		if r.Commit != "" {
			commits = append(commits, r.Commit)
		}
		if !r.Date.IsZero() {
			dates = append(dates, r.Date.UTC().Format("2006-01-02 15:04:05Z"))
		}
	}
	made.Commit, made.Date = strings.Join(commits, ", "), strings.Join(dates, ", ")
	return made
}

// fields returns the known facts, as names and values.
func (m Made) fields() [][2]string {
	all := [][2]string{{"Software", "xcbench"}, {"Command", m.Command}, {"Commit", m.Commit}, {"Date", m.Date}}
	return slices.DeleteFunc(all, func(f [2]string) bool { return f[1] == "" })
}

// Formats are the file extensions that a plot can be written to.
var Formats = []string{".svg", ".png", ".pdf"}

// Save writes the plot to a file, in the format of its extension, completely or not at all.
func (p *Plot) Save(path string, made Made) error {
	data, err := p.Encode(filepath.Ext(path), made)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, data, 0o644)
}

// Encode returns the plot in the format of a file extension.
func (p *Plot) Encode(ext string, made Made) ([]byte, error) {
	l := p.layOut()
	zoom := vg.Length(p.look.zoom)
	switch ext {
	case ".svg":
		return p.svg(l, made), nil
	case ".png":
		dots := int(math.Round(float64(p.look.dpi) * p.look.zoom))
		c := vgimg.NewWith(vgimg.UseWH(l.width, l.height), vgimg.UseDPI(dots))
		l.draw(draw.New(c))
		var out bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestSpeed} // the default takes half the time of a short run
		if err := encoder.Encode(&out, c.Image()); err != nil {
			return nil, err
		}
		return withPNGChunks(out.Bytes(), p.look.dpi, append([][2]string{{"Title", p.Title}}, made.fields()...)), nil
	case ".pdf":
		c := vgpdf.New(l.width*zoom, l.height*zoom)
		c.Scale(p.look.zoom, p.look.zoom)
		l.draw(draw.NewCanvas(latin{c}, l.width, l.height))
		var out bytes.Buffer
		if _, err := c.WriteTo(&out); err != nil {
			return nil, err
		}
		return withPDFInfo(out.Bytes(), p.Title, made.fields())
	}
	return nil, optionf("a plot cannot be written as %q, expected one of %s", ext, strings.Join(Formats, ", "))
}

// Inline returns the plot as an element of an HTML page. The page's style sheet has its colours: shapes
// have the classes of [svgCanvas]. Tips show values, and take most of the bytes.
func (p *Plot) Inline(tips bool) string {
	c := &svgCanvas{}
	p.layOut().write(c, "", tips)
	return c.String()
}

// svg returns an SVG document.
func (p *Plot) svg(l *layout, made Made) []byte {
	c := &svgCanvas{}
	c.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	record := "<metadata>"
	for _, field := range made.fields() {
		record += "\n" + field[0] + ": " + html.EscapeString(field[1])
	}
	l.write(c, record+"\n</metadata>\n"+darkStyle(), true)
	return c.Bytes()
}

// write writes an SVG element with a title and a description for screen readers, and then more of its head.
func (l *layout) write(c *svgCanvas, more string, tips bool) {
	zoom := vg.Length(l.look.zoom)
	c.height = l.height
	fmt.Fprintf(c, "<svg width=\"%.5gpt\" height=\"%.5gpt\" viewBox=\"0 0 %.5g %.5g\" "+
		"xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\">\n",
		l.width*zoom, l.height*zoom, l.width, l.height)
	fmt.Fprintf(c, "<title>%s</title>\n<desc>%s</desc>\n%s", html.EscapeString(l.Title), html.EscapeString(l.description()), more)
	l.draw(draw.NewCanvas(c, l.width, l.height))
	for k := 0; tips && k < len(l.panels); k++ {
		l.panels[k].writeTips(c, l.height)
	}
	c.WriteString("</svg>\n")
}

// The radius and the least distance of the tips of a line with hundreds of steps, in points. They still
// cover the whole line.
const (
	tipRadius = 5
	tipsApart = 8
)

// writeTips writes invisible marks that show the texts of points and cells when pointed at.
func (d *drawing) writeTips(out io.Writer, height vg.Length) {
	io.WriteString(out, "<g class=\"spots\" fill-opacity=\"0\">\n")
	area := func(x0, y0, x1, y1 vg.Length, tip string) {
		fmt.Fprintf(out, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>\n", number(float64(min(x0, x1))),
			number(float64(height-max(y0, y1))), number(math.Abs(float64(x1-x0))), number(math.Abs(float64(y1-y0))), html.EscapeString(tip))
	}
	for _, c := range d.Cells {
		if c.Tip != "" {
			area(d.toX(c.X0), d.toY(c.Y0), d.toX(c.X1), d.toY(c.Y1), c.Tip)
		}
	}
	for _, s := range d.Series {
		last := vg.Point{X: vg.Length(math.Inf(-1))}
		for k, p := range s.Points {
			at := vg.Point{X: d.toX(p.X), Y: d.toY(p.Y)}
			switch {
			case p.Tip == "":
			case s.Form == Bars:
				area(d.toX(p.Low), at.Y-d.half(), d.toX(p.High), at.Y+d.half(), p.Tip)
			case s.Form == Steps && k < len(s.Points)-1 && math.Hypot(float64(at.X-last.X), float64(at.Y-last.Y)) < tipsApart:
			default:
				fmt.Fprintf(out, "<circle cx=\"%s\" cy=\"%s\" r=\"%d\"><title>%s</title></circle>\n", number(float64(at.X)),
					number(float64(height-at.Y)), tipRadius, html.EscapeString(p.Tip))
				last = at
			}
		}
	}
	io.WriteString(out, "</g>\n")
}
