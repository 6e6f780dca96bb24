package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// endLabels are names at the right ends of lines, where a reader looks for them. Labels that would
// overlap are moved apart. A thin line then leads from the end of a line to a short sample of its
// style before the label. Lines that end earlier have no such thin line, as it would cross others. If several lines end at one point, the label added first is at the top.
type endLabels struct {
	labels []endLabel
	apart  bool // no thin line leads to the label
	bare   bool // there is no sample of the line
}

type endLabel struct {
	text string
	x, y float64
	line draw.LineStyle
	mark draw.GlyphStyle // none if its shape is nil
}

// add labels the end (x, y) of a line. A text with several lines becomes labels below one another.
func (l *endLabels) add(text string, x, y float64, line draw.LineStyle, mark draw.GlyphStyle) {
	for _, part := range strings.Split(text, "\n") {
		l.labels = append(l.labels, endLabel{part, x, y, line, mark})
		line.Width, mark.Shape = 0, nil // only the first line of text has a sample
	}
}

// The space between the end of a line and its label.
const (
	leader = vg.Length(10) // the thin line
	piece  = vg.Length(20) // the sample of the line
)

// gap returns the space between the data and the texts.
func (l *endLabels) gap() vg.Length { return leader + choose(l.bare, 0, piece+2) + 1 }

// Plot draws the labels in a column at the right of the plot's data.
func (l *endLabels) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	labels := slices.Clone(l.labels)
	slices.Reverse(labels)
	slices.SortStableFunc(labels, func(a, b endLabel) int { return cmp.Compare(a.y, b.y) }) // from the bottom up
	at := make([]vg.Length, len(labels))
	for k, label := range labels {
		at[k] = toY(label.y)
	}
	size := keyStyle.Font.Size // smaller if many labels would leave the plot
	if room := c.Max.Y - c.Min.Y + size; size*1.15*vg.Length(len(at)) > room {
		size = room / vg.Length(len(at)) / 1.15
	}
	spread(at, size*1.15, c.Min.Y, c.Max.Y)
	last := math.Inf(-1)
	for _, label := range labels {
		last = max(last, label.x)
	}
	for k, label := range labels {
		from, to := vg.Point{X: toX(label.x) + 1, Y: toY(label.y)}, vg.Point{X: c.Max.X + leader, Y: at[k]}
		if label.line.Width > 0 && !l.apart && label.x == last {
			c.StrokeLines(draw.LineStyle{Color: label.line.Color, Width: vg.Points(0.5)}, []vg.Point{from, to})
		} else if l.bare {
			c.DrawGlyphNoClip(label.mark, vg.Point{X: to.X - 4, Y: to.Y})
		}
		if label.line.Width > 0 && !l.bare {
			key{line: label.line, glyph: label.mark}.draw(c, to)
		}
		style := writing(size, label.line.Color, draw.XLeft, draw.YCenter)
		c.FillText(style, vg.Point{X: c.Max.X + l.gap(), Y: at[k]}, label.text)
	}
}

// height returns the height of a plot with room for all labels.
func (l *endLabels) height() vg.Length { return keyStyle.Font.Size * 1.15 * vg.Length(len(l.labels)) }

// GlyphBoxes reserves room for the labels.
func (l *endLabels) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	w := vg.Length(0)
	for _, label := range l.labels {
		w = max(w, l.gap()+keyStyle.Width(label.text)+2)
	}
	return besides(w, 0)
}

// spread moves ascending places apart by at least distance. It moves them as little as possible,
// and keeps them between low and high if there is room.
func spread(at []vg.Length, distance, low, high vg.Length) {
	n := len(at)
	// Places that would collide form a block, which is centred on their original places.
	type block struct {
		first, n int
		sum      vg.Length // of the places minus their offsets in the block
	}
	start := func(b block) vg.Length {
		s := b.sum / vg.Length(b.n)
		return max(low, min(s, high-distance*vg.Length(b.n-1)))
	}
	var blocks []block
	for k := range n {
		b := block{k, 1, at[k]}
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if start(last)+distance*vg.Length(last.n) <= start(b) {
				break
			}
			b = block{last.first, last.n + b.n, last.sum + b.sum - distance*vg.Length(last.n*b.n)}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		s := start(b)
		for k := range b.n {
			at[b.first+k] = s + distance*vg.Length(k)
		}
	}
}
