package format

import (
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

// candidates cuts a text into cells. Each cell has the digits from 1 to the side in their order, and a
// blank in place of a digit that is ruled out. The result is nil if there are other signs.
func candidates(text string, side int) (cells []word) {
	for k := 0; k+side <= len(text); k += side {
		for n := range side {
			if c := text[k+n]; int(c-'1') != n && strings.IndexByte(blanks, c) < 0 {
				return nil
			}
		}
		cells = append(cells, word{text[k : k+side], k})
	}
	return cells
}

// areSeveral says whether a cell has several digits of a side, in ascending order.
func areSeveral(cell string, side int) bool {
	digits := strings.Split(strings.Trim(cell, blanks), "")
	return len(cell) > 1 && side <= 9 && slices.IsSorted(digits) && digits[0] > "" && digits[len(digits)-1] <= strconv.Itoa(side)
}

// alphabet decides what the signs of cells mean.
func (r *sudokuReader) alphabet(d, solution *drawing) (a alphabet, err error) {
	side, zeros, spaced, long, blank := d.side, 0, true, false, ""
	check := func(p part, w word, sign string) {
		if blank != "" && blank != sign && err == nil {
			err = r.lines.errorAt(p.line, p.begin+w.offset, "%s as a second sign for blank cells, expected one sign", quote(w.text))
		}
		blank = sign
	}
	var found []string
	for _, drawing := range []*drawing{d, solution} {
		end := -1
		for p, w := range drawing.cells() {
			spaced = spaced && w.offset != end
			end = w.offset + len(w.text)
			switch sign := strings.ToUpper(w.text); {
			case isBlank(sign):
				check(p, w, (sign + " ")[:1])
			case strings.Trim(sign, "0") == "":
				zeros++
			default:
				long = long || len(sign) > 1
				a.small = a.small || 'a' <= w.text[0] && w.text[0] <= 'z' && sign != "X"
				found = append(found, sign)
			}
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	decimal := len(found) > 0 && found[0] <= "9"
	named := slices.ContainsFunc(found, func(s string) bool { return "A" <= s && s != "X" })
	from := 1
	if zeros > 0 && blank != "" && side < sudoku.MaxSide || side == 16 && zeros <= 16 && decimal && named && !slices.Contains(found, "G") {
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
	for p, w := range d.cells() {
		if sign := strings.ToUpper(w.text); (sign == "X" || sign == "0") && !slices.Contains(a.digits, sign) {
			check(p, w, sign)
		}
	}
	return a, err
}

// says names the digits, for messages.
func (a alphabet) says() string {
	first, last := a.digits[0], a.digits[len(a.digits)-1]
	if nine := slices.Index(a.digits, "9"); slices.Contains(a.digits, "A") && nine >= 0 {
		return first + " to 9, A to " + a.digits[min(len(a.digits)-1, nine+26)]
	}
	return first + " to " + last
}

// digit returns the digit that a cell stands for, or 0 for a blank. It returns false for any other sign.
func (a alphabet) digit(cell string) (uint8, bool) {
	sign := strings.ToUpper(cell)
	if short := strings.TrimLeft(sign, "0"); len(sign) > 1 && short != "" {
		sign = short
	} else if len(sign) > 1 && short == "" {
		sign = "0"
	}
	at := slices.Index(a.digits, sign)
	return uint8(at + 1), at >= 0 || sign == "0" || sign == "X" || isBlank(cell)
}

// append appends the sign of a digit, padded to the given width.
func (a alphabet) append(dst []byte, digit uint8, width int) []byte {
	text := a.digits[digit-1]
	if a.small {
		text = strings.ToLower(text)
	}
	return append(append(dst, strings.Repeat(" ", max(0, width-len(text)))...), text...)
}

// values reads the cells of d. If d has no blanks, a cell of several digits has candidates: then the
// options of the others are returned too.
func (r *sudokuReader) values(shape *sudoku.Shape, d *drawing, signs alphabet) (g sudoku.Grid, without []int32, err error) {
	g = shape.New()
	full := true
	for _, w := range d.cells() {
		full = full && !isBlank(w.text)
	}
	k := 0
	for p, w := range d.cells() {
		digit, ok := signs.digit(w.text)
		if full && areSeveral(w.text, d.side) || len(w.text) == d.side && candidates(w.text, d.side) != nil {
			for n := range d.side {
				if !strings.Contains(w.text, strconv.Itoa(n+1)) {
					without = append(without, int32(k*d.side+n))
				}
			}
			digit, ok = 0, true
		}
		if !ok {
			return g, nil, r.lines.errorAt(p.line, p.begin+w.offset, "%s in a %dx%d grid, expected %s or a blank",
				quote(w.text), d.side, d.side, signs.says())
		}
		g.Cells[k] = digit
		k++
	}
	return g, without, nil
}
