package format

import (
	"strconv"
	"strings"
)

// sudokuAnswer writes a solution into the drawing of its puzzle. The digits replace the cells, and
// the boxes around them stay.
type sudokuAnswer struct {
	board   *board
	drawing *drawing
	signs   alphabet
}

func (a *sudokuAnswer) Append(dst []byte, options []int) []byte {
	full := a.board.solution(nil, options).Cells
	for _, p := range a.drawing.parts {
		done := 0
		for _, w := range p.cells {
			dst = append(dst, p.text[done:w.offset]...)
			dst = a.signs.append(dst, full[0], len(w.text))
			full = full[1:]
			done = w.offset + len(w.text)
		}
		dst = append(dst, p.text[done:]...)
		dst = append(dst, '\n')
	}
	return dst
}

func (a *sudokuAnswer) AppendNone(dst []byte) []byte { return append(dst, noSolution...) }

func (a *sudokuAnswer) of(b *board) boardAnswer {
	return &sudokuAnswer{board: b, drawing: a.drawing, signs: a.signs}
}

func (a *sudokuAnswer) Check(options []int) error {
	return a.board.check(options)
}

// forAnswers returns the drawing with room for the digits. If digits are single signs, they fit and
// the drawing stays as it is. Numbers do not always fit, so their lines are redrawn with cells of
// equal width.
func (d *drawing) forAnswers(signs alphabet) *drawing {
	if signs.signs != "" {
		return d
	}
	width := len(strconv.Itoa(d.side))
	anew := &drawing{side: d.side}
	var border string
	for _, p := range d.parts {
		if p.cells != nil {
			p = p.withWidth(width)
			if border == "" {
				border = strings.Map(toBorder, p.text)
			}
		}
		anew.parts = append(anew.parts, p)
	}
	for k, p := range anew.parts {
		if p.cells == nil && p.text != "" {
			anew.parts[k].text = border
		}
	}
	return anew
}

// withWidth redraws a row with cells of the given width.
func (p part) withWidth(width int) part {
	var text strings.Builder
	var cells []word
	done := 0
	for k, w := range p.cells {
		between := p.text[done:w.offset]
		done = w.offset + len(w.text)
		switch {
		case strings.Contains(between, "|") && k == 0:
			text.WriteString("| ")
		case strings.Contains(between, "|"):
			text.WriteString(" | ")
		case k > 0 && strings.Contains(between, ","):
			text.WriteString(",")
		case k > 0 && strings.Contains(between, "\t"):
			text.WriteString("\t") // keep the columns of a table
		case k > 0:
			text.WriteString(" ")
		}
		room := strings.Repeat(" ", width)
		cells = append(cells, word{room, text.Len()})
		text.WriteString(room)
	}
	if strings.Contains(p.text[done:], "|") {
		text.WriteString(" |")
	}
	return part{line: p.line, text: text.String(), cells: cells}
}

// toBorder turns the text of a row into a border that fits it.
func toBorder(c rune) rune {
	if c == '|' {
		return '+'
	}
	return '-'
}
