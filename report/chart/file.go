package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"image/png"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg/vgimg"

	"xcbench/internal/atomicfile"
	"xcbench/results"
)

// Made says how a plot was made. An SVG file records it.
type Made struct {
	Command string
	Commit  string // of the program that measured
	Date    string // of the measurement: a date of drawing would make files of the same input differ
}

// MadeBy returns how a plot of some runs is made.
func MadeBy(command string, runs []results.Run) Made {
	var commits, dates []string
	for _, r := range runs {
		if r.Commit != "" {
			commits = append(commits, r.Commit)
		}
		if !r.Date.IsZero() {
			dates = append(dates, r.Date.UTC().Format("2006-01-02 15:04:05Z"))
		}
	}
	return Made{command, strings.Join(commits, ", "), strings.Join(dates, ", ")}
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
	switch ext {
	case ".svg":
		return l.svg(made), nil
	case ".png":
		dpi := cmp.Or(p.in.DPI, normalDPI)
		c := vgimg.NewWith(vgimg.UseWH(l.width, l.height), vgimg.UseDPI(int(math.Round(float64(dpi)*float64(p.in.zoom())))))
		l.draw(c)
		var out bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestSpeed} // the default takes half the time of a short run
		err := encoder.Encode(&out, c.Image())
		return out.Bytes(), err
	case ".pdf":
		return l.pdf()
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
func (l *layout) svg(made Made) []byte {
	c := &svgCanvas{}
	c.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	record := "<metadata>"
	for _, fact := range [][2]string{{"Software", "xcbench"}, {"Command", made.Command}, {"Commit", made.Commit}, {"Date", made.Date}} {
		record += choose(fact[1] == "", "", "\n"+fact[0]+": "+html.EscapeString(fact[1]))
	}
	l.write(c, record+"\n</metadata>\n"+darkStyle(), true)
	return c.Bytes()
}

// write writes an SVG element with a title and a description for screen readers, and then more of its head.
func (l *layout) write(c *svgCanvas, more string, tips bool) {
	zoom := l.in.zoom()
	c.height = l.height
	fmt.Fprintf(c, "<svg width=\"%.5gpt\" height=\"%.5gpt\" viewBox=\"0 0 %.5g %.5g\" "+
		"xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\">\n",
		l.width*zoom, l.height*zoom, l.width, l.height)
	fmt.Fprintf(c, "<title>%s</title>\n<desc>%s</desc>\n%s", html.EscapeString(l.Title), html.EscapeString(l.description()), more)
	l.draw(c)
	if tips {
		fmt.Fprintf(c, "<g class=\"spots\" fill-opacity=\"0\">\n%s</g>\n", c.tips.Bytes())
	}
	c.WriteString("</svg>\n")
}
