package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"xcbench/internal/atomicfile"
	"xcbench/results"
)

// Made says how a figure was made. Every file records it.
type Made struct {
	Command string
	Commit  string // of the program that measured
	Date    string // of the measurement: a date of drawing would make files of the same input differ
}

// MadeBy returns how a figure of some runs is made.
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

// Formats are the file extensions that a figure can be written to.
var Formats = []string{".svg", ".png", ".pdf"}

// Save writes the figure to a file, in the format of its extension, completely or not at all. The
// figure has its own width and height.
func (f *Figure) Save(path string, made Made) error {
	data, err := f.Encode(filepath.Ext(path), made)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, data, 0o644)
}

// Encode returns the figure in the format of a file extension.
func (f *Figure) Encode(ext string, made Made) ([]byte, error) {
	w, h := f.size()
	zoom := cmp.Or(f.zoom, 1)
	switch ext {
	case ".svg":
		return f.svg(vgsvg.New(w, h), made)
	case ".png":
		dpi := cmp.Or(f.dpi, normalDPI)
		finer := int(math.Round(float64(dpi) * zoom))
		c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(finer))}
		image, _, err := f.drawn(c, pngFile{c})
		if err != nil {
			return nil, err
		}
		return withPNGChunks(image, dpi, append([][2]string{{"Title", f.title}}, made.fields()...)), nil
	case ".pdf":
		c := vgpdf.New(w*vg.Length(zoom), h*vg.Length(zoom))
		c.Scale(zoom, zoom)
		document, _, err := f.drawn(latin{c}, c)
		if err != nil {
			return nil, err
		}
		return withPDFInfo(document, f.title, made.fields())
	}
	return nil, optionf("a plot cannot be written as %q, expected one of %s", ext, strings.Join(Formats, ", "))
}

// drawn draws the figure and returns what the canvas then writes. It also returns the canvases that
// have the data of the plots.
func (f *Figure) drawn(on vg.Canvas, file io.WriterTo) ([]byte, []draw.Canvas, error) {
	w, h := f.size()
	data := f.draw(draw.NewCanvas(on, w, h))
	var out bytes.Buffer
	_, err := file.WriteTo(&out)
	return out.Bytes(), data, err
}

// fonts names the fonts of an SVG document once, and others for a machine without the first.
const fonts = `font-family="Liberation Sans, Arial, Helvetica, sans-serif"`

// oneFont is the font as gonum repeats it in every text.
var oneFont = []byte("font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;")

// svg returns an SVG document with a title and a description for screen readers. Invisible marks
// show the values of points when a reader points at them.
func (f *Figure) svg(c *vgsvg.Canvas, made Made) ([]byte, error) {
	document, data, err := f.drawn(c, c)
	if err != nil {
		return nil, err
	}
	w, h := c.Size()
	open := bytes.Index(document, []byte("<svg"))
	open += bytes.Index(document[open:], []byte("viewBox"))
	head := open + bytes.IndexByte(document[open:], '>') + 1
	tail := bytes.LastIndex(document, []byte("</svg>"))

	var out bytes.Buffer
	out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	zoom := vg.Length(cmp.Or(f.zoom, 1))
	fmt.Fprintf(&out, "<svg width=\"%.5gpt\" height=\"%.5gpt\" ", w*zoom, h*zoom)
	out.Write(document[open : head-1])
	fmt.Fprintf(&out, " role=\"img\" %s>\n<title>%s</title>\n", fonts, html.EscapeString(f.title))
	fmt.Fprintf(&out, "<desc>%s</desc>\n<metadata>", html.EscapeString(f.description()))
	for _, field := range made.fields() {
		fmt.Fprintf(&out, "\n%s: %s", field[0], html.EscapeString(field[1]))
	}
	out.WriteString("\n</metadata>")
	out.Write(bytes.ReplaceAll(shortPaths(document[head:tail]), oneFont, nil))
	for k, p := range f.panels() {
		p.writeSpots(&out, data[k], h)
	}
	out.WriteString("</svg>\n")
	return out.Bytes(), nil
}

// description describes the figure for readers who cannot see it.
func (f *Figure) description() string {
	var text []string
	for _, p := range f.panels() {
		axes := p.plot.Y.Label.Text + " against " + p.plot.X.Label.Text + "."
		if title := p.plot.Title.Text; title != "" {
			axes = title + ": " + axes
		}
		if axes = strings.TrimPrefix(axes, " against "); axes != "." && !slices.Contains(text, axes) {
			text = append(text, axes)
		}
	}
	return strings.TrimSpace(strings.Join(append(text, f.notes...), " "))
}

// The radius and the least distance of spots on a line with hundreds of steps, in points. They
// still cover the whole line.
const (
	spotRadius = 5
	spotsApart = 8
)

func (p *panel) writeSpots(out *bytes.Buffer, data draw.Canvas, height vg.Length) {
	if len(p.spots) == 0 {
		return
	}
	toX, toY := p.plot.Transforms(&data)
	out.WriteString("<g class=\"spots\" fill-opacity=\"0\">\n")
	var last vg.Point
	for _, s := range p.spots {
		x, y := toX(s.x)+s.right, height-toY(s.y)
		if s.spare && math.Hypot(float64(x-last.X), float64(y-last.Y)) < spotsApart {
			continue
		}
		last = vg.Point{X: x, Y: y}
		title := html.EscapeString(s.text)
		if s.to == nil {
			fmt.Fprintf(out, "<circle cx=\"%.4g\" cy=\"%.4g\" r=\"%d\"><title>%s</title></circle>\n", x, y,
				spotRadius, title)
			continue
		}
		x2, y2 := toX(s.to[0]), height-toY(s.to[1])
		fmt.Fprintf(out, "<rect x=\"%.4g\" y=\"%.4g\" width=\"%.4g\" height=\"%.4g\"><title>%s</title></rect>\n",
			min(x, x2), min(y, y2), max(x, x2)-min(x, x2), max(y, y2)-min(y, y2), title)
	}
	out.WriteString("</g>\n")
}
