package format

import (
	"fmt"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/lazy"
)

// The shape of a board follows from its side, unless one of these says otherwise:
//
//   - a drawing with boxes around the cells;
//   - words behind a puzzle in one line, or in a line of their own, which holds for all puzzles after
//     it until the next such line: boxes=2x3, regions=AAB... (the region of each cell), and the
//     names in ruleName. Capitals and separators do not matter;
//   - a line before the puzzle with its size, such as "9 9", or with the size of a box, such as "2 3";
//   - a second grid after the first, or a second word of as many signs: the region of each cell. Whether
//     the puzzles of a file have regions shows after the first, or a line "jigsaw" before it says so.

// rules are what the text of a puzzle says about it.
type rules struct {
	sudoku.Form // without the side. A box that is as high and wide as the side is none
	solution    word
}

const (
	latin  = sudoku.Antiking << (1 + iota) // no regions
	jigsaw                                 // regions follow
	boxes                                  // their size follows
)

// ruleName has a group for each rule, in the order of their bits.
var ruleName = lazy.Regexp(`(?i)^(?:(x|sudoku[-_]?x|x[-_]?sudoku|diagonal)|(windoku)|(disjoint)|(anti[-_]?knight)|(anti[-_]?king)|(latin)|` +
	`(jigsaw|irregular|regions?~.*)|(boxes~.*))s?$`)

// ruleOf returns the rule that a word names, or 0.
func ruleOf(w word) sudoku.Rules {
	for k, name := range ruleName().FindStringSubmatch(w.text) {
		if k > 0 && name != "" {
			return 1 << (k - 1)
		}
	}
	return 0
}

// take takes the rules and the solution from a text beside a puzzle with so many cells, or from
// a line of its own. It returns the other words. A wrong value makes a shape that does not exist.
func (u *rules) take(text string, cells int) (rest []word) {
	for _, w := range words(valued().ReplaceAllString(text, "$1~"), between) {
		rule, value := ruleOf(w), w.text[strings.Index(w.text, "~")+1:]
		labels, _, touch := sudoku.Regions(strings.Split(value, ""))
		whole := len(value) == cells
		switch {
		case rule == boxes:
			u.SetBoxes(value)
		case rule == jigsaw && value != w.text, whole && touch && !strings.ContainsAny(value, figures): // digits are those of the solution
			u.Jigsaw = labels
		case rule != 0 && (cells == 0 || rule != jigsaw && (len(rest) == 0 || len(w.text) > 1)):
			u.Rules |= rule
		case whole:
			u.solution = word{value, w.offset + len(w.text) - cells}
		default:
			rest = append(rest, w)
		}
	}
	return rest
}

// beside takes the rules and the solution from the line of a word with all cells. The other words are returned as a
// note, as they stand if the puzzle comes first.
func (u *rules) beside(d *drawing) (note string) {
	text, w := d.rows[0].text, d.word
	end := w.offset + len(w.text)
	text = text[:w.offset] + strings.Repeat(" ", len(w.text)) + text[end:]
	rest := u.take(text, len(d.cells))
	if len(rest) > 0 && rest[0].offset > end && len(rest) == len(words(text, between)) {
		return strings.TrimSpace(text[rest[0].offset:])
	}
	return strings.Join(appendTexts(nil, rest), " ")
}

// valued finds words with a value: with ~ in place of = they stay one word. sized finds lines with the size of a box, or
// with the side twice. ordered finds the first line of QWH and QCP. "12 34" is none of these, but a row of side 4.
var (
	valued  = lazy.Regexp(`(?i)\b(boxes|regions?)=`)
	sized   = lazy.Regexp(`(?i)^\s*([1-9]\d?)[x\s]+([1-9]\d?)\s*$`)
	ordered = lazy.Regexp(`(?i)^\s*order\s+\S+\s*$`)
)

// heading reads a line before a puzzle that is about its shape. It returns false if ln is no such line.
func (u *rules) heading(ln line) bool {
	var now rules
	text := ordered().ReplaceAllString(body(ln.text), "latin")
	if size := sized().FindStringSubmatch(text); size != nil && (size[1] == size[2] || len(size[1]+size[2]) == 2) {
		text = "boxes=" + size[1] + "x" + size[2]
	}
	if len(now.take(text, 0)) > 0 || now.Rows < 0 || now.Form == (sudoku.Form{}) {
		return false
	}
	*u = now
	return true
}

// regions reads the regions of a puzzle, if they follow it, into u.
func (r *sudokuReader) regions(u *rules) {
	begin := r.lines.at
	if u.Rules&jigsaw == 0 && !r.jigsaw && (r.read > 1 || !r.lines.ready()) {
		return // do not look: the next line of a pipe may take long to come
	}
	ln, _ := r.lines.next()
	if second := r.drawing(ln); second != nil {
		if labels, even, touch := sudoku.Regions(appendTexts(nil, second.cells)); even && touch {
			u.Jigsaw, r.jigsaw = labels, true
			return
		}
	}
	r.lines.at = begin
}

// shape returns the shape of a puzzle.
func (d *drawing) shape(f sudoku.Form) (*sudoku.Shape, error) {
	if f.Rows == f.Cols && (f.Rows == 0 || f.Rows == d.side) {
		f.Rows, f.Cols = d.boxes()
	}
	switch {
	case f.Jigsaw != "":
		f.Rows, f.Cols = 0, 0
	case f.Rules&jigsaw != 0:
		return nil, fmt.Errorf("a jigsaw without its regions, expected the puzzle again behind it, with a label for the region of each cell")
	case f.Rows == 0 && f.Rules&latin == 0:
		f.Rows, f.Cols = sudoku.Usual(d.side)
	}
	f.Side = d.side
	f.Rules &^= latin | jigsaw
	return f.Shape()
}
