package format

import (
	"fmt"
	"slices"
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
// the words of a line of its own. It returns the others.
func (u *rules) take(s *lines, ln line, all []word, cells int) (rest []word, err error) {
	alone := !slices.ContainsFunc(all, func(w word) bool { return ruleNames[ruleName(w)] == 0 })
	for k := 0; k < len(all); k++ {
		w := all[k]
		name, rule := ruleName(w), ruleNames[ruleName(w)]
		whole, region, value, ok := cells > 0 && len(w.text) == cells, "", word{}, true
		valued := strings.HasPrefix(ln.text[w.offset+len(w.text):], "=")
		if valued && k+1 < len(all) {
			value = all[k+1]
		}
		if whole && !strings.ContainsAny(w.text, "123456789") { // digits are those of the solution
			region = partition(signs(w))
		}
		switch {
		case region != "":
			u.Jigsaw = region
		case valued && name == "boxe":
			u.Rows, u.Cols, ok = size(value.text)
			k++
		case valued && name == "region":
			u.Jigsaw = partition(signs(value))
			ok = u.Jigsaw != ""
			k++
		case rule != 0 && !valued && (alone || rule < latin>>1 && len(name) > 1) && (cells == 0 || rule != jigsaw):
			u.Rules |= rule
		case whole && u.solution.text == "" && strings.Trim(w.text, blanks) != "":
			u.solution = w
		default:
			rest = append(rest, w)
		}
		if !ok {
			return nil, s.errorAt(ln, w.offset, "%s, expected boxes=ROWSxCOLUMNS, "+
				"or regions= and a letter for the region of each cell, with as many regions as rows", quote(strings.Fields(ln.text[w.offset:])[0]))
		}
	}
	return rest, nil
}

// beside takes the rules and the solution from the words of a line. The word number at is a puzzle with so
// many cells. The other words are returned as a note, as they stand if the puzzle comes first.
func (u *rules) beside(s *lines, ln line, all []word, at, cells int) (note string, err error) {
	begin := all[at].offset
	others := slices.Delete(all, at, at+1)
	rest, err := u.take(s, ln, others, cells)
	if len(rest) > 0 && len(rest) == len(others) && rest[0].offset > begin {
		return strings.TrimSpace(ln.text[rest[0].offset:]), err
	}
	return strings.Join(appendTexts(nil, rest), " "), err
}

// isOnlyNote says whether the words of a note beside a puzzle would be read as nothing else.
func isOnlyNote(note string, all []word, cells int) bool {
	rest, err := new(rules).take(new(lines), line{text: note}, all, cells)
	return err == nil && len(rest) == len(all)
}

// heading reads a line before a puzzle that is about its shape. It returns false if ln is no such line.
func (u *rules) heading(ln line) bool {
	if len(ln.text) > 81 && !strings.Contains(ln.text, "=") { // a word of a rule is short
		return false
	}
	all := words(body(ln.text), between)
	now := rules{at: ln}
	rows, cols, ok := size(strings.Join(strings.Fields(body(ln.text)), "x"))
	switch {
	case len(all) == 0 || len(all) > 9:
		return false
	case ok && (rows == cols || max(rows, cols) < 10): // "12 34" is a row of side 4
		now.Rows, now.Cols = rows, cols
	case len(all) == 2 && strings.EqualFold(all[0].text, "order"): // of QWH and QCP
		now.Rules = latin
	default:
		if rest, err := now.take(new(lines), ln, all, 0); err != nil || len(rest) > 0 {
			return false
		}
	}
	*u = now
	return true
}

// size reads two numbers with an x between them.
func size(text string) (rows, cols int, ok bool) {
	rest := ""
	n, _ := fmt.Sscanf(strings.ToLower(text), "%dx%d%s", &rows, &cols, &rest)
	return rows, cols, n == 2 && min(rows, cols) > 0 && max(rows, cols) <= sudoku.MaxSide
}

// labelled numbers the labels of n² cells from 0, in their order, as bytes. It returns "" unless there are n
// labels for n cells each. The labels are those of a solved board if no row and no column has one twice.
func labelled(cells []word) (labels string, solved bool) {
	names := slices.Sorted(slices.Values(appendTexts(nil, cells)))
	names = slices.Compact(names)
	latin, _ := sudoku.Form{Side: max(1, sideOf(len(cells)))}.Shape()
	full := latin.New()
	for k := range full.Cells {
		at, _ := slices.BinarySearch(names, cells[k].text)
		labels += string([]byte{byte(at)})
		full.Cells[k] = uint8(at + 1)
	}
	if _, err := (sudoku.Form{Side: latin.Side, Jigsaw: labels}).Shape(); err != nil {
		return "", false
	}
	return labels, latin.New().Check(full) == nil
}

// partition returns the region of each cell, given a label for each, if there are n regions of n cells. The
// labels of a solved board are its digits.
func partition(cells []word) string {
	if region, solved := labelled(cells); !solved {
		return region
	}
	return ""
}

// regions reads the regions of the puzzle d, if they follow it, into u.
func (r *sudokuReader) regions(d *drawing, u *rules) error {
	asked := u.Rules&jigsaw != 0
	if !asked && !r.jigsaw && (r.read > 1 || !r.lines.ready()) {
		return nil // do not look: the next line of a pipe may take long to come
	}
	begin, single, height := r.lines.at, r.single, d.side
	if d.oneLine() {
		height = 1
	}
	region := ""
	ln, err := r.lines.next()
	if err != nil {
		ln.number = r.lines.read + 1
	} else if second, err := r.grid(ln, d.side*d.side/height, height); err == nil {
		region = partition(second.cells)
	}
	r.single = single
	switch {
	case region != "":
		u.Jigsaw, r.jigsaw = region, true
	case asked:
		return r.lines.errorAt(ln, 0, "expected the regions of the jigsaw: the puzzle again, with %d regions of %s in place of the digits",
			d.side, english.Count(d.side, "cell"))
	default:
		r.lines.at = begin
	}
	return nil
}

// shape returns the shape of a puzzle. Errors are about the line at. Puzzles that say the same have the same
// shape.
func (r *sudokuReader) shape(at line, d *drawing, f sudoku.Form) (*sudoku.Shape, error) {
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
	s, err := f.Shape()
	if err != nil {
		err = r.lines.errorAt(at, 0, "%v", err)
	}
	return s, err
}
