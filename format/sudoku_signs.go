package format

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
)

// The signs of a puzzle have one meaning, which all of them decide together:
//
//   - A blank cell is one of the signs of blanks, an empty cell, or an X that is no digit. Among
//     numbers the sign may be repeated, or be -1. A puzzle has one sign for blanks. If it has a 0
//     besides, digits count from 0.
//   - Digits are numbers if one has two characters, or if the cells of a side above 9 stand apart and
//     have no letters.
//   - Otherwise they are 1 to 9, then A to Z, then 0; or without the digits 1 to 9 letters, from A
//     or as many as the side has.
//   - On side 16 they are 0 to 9, then A to F, unless there is a G or there are more than 16 zeros and no
//     other blank.
const blanks = ".0_*-?"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// alphabet is how the digits of a puzzle are written.
type alphabet struct {
	digits []string
	small  bool // letters are written small
}

// isBlank says whether a cell is a blank sign other than 0 and X, perhaps repeated, or -1.
func isBlank(cell string) bool {
	return cell == "" || cell == "-1" || strings.Contains("._*-? ", cell[:1]) && strings.Trim(cell, cell[:1]) == ""
}

// candidates cuts a word into cells. Each cell has the digits from 1 to the side in their order, and a
// blank in place of a digit that is ruled out. The result is nil if there are other signs.
func candidates(w word, side int) (cells []word) {
	for k := 0; k+side <= len(w.text); k += side {
		for n := range side {
			if c := w.text[k+n]; int(c-'1') != n && strings.IndexByte(blanks, c) < 0 {
				return nil
			}
		}
		cells = append(cells, word{w.text[k : k+side], w.offset + k})
	}
	return cells
}

// several returns the digits of a cell that has several, from 1 to the side in their order, or "".
func several(cell string, side int) string {
	digits := strings.Map(func(c rune) rune {
		if strings.ContainsRune(blanks, c) {
			return -1
		}
		return c
	}, cell)
	if len(cell) < 2 || side > 9 || strings.Trim(digits, "123456789"[:min(side, 9)]) != "" || !slices.IsSorted([]byte(digits)) {
		return ""
	}
	return digits
}

// alphabet decides what the signs of the cells of a puzzle and its solution mean.
func (d *drawing) alphabet(solution *drawing) (a alphabet) {
	side, zeros, spaced, long, blank, end := d.side, 0, true, false, false, -1
	var found []string
	for _, drawing := range []*drawing{d, solution} {
		for _, w := range drawing.cells() {
			spaced = spaced && w.offset != end
			end = w.offset + len(w.text)
			switch sign := strings.ToUpper(w.text); {
			case isBlank(sign):
				blank = true
			case strings.Trim(sign, "0") == "":
				zeros++
			default:
				long = long || len(sign) > 1
				a.small = a.small || sign != w.text && sign != "X"
				found = append(found, sign)
			}
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	decimal := len(found) > 0 && found[0] <= "9"
	named := slices.ContainsFunc(found, func(s string) bool { return "A" <= s && s != "X" })
	from := 1
	if zeros > 0 && blank && side < sudoku.MaxSide || side == 16 && zeros <= 16 && decimal && named && !slices.Contains(found, "G") {
		from = 0
	}
	order := strings.Split("0123456789"+letters+"0", "")
	switch {
	case side > 9 && (long || spaced && !named):
		for n := range side {
			a.digits = append(a.digits, strconv.Itoa(from+n))
		}
	case decimal || !named && side <= 9 || side > len(letters):
		a.digits = order[from : from+side]
	case len(found) == side:
		a.digits = found
	default:
		a.digits = order[10 : 10+side]
	}
	return a
}

// digit returns the digit that a cell stands for, or 0 and its sign for a blank. It returns false for any
// other sign.
func (a alphabet) digit(cell string) (digit uint8, blank string, ok bool) {
	sign := strings.ToUpper(cell)
	if short := strings.TrimLeft(sign, "0"); len(short) < len(sign) {
		sign = cmp.Or(short, "0")
	}
	if at := slices.Index(a.digits, sign); at >= 0 {
		return uint8(at + 1), "", true
	}
	return 0, (sign + " ")[:1], sign == "0" || sign == "X" || isBlank(cell)
}

// sign returns the sign of a digit, padded to the given width.
func (a alphabet) sign(digit uint8, width int) string {
	text := a.digits[digit-1]
	if a.small {
		text = strings.ToLower(text)
	}
	return fmt.Sprintf("%*s", width, text)
}

// values reads the cells of d. If d has no blanks, a cell of several digits has candidates: then the
// options of the others are returned too.
func (r *sudokuReader) values(d *drawing, signs alphabet) (g sudoku.Grid, without []int32, err error) {
	g = r.last.New()
	k, blank := 0, ""
	for p, w := range d.cells() {
		digit, sign, ok := signs.digit(w.text)
		some := several(w.text, d.side)
		switch {
		case ok && sign != "" && sign != cmp.Or(blank, sign):
			return g, nil, r.lines.errorAt(p.line, w.offset, "%s as a second sign for blank cells, expected one sign", quote(w.text))
		case ok:
			blank = cmp.Or(sign, blank)
		case blank != "" || some == "":
			return g, nil, r.lines.errorAt(p.line, w.offset, "%s in a %dx%d grid, expected %s to %s or a blank",
				quote(w.text), d.side, d.side, signs.digits[0], signs.digits[d.side-1])
		}
		for n := range d.side {
			if !ok && !strings.Contains(some, strconv.Itoa(n+1)) {
				without = append(without, int32(k*d.side+n))
			}
		}
		g.Cells[k] = digit
		k++
	}
	return g, without, nil
}
