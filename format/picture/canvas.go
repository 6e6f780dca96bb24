package picture

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// glyph is a character with the colour of a part.
type glyph struct {
	sign   rune
	part   int
	strong bool
}

var blank = glyph{' ', None, false}

// canvas has rows of characters, which grow as text is written.
type canvas [][]glyph

// put writes a text from the given row and column on.
func (c *canvas) put(row, col int, text string, part int, strong bool) {
	for len(*c) <= row {
		*c = append(*c, nil)
	}
	line := (*c)[row]
	for len(line) < col+utf8.RuneCountInString(text) {
		line = append(line, blank)
	}
	for _, sign := range text {
		line[col] = glyph{sign, part, strong}
		col++
	}
	(*c)[row] = line
}

// width returns the number of characters in the longest row.
func (c canvas) width() int {
	most := 0
	for _, line := range c {
		most = max(most, len(line))
	}
	return most
}

// text returns the rows as lines that end in a newline, without trailing blanks. With colours, it
// has the escape sequences of a terminal. Each line ends with the terminal's own colours, so that
// single lines can be copied.
func (c canvas) text(colours bool) string {
	var text strings.Builder
	for _, line := range c {
		end := len(line)
		for end > 0 && line[end-1].sign == ' ' && (!colours || line[end-1].part == None) {
			end--
		}
		now := ""
		for _, g := range line[:end] {
			if style := g.style(); colours && style != now {
				if now != "" {
					text.WriteString("\x1b[0m")
				}
				text.WriteString(style)
				now = style
			}
			text.WriteRune(g.sign)
		}
		if now != "" {
			text.WriteString("\x1b[0m")
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// style returns the escape sequence of a glyph, or "" for the terminal's own colours.
func (g glyph) style() string {
	var codes []string
	if g.strong {
		codes = append(codes, "1")
	}
	if g.part != None {
		codes = append(codes, fmt.Sprintf("38;5;%d;48;5;%d", terminalInk, palette[g.part%len(palette)].terminal))
	}
	if codes == nil {
		return ""
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}
