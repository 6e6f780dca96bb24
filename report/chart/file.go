package chart

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"html"
	"image/png"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/vgimg"

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
		return withChunks(out.Bytes(), dpi, append([][2]string{{"Title", p.Title}}, made.fields()...)), err
	case ".pdf":
		return l.pdf(made)
	}
	return nil, optionf("a plot cannot be written as %q, expected one of %s", ext, strings.Join(Formats, ", "))
}

// withChunks adds chunks after the header of a PNG image: its resolution, and a text for each
// field (PNG specification, 3rd edition, 11.3.4.3 and 11.3.3).
func withChunks(image []byte, dpi int, fields [][2]string) []byte {
	const header = 8 + 25 // signature and IHDR chunk
	out := bytes.Clone(image[:header])
	chunk := func(body []byte) { // the name and the data
		out = binary.BigEndian.AppendUint32(out, uint32(len(body)-4))
		out = append(out, body...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
	}
	perMetre := uint32(math.Round(float64(dpi) / 0.0254))
	resolution := binary.BigEndian.AppendUint32([]byte("pHYs"), perMetre)
	chunk(append(binary.BigEndian.AppendUint32(resolution, perMetre), 1)) // 1: the unit is the metre
	for _, f := range fields {
		chunk([]byte("iTXt" + f[0] + "\x00\x00\x00\x00\x00" + f[1]))
	}
	return append(out, image[header:]...)
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
	for _, field := range made.fields() {
		record += "\n" + field[0] + ": " + html.EscapeString(field[1])
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
