package format

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"xcbench/format/sudoku"
)

// drawing is a sudoku as it stands in the text.
type drawing struct {
	side  int
	note  string
	lines []part
	signs alphabet
}

// part is a line of a drawing: a row, a border (without cells) or a blank line. A puzzle in one
// line is a single part with all rows.
type part struct {
	line
	cells []word
}

// oneLine reports whether the whole puzzle stands in one line.
func (d *drawing) oneLine() bool { return len(d.lines) == 1 }

// cells returns the cells of a drawing in reading order, with their lines.
func (d *drawing) cells() iter.Seq2[part, word] {
	return func(yield func(part, word) bool) {
		for _, p := range d.lines {
			for _, w := range p.cells {
				if !yield(p, w) {
					return
				}
			}
		}
	}
}

// add adds a line with its cells, or a border.
func (d *drawing) add(ln line, cells []word) {
	body, note := cutComment(ln.text)
	if d.note == "" {
		d.note = note
	}
	if len(d.lines) > 0 {
		d.lines = append(d.lines, make([]part, ln.gap)...)
	}
	ln.text = strings.TrimRight(body, " \t\r")
	if len(cells) > 0 { // the last cell may be empty
		last := cells[len(cells)-1]
		ln.text = body[:max(len(ln.text), last.offset+len(last.text))]
	}
	d.lines = append(d.lines, part{ln, cells})
}

const (
	bars    = "|│║┃"              // between boxes
	apart   = bars + ",;/\"'[]{}" // between cells
	between = apart + ":=#()"     // between the words of a line
	frames  = "-+=*.':" + bars + "─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┣┫┳┻╋"
)

func isSide(n int) bool { return 4 <= n && n <= sudoku.MaxSide }

// nearestSide returns the side of the board that has the next number of cells.
func nearestSide(cells int) int { return max(4, int(math.Round(math.Sqrt(float64(cells))))) }

// sideOf returns the side of a board with so many cells, or 0 if there is none.
func sideOf(cells int) int {
	if side := nearestSide(cells); side*side == cells && isSide(side) {
		return side
	}
	return 0
}

// cut cuts a row into cells: words if there are side of them, or else their signs. Without a side,
// up to six equal words of several signs are parts of the row, and n words of n signs are rows.
func cut(text string, side int) []word {
	tokens, size := fields(text, side), 0
	for _, w := range tokens {
		size += len(w.text)
	}
	n := len(tokens)
	uneven := slices.ContainsFunc(tokens, func(w word) bool { return n*len(w.text) != size })
	if n != side && (size == side || !uneven && (n == 1 || n <= 6 && size > n || n*n == size)) {
		return characters(tokens...)
	}
	return tokens
}

// characters cuts words into their characters.
func characters(all ...word) (cells []word) {
	for _, w := range all {
		cells = slices.Grow(cells, len(w.text))
		for i, c := range w.text {
			cells = append(cells, word{w.text[i : i+utf8.RuneLen(c)], w.offset + i})
		}
	}
	return cells
}

// fields cuts a row into words. Where commas, semicolons or tabs leave a place empty, there is an empty
// word, except at the end of a row that has a word in all other places.
func fields(text string, side int) (all []word) {
	// The word before the first bar is a label if there is a bar after the last cell only.
	text = strings.TrimRight(text, " \r")
	if label, row, ok := strings.Cut(text, "|"); ok && strings.Contains(row, "|") && strings.HasSuffix(row, "|") && len(strings.TrimSpace(label)) < 3 {
		text = strings.Repeat(" ", len(label)) + text[len(label):]
	}
	tokens := words(text, apart)
	for _, separator := range []string{",", ";", "\t"} {
		places := strings.Count(text, separator) + 1
		if places <= len(tokens) || places == len(tokens)+1 && places != side && strings.HasSuffix(text, separator) {
			continue
		}
		at := 0
		for field := range strings.SplitSeq(text, separator) {
			w := strings.Trim(field, " \t"+apart)
			all = append(all, word{w, at + max(strings.Index(field, w), strings.IndexAny(field, `"'`)+1)})
			at += len(field) + 1
		}
		return all
	}
	return tokens
}

// count returns how many characters of the text are among the signs.
func count(text, signs string) (n int) {
	for _, c := range text {
		if strings.ContainsRune(signs, c) {
			n++
		}
	}
	return n
}

// fits says whether a text can be cells of a board: digits, blank signs, and letters up to the side. On
// sides 6 to 9 letters need many blank signs beside them and no digits, because names have none. wrong is
// how many other signs there may be.
func fits(text string, side, wrong int) bool {
	signs := utf8.RuneCountInString(text) - count(text, apart+" \t")
	allowed := blanks + "xX"
	blank := count(text, allowed)
	digits := count(text, "123456789")
	if side > 9 || side > 5 && digits == 0 && 3*blank >= signs {
		few := letters[:min(side, len(letters))]
		if side <= 9 {
			few = letters
		}
		allowed += few + strings.ToLower(few)
	}
	return digits+count(text, allowed)+wrong >= signs
}

// isRow says whether a line can be the first row of a grid. A few cells may have wrong signs.
func isRow(text string) bool {
	n := len(cut(body(text), 0))
	return isSide(n) && fits(body(text), n, n/6)
}

// isMeant says whether most of a text is digits and blanks, so that it is a puzzle or a row with a fault.
func isMeant(text string) bool { return text != "" && fits(text, 0, utf8.RuneCountInString(text)/4) }

// isBoard says whether a word has the cells of a board; of many, a few may have wrong signs. A line of
// dashes is rather a border.
func isBoard(word string) bool {
	side := sideOf(utf8.RuneCountInString(word))
	return side > 0 && strings.ContainsAny(word, blanks+"123456789") && (side == 4 || side == 9 || !isDrawn(word)) &&
		(fits(word, side, 0) || side > 6 && isMeant(word))
}

// IsSudoku reports whether a line is a sudoku, perhaps of a few cells too many or too few. It is strict, so
// that a name is not taken for a sudoku: it asks for 16 or more digits and blank signs. Letters count too
// if the text has as many cells as a board of side 10 or more.
func IsSudoku(text string) bool {
	w, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return len(w) >= 16 && fits(w, 0, 0) || isBoard(w)
}

// isDrawn says whether a line consists of frames.
func isDrawn(text string) bool {
	text = strings.TrimSpace(body(text))
	return text != "" && strings.Trim(text, frames+" \t") == "" &&
		(strings.Contains(text, "---") || len(text) > 2 && strings.Trim(text, "-*.| \t") != "" || strings.Trim(text, bars+" \t") == "")
}
