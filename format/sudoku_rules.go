package format

import (
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// The shape of a board follows from its side, unless one of these says otherwise:
//
//   - a drawing with boxes around the cells;
//   - words behind a puzzle in one line, or in a line of their own, which holds for all puzzles after
//     it until the next such line: boxes=2x3, regions=AAB... (the region of each cell), and the
//     names of ruleNames. Capitals and separators do not matter;
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
	latin  sudoku.Rules = 1 << (7 - iota) // no regions
	jigsaw                                // regions follow
)

// ruleNames have the words without a value. Small letters count, without '-', '_' and a final s.
var ruleNames = map[string]sudoku.Rules{
	"x": sudoku.Diagonals, "sudokux": sudoku.Diagonals, "xsudoku": sudoku.Diagonals, "diagonal": sudoku.Diagonals,
	"windoku": sudoku.Windoku, "disjoint": sudoku.Disjoint, "antiknight": sudoku.Antiknight, "antiking": sudoku.Antiking,
	"latin": latin, "jigsaw": jigsaw, "irregular": jigsaw,
}

func ruleName(w word) string {
	if len(w.text) > 12 {
		return ""
	}
	return strings.TrimSuffix(separators.Replace(strings.ToLower(w.text)), "s")
}

var separators = strings.NewReplacer("-", "", "_", "")

// take takes the rules and the solution from the words beside a puzzle with so many cells, or from
// the words of a line of its own. It returns the others, and the name of a rule with a wrong value.
func (u *rules) take(text string, all []word, cells int) (rest []word, wrong word) {
	alone := !slices.ContainsFunc(all, func(w word) bool { return ruleNames[ruleName(w)] == 0 })
	for k := 0; k < len(all); k++ {
		w, name, region := all[k], ruleName(all[k]), ""
		rule, whole := ruleNames[name], cells > 0 && len(w.text) == cells
		valued := strings.HasPrefix(text[w.offset+len(w.text):], "=")
		asked := valued && (name == "boxe" || name == "region")
		if asked {
			k = min(k+1, len(all)-1)
			u.Rows, u.Cols = size(all[k].text)
		}
		if asked || whole && !strings.ContainsAny(w.text, figures[:9]) { // digits are those of the solution
			region = partition(signs(all[k]))
		}
		switch {
		case region != "":
			u.Jigsaw = region
		case asked && u.Rows == 0:
			return nil, w
		case asked:
		case rule != 0 && !valued && (alone || rule < jigsaw && len(name) > 1) && (cells == 0 || rule != jigsaw):
			u.Rules |= rule
		case whole && u.solution.text == "" && strings.Trim(w.text, blanks) != "":
			u.solution = w
		default:
			rest = append(rest, w)
		}
	}
	return rest, word{}
}

// beside takes the rules and the solution from the words of a line. The word number at is a puzzle with so
// many cells. The other words are returned as a note, as they stand if the puzzle comes first.
func (u *rules) beside(s *lines, ln line, all []word, at, cells int) (note string, err error) {
	begin := all[at].offset
	others := slices.Delete(all, at, at+1)
	rest, wrong := u.take(ln.text, others, cells)
	switch {
	case wrong.text != "":
		return "", s.errorAt(ln, wrong.offset, "%s, expected boxes=ROWSxCOLUMNS, "+
			"or regions= and a letter for the region of each cell, with as many regions as rows", quote(strings.Fields(ln.text[wrong.offset:])[0]))
	case len(rest) > 0 && len(rest) == len(others) && rest[0].offset > begin:
		return strings.TrimSpace(ln.text[rest[0].offset:]), nil
	}
	return strings.Join(appendTexts(nil, rest), " "), nil
}

// isOnlyNote says whether the words of a note beside a puzzle would be read as nothing else.
func isOnlyNote(note string, all []word, cells int) bool {
	rest, _ := new(rules).take(note, all, cells)
	return len(rest) == len(all)
}

// heading reads a line before a puzzle that is about its shape. It returns false if ln is no such line.
func (u *rules) heading(ln line) bool {
	all := words(body(ln.text), between)
	if len(all) == 0 || len(all) > 9 {
		return false
	}
	now := rules{at: ln}
	now.Rows, now.Cols = size(strings.Join(strings.Fields(body(ln.text)), "x"))
	switch {
	case now.Rows > 0 && (now.Rows == now.Cols || max(now.Rows, now.Cols) < 10): // "12 34" is a row of side 4
	case len(all) == 2 && strings.EqualFold(all[0].text, "order"): // of QWH and QCP
		now.Rules = latin
	default:
		if rest, wrong := now.take(ln.text, all, 0); len(rest) > 0 || wrong.text != "" {
			return false
		}
	}
	*u = now
	return true
}

// size reads two numbers with an x between them, or returns zeros.
func size(text string) (rows, cols int) {
	high, wide, _ := strings.Cut(strings.ToLower(text), "x")
	rows, _ = strconv.Atoi(high)
	cols, _ = strconv.Atoi(wide)
	if min(rows, cols) < 1 || max(rows, cols) > sudoku.MaxSide {
		return 0, 0
	}
	return rows, cols
}

// labelled numbers the labels of n² cells from 0, in their order, as bytes. It returns "" unless there are n
// labels for n cells each.
func labelled(cells []word) (labels string) {
	names := slices.Compact(slices.Sorted(slices.Values(appendTexts(nil, cells))))
	for _, w := range cells {
		labels += string([]byte{byte(slices.Index(names, w.text))})
	}
	if _, err := (sudoku.Form{Side: max(1, sideOf(len(cells))), Jigsaw: labels}).Shape(); err != nil {
		return ""
	}
	return labels
}

// partition returns the region of each cell, given a label for each, if there are n regions of n cells. No
// two neighbours in a solved board have the same label.
func partition(cells []word) string {
	side := max(1, sideOf(len(cells)))
	for k, w := range cells {
		if k%side > 0 && cells[k-1].text == w.text || k >= side && cells[k-side].text == w.text {
			return labelled(cells)
		}
	}
	return ""
}

// regions reads the regions of the puzzle d, if they follow it, into u.
func (r *sudokuReader) regions(d *drawing, u *rules) error {
	asked := u.Rules&jigsaw != 0
	if !asked && !r.jigsaw && (r.read > 1 || !r.lines.ready()) {
		return nil // do not look: the next line of a pipe may take long to come
	}
	begin, height := r.lines.at, d.side
	if d.oneLine() {
		height = 1
	}
	ln, err := r.lines.next()
	if err != nil {
		ln.number = r.lines.read + 1
	} else if second, err := r.grid(ln, len(d.cells)/height, height); err == nil {
		if region := partition(second.cells); region != "" {
			u.Jigsaw, r.jigsaw = region, true
			return nil
		}
	}
	if asked {
		return r.lines.errorAt(ln, 0, "expected the regions of the jigsaw: the puzzle again, with %d regions of %s in place of the digits",
			d.side, english.Count(d.side, "cell"))
	}
	r.lines.at = begin
	return nil
}

// shape returns the shape of a puzzle. Puzzles that say the same have the same shape.
func (r *sudokuReader) shape(d *drawing, f sudoku.Form) (*sudoku.Shape, error) {
	if f.Rows == f.Cols && (f.Rows == 0 || f.Rows == d.side) {
		f.Rows, f.Cols = d.boxes()
	}
	switch {
	case f.Jigsaw != "":
		f.Rows, f.Cols = 0, 0
	case f.Rows == 0 && f.Rules&latin == 0:
		f.Rows, f.Cols = sudoku.Usual(d.side)
	}
	f.Side = d.side
	f.Rules &^= latin | jigsaw
	if r.last != nil && r.last.Form == f {
		return r.last, nil
	}
	return f.Shape()
}
