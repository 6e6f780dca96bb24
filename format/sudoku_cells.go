package format

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"xcbench/format/sudoku"
	"xcbench/internal/lazy"
)

// drawing is a sudoku as it stands in the text.
type drawing struct {
	side  int
	note  string
	bare  bool   // the cells are a word
	cells []word // in reading order
	lines []part
	reading
}

// part is a line of a drawing: a row, a border (without cells) or a blank line. A puzzle in one
// line is a single part with all rows.
type part struct {
	line
	cells []word
	note  string
}

// oneLine reports whether the whole puzzle stands in one line.
func (d *drawing) oneLine() bool { return len(d.lines) == 1 }

const (
	bars    = "|│║┃"              // between boxes
	apart   = bars + ",;/\"'[]{}" // between cells
	between = apart + ":=#()"     // between the words of a line
	borders = "+=':│║┃─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┣┫┳┻╋"
	frames  = `-*.|` + borders
)

func isSide(n int) bool { return 4 <= n && n <= sudoku.MaxSide }

// nearestSide returns the side of the board that has the next number of cells.
func nearestSide(cells int) int {
	return min(max(4, int(math.Round(math.Sqrt(float64(cells))))), sudoku.MaxSide)
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
// between two commas, semicolons or tabs, and at a known place of a cell. A separator at the end of a line makes an
// empty cell only if the line must have side cells.
func cut(ln line, side int, places []int) part {
	text, note := cutComment(ln.text)
	var cells []word
	for _, at := range places {
		text += strings.Repeat(" ", max(0, at+1-len(text)))
		cells = append(cells, word{text[at : at+1], at})
	}
	if places != nil {
		return part{line{text, ln.number, ln.gap}, cells, note}
	}
	at, empty := 0, 0
	for _, field := range separator().Split(text, -1) {
		all := words(field, apart)
		if len(all) == 0 {
			all = []word{{"", strings.IndexAny(field, `"'`) + 1}}
			empty++
		}
		for _, w := range all {
			cells = append(cells, word{w.text, at + w.offset})
		}
		at += len(field) + 1
	}
	if last := len(cells) - 1; last > 0 && empty == 1 && cells[last].text == "" && last+1 != side {
		cells = cells[:last]
	}
	if label().MatchString(text) {
		cells = cells[1:]
	}
	apart := signs(cells...)
	if n, size := len(cells), len(apart); n != side && (size == side || size == n*len(cells[0].text) && (n <= 6 && size > n || n*n == size)) {
		cells = apart
	}
	return part{line{text, ln.number, ln.gap}, cells, note}
}

// signs cuts words into their characters.
func signs(all ...word) (cells []word) {
	for _, w := range all {
		cells = append(cells, pieces(w, 1)...)
	}
	return cells
}

// pieces cuts a word into pieces of so many characters.
func pieces(w word, size int) (cells []word) {
	rest := []rune(w.text)
	for len(rest) > 0 {
		piece := string(rest[:min(size, len(rest))])
		cells = append(cells, word{piece, w.offset})
		w.offset += len(piece)
		rest = rest[min(size, len(rest)):]
	}
	return cells
}

// cells cuts a word into cells. A word of 4³ or 9³ signs has the candidates of each cell: the digits from 1 to
// the side in their order, with a blank for each digit that is ruled out.
func cells(w word) []word {
	side := int(math.Cbrt(float64(len(w.text))))
	if isSide(side) && side < 10 && side*side*side == len(w.text) {
		if cells := pieces(w, side); !slices.Contains(readAs(lettered[1:side+1], cells).may, 0) {
			return cells
		}
	}
	return signs(w)
}

var separator = lazy.Regexp(`[,;\t]`)

// label has the label of a row. There is a bar after the row, too.
var label = lazy.Regexp(`^\s*[^|\s]{1,2}\s*\|.+\|\s*$`)

// figures are the signs of most boards.
const figures = "123456789xX" + blanks

// rowLength returns the number of cells of a line that can be the first row of a grid, or 0. A few cells may
// have wrong signs.
func rowLength(text string) int {
	cells := cut(line{text: text}, 0, nil).cells
	if n := len(cells); isSide(n) && !isDrawn(text) && fits(n, cells) {
		return n
	}
	return 0
}

// isName says whether a text has neither digits nor blank cells.
func isName(text string) bool { return !strings.ContainsAny(text, blanks+figures[:9]) }

// isBoard says whether a word has the cells of a board, few of them with wrong signs. A word that is too long
// for a row, or not alone in its line, may have a wrong number of cells. Letters alone must be a solved board or
// regions, or the word is a name. A line of dashes is rather a border.
func isBoard(w word, alone bool) bool {
	n, figured := utf8.RuneCountInString(w.text), strings.Trim(w.text, figures) == ""
	switch {
	case isDrawn(w.text), sideOf(n) == 0 && n <= sudoku.MaxSide && (alone || n < 11 || !figured):
		return false
	case isName(w.text):
		labels, _ := regionsOf(signs(w))
		return areRegions(labels)
	}
	return figured && n > 15 || fits(nearestSide(n), signs(w))
}

// IsSudoku reports whether a line is a sudoku, perhaps of a few cells too many or too few. It is strict, so
// that a name is not taken for a sudoku: it asks for 16 or more digits and blank signs. Letters count too
// if the text has as many cells as a board.
func IsSudoku(text string) bool {
	w, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return isBoard(word{text: w}, len(w) < 16)
}

// isDrawn says whether a line consists of frames.
func isDrawn(text string) bool {
	text = body(text)
	return !strings.ContainsAny(text, figures[:9]) && drawn().MatchString(text) // most lines have digits
}

// drawn has the lines of frames with three dashes, or a sign that is no blank cell, or bars alone.
var drawn = lazy.Regexp(`^[` + frames + `\s]*(---|[` + borders + `])[` + frames + `\s]*$|^\s*[` + bars + `][` + bars + `\s]*$`)
