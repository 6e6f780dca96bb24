package format

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
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
	sudoku.Form      // without the side. A box that is as high and wide as the side is none
	at          line // where they stand
	solution    word
}

const (
	latin  = sudoku.Antiking << (1 + iota) // no regions
	jigsaw                                 // regions follow
)

// ruleName has a group for each rule, in the order of their bits.
var ruleName = lazy.Regexp(`(?i)^(?:(x|sudoku[-_]?x|x[-_]?sudoku|diagonal)|(windoku)|(disjoint)|(anti[-_]?knight)|(anti[-_]?king)|(latin)|(jigsaw|irregular))s?$`)

// ruleOf returns the rule that a word names, or 0.
func ruleOf(w word) sudoku.Rules {
	if len(w.text) == 1 && w.text != "x" && w.text != "X" { // most words of grids
		return 0
	}
	for k, name := range ruleName().FindStringSubmatch(w.text) {
		if k > 0 && name != "" {
			return 1 << (k - 1)
		}
	}
	return 0
}

// valued has the words with a value, and sized two numbers.
var (
	valued = lazy.Regexp(`(?i)\b(?:boxes|(region)s?)=\s*([^\s,;:/|"'=#()\[\]{}]*)`)
	sized  = lazy.Regexp(`^\s*([1-9]\d?)[xX\s]+([1-9]\d?)\s*$`)
)

// size reads two numbers with an x or blanks between them, or returns zeros.
func size(text string) (rows, cols int) {
	if m := sized().FindStringSubmatch(text); m != nil {
		rows, _ = strconv.Atoi(m[1])
		cols, _ = strconv.Atoi(m[2])
	}
	return rows, cols
}

// take takes the rules and the solution from a text beside a puzzle with so many cells, or from
// a line of its own. It returns the other words. A wrong value makes a shape that does not exist.
func (u *rules) take(text string, cells int) (rest []word) {
	text = valued().ReplaceAllStringFunc(text, func(rule string) string {
		if m := valued().FindStringSubmatch(rule); m[1] != "" {
			u.Jigsaw, _ = regionsOf(signs(word{m[2], 0}))
		} else if u.Rows, u.Cols = size(m[2]); u.Rows == 0 {
			u.Rows = -1
		}
		return strings.Repeat(" ", len(rule))
	})
	all := words(text, between)
	alone := !slices.ContainsFunc(all, func(w word) bool { return ruleOf(w) == 0 })
	for _, w := range all {
		rule, whole, labels, touch := ruleOf(w), cells > 0 && len(w.text) == cells, "", false
		if whole && !strings.ContainsAny(w.text, figures[:9]) { // digits are those of the solution
			labels, touch = regionsOf(signs(w))
		}
		switch {
		case touch:
			u.Jigsaw = labels
		case rule != 0 && (alone || rule < jigsaw && len(w.text) > 1) && (cells == 0 || rule != jigsaw):
			u.Rules |= rule
		case whole && u.solution.text == "" && strings.Trim(w.text, blanks) != "":
			u.solution = w
		default:
			rest = append(rest, w)
		}
	}
	return rest
}

// beside takes the rules and the solution from a line with a puzzle w of so many cells. The other words are
// returned as a note, as they stand if the puzzle comes first.
func (u *rules) beside(ln line, w word, cells int) (note string) {
	end := w.offset + len(w.text)
	text := ln.text[:w.offset] + strings.Repeat(" ", len(w.text)) + ln.text[end:]
	rest := u.take(text, cells)
	if len(rest) > 0 && rest[0].offset > end && len(rest) == len(words(text, between)) {
		return strings.TrimSpace(text[rest[0].offset:])
	}
	return strings.Join(appendTexts(nil, rest), " ")
}

// heading reads a line before a puzzle that is about its shape. It returns false if ln is no such line.
func (u *rules) heading(ln line) bool {
	text, now := body(ln.text), rules{at: ln}
	now.Rows, now.Cols = size(text)
	switch all := words(text, between); {
	case now.Rows > 0 && (now.Rows == now.Cols || max(now.Rows, now.Cols) < 10): // "12 34" is a row of side 4
	case len(all) == 2 && strings.EqualFold(all[0].text, "order"): // of QWH and QCP
		now.Rules = latin
	case len(now.take(text, 0)) > 0 || now.Rows < 0 || now.Form == sudoku.Form{}:
		return false
	}
	*u = now
	return true
}

// regionsOf numbers the labels of n² cells from 0, in their order, as bytes. It says whether neighbours have the
// same label, as in no solved board.
func regionsOf(cells []word) (labels string, touch bool) {
	side, names := max(1, sideOf(len(cells))), slices.Compact(slices.Sorted(slices.Values(appendTexts(nil, cells))))
	for k, w := range cells {
		labels += string([]byte{byte(slices.Index(names, w.text))})
		touch = touch || k%side > 0 && cells[k-1].text == w.text || k >= side && cells[k-side].text == w.text
	}
	return labels, touch
}

// areRegions says whether there are n labels for n cells each.
func areRegions(labels string) bool {
	_, err := sudoku.Form{Side: max(1, sideOf(len(labels))), Jigsaw: labels}.Shape()
	return err == nil
}

// regions reads the regions of the puzzle d, if they follow it, into u.
func (r *sudokuReader) regions(d *drawing, u *rules) error {
	asked, begin := u.Rules&jigsaw != 0, r.lines.at
	if !asked && !r.jigsaw && (r.read > 1 || !r.lines.ready()) {
		return nil // do not look: the next line of a pipe may take long to come
	}
	ln, err := r.lines.next()
	if err != nil {
		ln.number = r.lines.read + 1
	} else if second, err := r.drawing(ln, new(rules)); second != nil && err == nil && len(second.cells) == len(d.cells) {
		if labels, touch := regionsOf(second.cells); touch && areRegions(labels) {
			u.Jigsaw, r.jigsaw = labels, true
			return nil
		}
	}
	if r.lines.at = begin; asked {
		return r.lines.errorAt(ln, 0, "expected the regions of the jigsaw: the puzzle again, with %d regions of %s in place of the digits",
			d.side, english.Count(d.side, "cell"))
	}
	return nil
}

// shape returns the shape of a puzzle.
func (d *drawing) shape(f sudoku.Form) (*sudoku.Shape, error) {
	if f.Rows == f.Cols && (f.Rows == 0 || f.Rows == d.side) {
		f.Rows, f.Cols = d.boxes()
	}
	if f.Rows < 0 {
		return nil, errors.New("boxes= without a size, expected boxes=ROWSxCOLUMNS, such as boxes=2x3")
	} else if f.Jigsaw != "" {
		f.Rows, f.Cols = 0, 0
	} else if f.Rows == 0 && f.Rules&latin == 0 {
		f.Rows, f.Cols = sudoku.Usual(d.side)
	}
	f.Side = d.side
	f.Rules &^= latin | jigsaw
	return f.Shape()
}
