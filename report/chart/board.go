package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/format"
	"xcbench/format/picture"
)

// A boardMark is a coloured place of a board, and its share of the solutions.
type boardMark struct {
	area  []picture.Point // corners; two for a line
	share float64
	text  string // written there if there is room
	what  string // for the data
}

const (
	byBorder = "A diamond is the border of two cells; its number is the percentage of the solutions in which one " +
		"option has both."
	byLabel = "A cell has its most frequent label; the colour is the share of the solutions with this label there."
)

// boardMarks returns the marks of a board, and what their shares are. If options have neighbouring
// cells, a mark is a border: how often its two cells belong to one option. Otherwise it is a cell:
// how often an option has it, or how often it has its most frequent label. A line is marked with how
// often an option has it.
func boardMarks(b format.Board, shares []float64) (marks []boardMark, what string) {
	if marks := jointMarks(b, shares); len(marks) > 0 {
		return marks, byBorder
	}
	what = "The number is the percentage of the solutions in which an option has the cell."
	only := "" // the label of all cells
	for _, at := range b.Of {
		for _, label := range at.Labels {
			if only == "" {
				only = label
			} else if only != label {
				what, only = byLabel, "\x00"
			}
		}
	}
	lines := make([]float64, len(b.Lines))
	labels := make([]map[string]float64, len(b.Cells))
	for o, at := range b.Of {
		for k, cell := range at.Cells {
			if labels[cell] == nil {
				labels[cell] = map[string]float64{}
			}
			labels[cell][at.Labels[k]] += shares[o]
		}
		for _, line := range at.Lines {
			lines[line] += shares[o]
		}
	}
	for k, c := range b.Cells {
		best := ""
		for label, share := range labels[k] {
			if share > labels[k][best] || share == labels[k][best] && (best == "" || label < best) {
				best = label
			}
		}
		text := best
		if best == only {
			text = fmt.Sprintf("%.0f", 100*labels[k][best])
		}
		if best != "" && len(c.Outline) > 0 {
			marks = append(marks, boardMark{c.Outline, labels[k][best], text, fmt.Sprintf("cell %d with %s", k+1, best)})
		}
	}
	for k, l := range b.Lines {
		marks = append(marks, boardMark{[]picture.Point{l.From, l.To}, lines[k], "", fmt.Sprintf("line %d", k+1)})
		what = "The colour of a line is the share of the solutions in which an option has it."
	}
	return marks, what
}

// jointMarks returns a mark for each border between two cells, if some option has both cells. The
// mark goes from the middle of one cell to the middle of the other one, so that the marks of a cell
// meet in its middle.
func jointMarks(b format.Board, shares []float64) []boardMark {
	sides := slices.DeleteFunc(b.Sides(), func(s picture.Side) bool { return len(s.Cells) != 2 })
	both := map[[2]int]float64{}
	joint := false
	for o, at := range b.Of {
		has := map[int]bool{}
		for _, cell := range at.Cells {
			has[cell] = true
		}
		for _, s := range sides {
			if has[s.Cells[0]] && has[s.Cells[1]] {
				both[[2]int(s.Cells)] += shares[o]
				joint = true
			}
		}
	}
	if !joint {
		return nil
	}
	var marks []boardMark
	for _, s := range sides {
		a, b, share := b.Cells[s.Cells[0]], b.Cells[s.Cells[1]], both[[2]int(s.Cells)]
		marks = append(marks, boardMark{[]picture.Point{s.From, picture.Centre(a.Outline), s.To, picture.Centre(b.Outline)},
			share, fmt.Sprintf("%.0f", 100*share), fmt.Sprintf("cells %d and %d in one option", s.Cells[0]+1, s.Cells[1]+1)})
	}
	return marks
}

// heatBoard draws marks on a board.
func heatBoard(name string, b format.Board, marks []boardMark, what string) *Figure {
	f := &Figure{title: name + ": frequencies", head: []string{"place", "x", "y", "share"}}
	f.note(what)
	low, high := picture.Point{X: math.Inf(1), Y: math.Inf(1)}, picture.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	include := func(points []picture.Point) {
		for _, q := range points {
			low = picture.Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}
			high = picture.Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
		}
	}
	d := &boardDrawing{board: b.Picture, marks: marks}
	for _, c := range b.Cells {
		include(c.Outline)
	}
	for _, m := range marks {
		include(m.area)
		at := picture.Centre(m.area)
		f.row(m.what, at.X, at.Y, m.share)
		d.most = max(d.most, m.share)
		if len(f.spots) < maxSpots {
			f.point(at.X, -at.Y, m.what+": "+percent(m.share))
		}
	}
	p := newPlot("", "")
	p.HideAxes()
	scale := colorEntry{viridis, "0% to " + percent(d.most) + " of the solutions"}
	p.Add(d, colorKey{width: twoColumns, entries: []colorEntry{scale}})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low.X, high.X, -high.Y, -low.Y
	f.plot = p
	tall := vg.Length((high.Y - low.Y) / (high.X - low.X))
	f.width = oneColumn * 1.4 / max(1, tall)
	f.data = (f.width - 2*margin) * tall
	return f
}

// boardDrawing draws marks, and the borders of the cells above them.
type boardDrawing struct {
	board picture.Picture
	marks []boardMark
	most  float64 // the largest share
}

// Plot draws the marks.
func (d *boardDrawing) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	path := func(points []picture.Point) (path vg.Path) {
		for k, q := range points {
			at := vg.Point{X: toX(q.X), Y: toY(-q.Y)}
			if k == 0 {
				path.Move(at)
			} else {
				path.Line(at)
			}
		}
		if len(points) > 2 {
			path.Close()
		}
		return path
	}
	unit := toX(1) - toX(0)
	for _, m := range d.marks {
		share := 0.0
		if d.most > 0 {
			share = m.share / d.most
		}
		c.SetColor(heat(share))
		if len(m.area) == 2 {
			c.SetLineWidth(3)
			c.Stroke(path(m.area))
			continue
		}
		c.Fill(path(m.area))
	}
	c.SetColor(faint)
	c.SetLineWidth(0.5)
	for _, cell := range d.board.Cells {
		if len(cell.Outline) > 0 {
			c.Stroke(path(cell.Outline))
		}
	}
	size := min(9, unit*0.3)
	for _, m := range d.marks {
		style := writing(size, color.Gray{}, draw.XCenter, draw.YCenter)
		if m.share >= 0.45*d.most {
			style.Color = white
		}
		if at := picture.Centre(m.area); size > 4.5 {
			c.FillText(style, vg.Point{X: toX(at.X), Y: toY(-at.Y)}, m.text)
		}
	}
}
