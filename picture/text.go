package picture

import (
	"strings"
	"unicode/utf8"
)

// Text returns the labels of cells and lines at their places, in lines that end
// in a newline, without blanks at their ends.
func (p Picture) Text() string {
	var canvas [][]rune
	put := func(row, col int, label string) {
		for len(canvas) <= row {
			canvas = append(canvas, nil)
		}
		for len(canvas[row]) < col+utf8.RuneCountInString(label) {
			canvas[row] = append(canvas[row], ' ')
		}
		copy(canvas[row][col:], []rune(label))
	}
	for _, c := range p.Cells {
		put(c.Row, c.Col, c.Label)
	}
	for _, l := range p.Lines {
		put(l.Row, l.Col, l.Label)
	}
	var text strings.Builder
	for _, row := range canvas {
		text.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return text.String()
}
