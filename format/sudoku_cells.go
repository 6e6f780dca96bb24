package format

import (
	"math"
	"slices"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/lazy"
)

// drawing is a sudoku as it stands in the text.
type drawing struct {
	side  int
	note  string
	word  word   // that has the cells, if one has them all
	cells []word // in reading order
	rows  []line // the lines that they stand in: one for each row, or one for all
	lines []part
	err   error // about a fault
	reading
}

// part is a line of a drawing: a row, a border (without cells) or a blank line. A puzzle in one
// line is a single part with all rows.
type part struct {
	line
	cells []word
	note  string
}

const (
	bars    = "|│║┃"              // between boxes
	apart   = bars + ",;/\"'[]{}" // between cells
	between = apart + ":=#()"     // between the words of a line
	borders = "+=':│║┃─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┣┫┳┻╋"
	frames  = `-*.|` + borders
)

// nearestSide returns the side of the board that has the next number of cells.
func nearestSide(cells int) int {
	return max(4, int(math.Sqrt(float64(cells))+0.5))
}

// sideOf returns the side of a board with so many cells, or 0 if there is none.
func sideOf(cells int) int {
	if side := nearestSide(cells); side*side == cells {
		return side
	}
	return 0
}

// cut cuts a line into cells: words if there are side of them, or else their signs. Without a side, up to six
// equal words of several signs are parts of the row, and n words of n signs are rows. There may be an empty cell
// between two commas, semicolons or tabs. A separator at the end of a line makes an empty cell only if the line
// must have side cells.
func cut(ln line, side int) (p part) {
	p.line = ln
	p.text, p.note = cutComment(ln.text)
	for _, at := range cell().FindAllStringSubmatchIndex(p.text+",", -1) {
		begin, end := max(at[2], at[4]), max(at[3], at[5])
		p.cells = append(p.cells, word{p.text[begin:end], begin})
	}
	if last := len(p.cells) - 1; last > 0 && last+1 != side && slices.Index(appendTexts(nil, p.cells), "") == last {
		p.cells = p.cells[:last]
	}
	if label().MatchString(p.text) {
		p.cells = p.cells[1:]
	}
	apart := signs(p.cells...)
	if n, size := len(p.cells), len(apart); n != side && (size == side || size == n*len(p.cells[0].text) && (n <= 6 && size > n || n*n == size)) {
		p.cells = apart
	}
	return p
}

// signs cuts words into their characters.
func signs(all ...word) (cells []word) {
	for _, w := range all {
		for at, sign := range w.text {
			cells = append(cells, word{string(sign), w.offset + at})
		}
	}
	return cells
}

// cells cuts a word into cells. A word of 4³ or 9³ signs has the candidates of each cell: the digits from 1 to
// the side in their order, with a blank for each digit that is ruled out.
func cells(w word) (all []word) {
	each := signs(w)
	side := int(math.Cbrt(float64(len(each))))
	if side < 10 && side*side*side == len(each) {
		for piece := range slices.Chunk(each, side) {
			all = append(all, word{joined(piece), piece[0].offset})
		}
		if readAs(lettered[1:side+1], all).wrong == 0 {
			return all
		}
	}
	return each
}

// cell has a group for a cell with a sign, and one for an empty cell, each with the separator behind it.
var cell = lazy.Regexp(`([^\s,;/"'|│║┃\[\]{}]+)[ /"'|│║┃\[\]{}]*[,;\t]?|["']?()[ /"'|│║┃\[\]{}]*[,;\t]`)

// label has the label of a row. There is a bar after the row, too.
var label = lazy.Regexp(`^\s*[^|\s]{1,2}\s*\|.*[^|\s].*\|\s*$`)

// figures are the digits of most boards.
const figures = "123456789"

// rowLength returns the number of cells of a line that can be the first row of a grid, or 0. A few cells may
// have wrong signs.
func rowLength(text string) int {
	cells := cut(line{text: text}, 0).cells
	if n := len(cells); 4 <= n && n <= sudoku.MaxSide && !isDrawn(text) && fits(n, cells) {
		return n
	}
	return 0
}

// isName says whether a text has neither digits nor blank cells.
func isName(text string) bool { return !strings.ContainsAny(text, blanks+figures) }

// isBoard says whether these are the cells of a board, few of them with wrong signs. Cells that are too many
// for a row, or not alone in their line, may have a wrong number. Letters alone must be a solved board or
// regions, or they are a name. A line of dashes is rather a border.
func isBoard(cells []word) bool {
	n, text := len(cells), joined(cells)
	figured := strings.Trim(text, blanks+"xX"+figures) == ""
	switch {
	case isDrawn(text), n < 11, n <= sudoku.MaxSide && sideOf(n) == 0 && !figured:
		return false
	case isName(text):
		_, even, _ := sudoku.Regions(appendTexts(nil, cells))
		return even
	}
	return figured && n > 15 || fits(nearestSide(n), cells)
}

// IsSudoku reports whether a line is a sudoku, perhaps of a few cells too many or too few. It is strict, so
// that a name is not taken for a sudoku: it asks for 16 or more digits and blank signs. Letters count too
// if the text has as many cells as a board.
func IsSudoku(text string) bool {
	w := words(text+" .", "")[0] // so that there is a word
	return len(w.text) > 15 && isBoard(signs(w))
}

// isDrawn says whether a line consists of frames.
func isDrawn(text string) bool { return drawn().MatchString(body(text)) }

// drawn has the lines of frames with three dashes, or a sign that is no blank cell, or bars alone.
var drawn = lazy.Regexp(`^[` + frames + `\s]*(---|[` + borders + `])[` + frames + `\s]*$|^\s*[` + bars + `][` + bars + `\s]*$`)
