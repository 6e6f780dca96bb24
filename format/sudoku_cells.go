package format

import (
	"iter"
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

const (
	bars    = "|│║┃"              // between boxes
	apart   = bars + ",;/\"'[]{}" // between cells
	between = apart + ":=#()"     // between the words of a line
	frames  = "-+=*.':" + bars + "─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┣┫┳┻╋"
)

func isSide(n int) bool { return 4 <= n && n <= sudoku.MaxSide }

// sideOf returns the side of a board with so many cells, or 0 if there is none.
func sideOf(cells int) int {
	for side := 4; side <= sudoku.MaxSide; side++ {
		if side*side == cells {
			return side
		}
	}
	return 0
}

// cut cuts a row into cells: words if there are side of them, or else their signs. Without a side,
// up to six equal words of several signs are parts of the row, and n words of n signs are rows.
func cut(text string, side int) []word {
	tokens := fields(text, side)
	signs, equal := 0, true
	for _, w := range tokens {
		signs += utf8.RuneCountInString(w.text)
		equal = equal && len(w.text) == len(tokens[0].text)
	}
	grouped := equal && (len(tokens) == 1 || len(tokens) <= 6 && signs > len(tokens) || len(tokens)*len(tokens) == signs)
	if len(tokens) == side || signs != side && !grouped {
		return tokens
	}
	return characters(tokens...)
}

// characters cuts words into their characters.
func characters(all ...word) (cells []word) {
	for _, w := range all {
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
		n := strings.Count(text, separator)
		full := n == len(tokens) && strings.HasSuffix(text, separator)
		if n < len(tokens) || full && side != n+1 {
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

// fits says whether a text can be cells of a board: digits, blank signs, and letters up to the side. On
// sides 6 to 9 letters need many blank signs beside them, because names have none. wrong is
// how many other signs there may be.
func fits(text string, side, wrong int) bool {
	plain, blank, named, all := 0, 0, 0, 0
	for _, c := range text {
		switch digit := '1' <= c && c <= '9'; {
		case strings.ContainsRune(apart+" \t", c):
			continue
		case digit || strings.ContainsRune("xX"+blanks, c):
			if plain++; !digit {
				blank++
			}
		case isLetter(c) && (side < 10 || int(c&31) <= side):
			named++
		}
		all++
	}
	lettered := side > 9 || side > 5 && blank == plain && 3*blank >= all
	return plain+wrong >= all || lettered && plain+named+wrong >= all
}

func isLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

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
	dashes := isDrawn(word) && side != 4 && side != 9
	return side > 0 && !dashes && strings.ContainsAny(word, blanks+"123456789") && (fits(word, side, 0) || side > 6 && isMeant(word))
}

// IsSudoku reports whether a line is a sudoku, perhaps of a few cells too many or too few. It is strict, so
// that a name is not taken for a sudoku: it asks for 16 or more digits and blank signs. Letters count too
// if the text has as many cells as a board of side 10 or more.
func IsSudoku(text string) bool {
	w, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return len(w) >= 16 && fits(w, 0, 0) || isBoard(w)
}

// isBorder says whether ln is a border of d, which is nil before its first line. A line of '-' could
// also be a row: it is one if rows write blank cells as '-', those before it or the next one after it.
func (r *sudokuReader) isBorder(ln line, d *drawing) bool {
	text := strings.TrimSpace(body(ln.text))
	if !isDrawn(text) {
		return false
	}
	side, rows := 0, ""
	if d != nil {
		side = d.side
		for _, p := range d.lines {
			if p.cells != nil {
				rows += p.text
			}
		}
	}
	n := len(cut(text, side))
	if strings.Trim(text, "-*. \t|") != "" || side != 0 && n != side || !isSide(n) {
		return true
	}
	next, ok := r.afterDrawn()
	return !ok || !strings.Contains(rows+body(next.text), "-")
}

// afterDrawn returns the next line that does not consist of frames, and whether a board can have as many
// lines before it as there are: each row may have a border.
func (r *sudokuReader) afterDrawn() (line, bool) {
	for k := range 2*sudoku.MaxSide + 1 {
		if next, ok := r.lines.peek(k); !ok || !isDrawn(next.text) {
			return next, true
		}
	}
	return line{}, false
}

// isDrawn says whether a line consists of frames.
func isDrawn(text string) bool {
	text = strings.TrimSpace(body(text))
	return text != "" && strings.Trim(text, frames+" \t") == "" &&
		(strings.Contains(text, "---") || len(text) > 2 && strings.Trim(text, "-*.| \t") != "" || strings.Trim(text, bars+" \t") == "")
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
	d.lines = append(d.lines, part{ln, slices.Clip(cells)})
}
