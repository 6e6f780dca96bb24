package chart

import (
	"bytes"
	"math"
	"strings"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
)

// pdf returns the plot as a PDF document, with the part of the font that it uses. It has no date of today and
// no order of a map: the same input has to give the same bytes.
func (l *layout) pdf(made Made) ([]byte, error) {
	zoom, s := l.in.zoom(), l.draw()
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: s.width * zoom, Ht: s.height * zoom}})
	doc.SetCatalogSort(true)
	long := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	doc.SetCreationDate(long)
	doc.SetModificationDate(long)
	doc.SetTitle(l.Title, true)
	doc.SetCreator("xcbench", true)
	doc.SetSubject(made.Command, true)
	doc.SetKeywords(strings.Trim("commit "+made.Commit+", measured "+made.Date, ", "), true)
	doc.AddUTF8FontFromBytes("Sans", "", liberationsansregular.TTF)
	doc.AddPage()
	doc.TransformBegin()
	doc.TransformScaleXY(100*zoom, 0, 0)
	for _, sh := range s.pieces {
		sh.pdf(doc)
	}
	doc.TransformEnd()
	var out bytes.Buffer
	err := doc.Output(&out)
	return out.Bytes(), err
}

func (sh piece) pdf(doc *fpdf.Fpdf) {
	r, g, b := int(sh.color.R), int(sh.color.G), int(sh.color.B)
	doc.SetAlpha(float64(sh.color.A)/255, "Normal")
	if sh.text != "" {
		doc.SetFont("Sans", "", sh.size)
		doc.SetTextColor(r, g, b)
		doc.TransformBegin()
		doc.TransformRotate(sh.rotation*180/math.Pi, sh.at.x, sh.at.y)
		doc.Text(sh.at.x, sh.at.y, sh.text)
		doc.TransformEnd()
		return
	}
	doc.SetDrawColor(r, g, b)
	doc.SetFillColor(r, g, b)
	doc.SetLineWidth(sh.width)
	doc.SetDashPattern(sh.dashes, 0)
	sh.trace(doc.MoveTo, doc.LineTo)
	doc.DrawPath(choose(sh.width == 0, "F", "D"))
}
