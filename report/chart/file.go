package chart

import (
	"bytes"
	"html"
	"image/png"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/vg"

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
	switch ext {
	case ".svg":
		record := "<metadata>"
		for _, fact := range [][2]string{{"Software", "xcbench"}, {"Command", made.Command}, {"Commit", made.Commit}, {"Date", made.Date}} {
			record += choose(fact[1] == "", "", "\n"+fact[0]+": "+html.EscapeString(fact[1]))
		}
		return []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + p.draw().svg(record+"\n</metadata>\n"+darkStyle(), true)), nil
	case ".png":
		return p.draw().png()
	case ".pdf":
		return p.draw().pdf()
	}
	return nil, optionf("a plot cannot be written as %q, expected one of %s", ext, strings.Join(Formats, ", "))
}

// Inline returns the plot as an element of an HTML page. The page's style sheet has its colours: elements
// have the classes of the style sheet of a file. Tips show values, and take most of the bytes.
func (p *Plot) Inline(tips bool) string { return p.draw().svg("", tips) }

// png returns the sheet as an image.
func (s *sheet) png() ([]byte, error) {
	scale := float64(s.in.DPI) / 72 * s.in.zoom()
	c := gg.NewContext(int(math.Round(s.width*scale)), int(math.Round(s.height*scale)))
	c.SetLineCapButt()
	c.Scale(scale, scale)
	for _, e := range s.elements {
		c.SetColor(e.color)
		if e.text != "" {
			f := face(e.size)
			c.SetFontFace(f.FontFace(72 * scale))
			c.Push()
			c.Translate(e.at.x, e.at.y)
			c.Rotate(-e.turn)
			c.Scale(1/scale, 1/scale) // the font has its size in pixels
			c.DrawString(e.text, 0, 0)
			c.Pop()
			continue
		}
		dashes := slices.Clone(e.dashes)
		for k := range dashes {
			dashes[k] *= scale
		}
		c.SetDash(dashes...)
		c.SetLineWidth(e.width * scale)
		e.trace(c)
		choose(e.width == 0, c.Fill, c.Stroke)()
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed} // the default takes half the time of a short run
	err := encoder.Encode(&out, c.Image())
	return out.Bytes(), err
}

// trace draws the path of an element.
func (e element) trace(on interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	ClosePath()
}) {
	for _, part := range e.path {
		switch x, y := float64(part.Pos.X), float64(part.Pos.Y); part.Type {
		case vg.MoveComp:
			on.MoveTo(x, y)
		case vg.LineComp:
			on.LineTo(x, y)
		case vg.CloseComp:
			on.ClosePath()
		}
	}
}

// pdf returns the sheet as a document. It has no date of today and no order of a map: the same input
// has to give the same bytes.
func (s *sheet) pdf() ([]byte, error) {
	zoom := s.in.zoom()
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: s.width * zoom, Ht: s.height * zoom}})
	doc.SetCatalogSort(true)
	long := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	doc.SetCreationDate(long)
	doc.SetModificationDate(long)
	doc.AddUTF8FontFromBytes("sans", "", liberationsansregular.TTF)
	doc.AddPage()
	doc.TransformBegin()
	doc.TransformScaleXY(100*zoom, 0, 0)
	for _, e := range s.elements {
		r, g, b := int(e.color.R), int(e.color.G), int(e.color.B)
		doc.SetDrawColor(r, g, b)
		doc.SetFillColor(r, g, b)
		doc.SetTextColor(r, g, b)
		doc.SetAlpha(float64(e.color.A)/255, "Normal")
		if e.text != "" {
			doc.SetFont("sans", "", e.size)
			doc.TransformBegin()
			doc.TransformRotate(e.turn*180/math.Pi, e.at.x, e.at.y)
			doc.Text(e.at.x, e.at.y, e.text)
			doc.TransformEnd()
			continue
		}
		doc.SetDashPattern(e.dashes, 0)
		doc.SetLineWidth(e.width)
		e.trace(doc)
		doc.DrawPath(choose(e.width == 0, "F", "D"))
	}
	doc.TransformEnd()
	var out bytes.Buffer
	err := doc.Output(&out)
	return out.Bytes(), err
}
