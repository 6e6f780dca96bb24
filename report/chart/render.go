package chart

import (
	"slices"
	"strings"
)

const (
	margin  = 6.
	between = 12. // panels
	keyLine = 12. // the height of a line of the legend

	mostSquare = 310. // the side of the data of a square panel
)

// draw draws the plot: title, notes, panels and legend, below each other.
func (p *Plot) draw() *sheet {
	s := &sheet{Plot: p, width: p.in.width(), height: margin}
	s.paragraph(p.in.Untitled, style{10.5, ink, 0}, p.Title)
	s.paragraph(p.in.NoNotes || len(p.Notes) == 0, style{8, muted, 0}, p.Notes...)
	s.height += 4
	s.panels()
	s.legend()
	s.height += margin
	drawn := s.elements
	s.elements = nil
	s.stroke(pen{color: white}, area{0, 0, s.width, s.height}.corners())
	s.elements = append(s.elements, drawn...)
	return s
}

// paragraph writes texts below each other, in lines no wider than the sheet, unless they are hidden.
func (s *sheet) paragraph(hidden bool, how style, texts ...string) {
	var lines []string
	for _, text := range texts {
		line := ""
		for _, word := range strings.Fields(text) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && how.width(longer) > s.width-2*margin {
				lines, longer = append(lines, line), word
			}
			line = longer
		}
		lines = append(lines, line)
	}
	if height := lineHeight * how.size * float64(len(lines)); !hidden {
		s.write(strings.Join(lines, "\n"), how, point{margin, s.height + height/2})
		s.height += height + 2
	}
}

// panels draws the panels in rows. The data have the same place in each.
func (s *sheet) panels() {
	tiles := min(len(s.Panels), choose(s.in.narrow(), 1, 2))
	rows := (len(s.Panels) + tiles - 1) / tiles
	tile := (s.width-2*margin+between)/float64(tiles) - between
	var all []*drawing
	height := 0.
	for _, panel := range s.Panels {
		d := panel.drawing(s, min(mostLabels, int(tile/48)))
		d.reserve(tile)
		all, height = append(all, d), max(height, d.height(tile, rows))
	}
	width := tile - s.room.left - s.room.right
	side := choose(all[0].Square, min(width, mostSquare), width)
	height = choose(all[0].Square, side, height)
	for n, d := range all {
		if n%tiles == 0 {
			s.height += choose(n > 0, between, 0) + s.room.top + height + s.room.bottom
		}
		left, bottom := margin+float64(n%tiles)*(tile+between)+s.room.left+(width-side)/2, s.height-s.room.bottom
		d.area = area{left, bottom - height, left + side, bottom}
		d.draw()
	}
}

// height returns the height of the data, given the width of the panel and the number of panels above each other.
func (d *drawing) height(width float64, panels int) float64 {
	const row, page = 16, 460 // the most for a row, and for all rows
	if d.Y.Fixed != nil {
		return min(row*(d.Y.high-d.Y.low), page/float64(panels))
	}
	return max(width*choose(width < 300, 0.62, 0.45), labelHeight*float64(len(d.Series)))
}

// legend draws the legend in columns.
func (s *sheet) legend() {
	const sample = 20. // the width of the piece of line before the text
	keys, how, wide := s.keys(), style{labelSize, ink, 0}, 1.
	for _, key := range keys {
		wide = max(wide, how.width(key.Name)+4+sample+12)
	}
	columns := max(1, int((s.width-2*margin+12)/wide))
	s.height += choose(keys == nil, 0., 4)
	for row := range slices.Chunk(keys, columns) {
		s.height += keyLine
		for n, key := range row {
			at := point{margin + wide*float64(n), s.height - keyLine/2}
			if key.Form != Dots {
				s.stroke(key.Look.line(), []point{at, {at.x + sample, at.y}})
			}
			if key.Form == Dots || !key.Look.Bare {
				s.mark(key.Look, point{at.x + sample/2, at.y})
			}
			s.write(key.Name, how, point{at.x + sample + 4, at.y})
		}
	}
}

// mostLabels is about how many labels an axis of a page has. One of a narrow panel has fewer.
const mostLabels = 8
