package format

import (
	"cmp"
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
//   - A cell of several digits, in their order, has candidates if the puzzle has no blanks.
const blanks = ".0_*-?"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// order has the digits of one sign.
const order = "0123456789" + letters + "0"

// alphabet is how the digits of a puzzle are written.
type alphabet struct {
	names []string // of the digits, in their order
	small bool     // letters are written small
}

// blankSign returns the sign of a blank cell, which may also be a digit, or "".
func blankSign(cell string) string {
	switch {
	case cell == "":
		return " "
	case len(cell) == 1 && strings.IndexByte(blanks+"xX", cell[0]) < 0: // most cells with a digit
		return ""
	case cell == "-1" || strings.Contains(blanks+"xX", cell[:1]) && strings.Trim(cell, cell[:1]) == "":
		return strings.ToUpper(cell[:1])
	}
	return ""
}

// alphabetOf decides what the signs of the cells of a board mean. The cells may be some of the board's.
func alphabetOf(side int, cells []word) (a alphabet) {
	zeros, apart, blank, end := 0, true, false, -1
	var seen []string
	for _, w := range cells {
		apart = apart && w.offset != end
		end = w.offset + len(w.text)
		name := strings.ToUpper(w.text)
		switch sign := blankSign(name); {
		case sign == "0":
			zeros++
		case sign != "" && sign != "X":
			blank = true
		case !slices.Contains(seen, cmp.Or(sign, name)):
			a.small = a.small || name != w.text
			seen = append(seen, cmp.Or(sign, name))
		}
	}
	slices.Sort(seen)
	signs := strings.Join(seen, "")
	long, decimal, named := len(signs) > len(seen), strings.ContainsAny(signs, "123456789"), strings.Trim(signs, order[:10]+"X") != ""
	first := 1
	if zeros > 0 && blank && side < sudoku.MaxSide || side == 16 && zeros <= 16 && decimal && named && !strings.Contains(signs, "G") {
		first = 0
	}
	switch {
	case !named && (side <= 9 || long || apart):
		for n := range side {
			a.names = append(a.names, strconv.Itoa(first+n))
		}
	case decimal || side > len(letters):
		a.names = strings.Split(order[first:first+side], "")
	case len(seen) == side && !long && strings.Trim(signs, letters) == "":
		a.names = seen
	default:
		a.names = strings.Split(letters[:side], "")
	}
	return a
}

// read returns the digit of a cell, or 0 and the digits that may be in it, as bits. A cell without them has a
// wrong sign.
func (a alphabet) read(cell string) (digit int, may uint64) {
	name, blank := strings.ToUpper(cell), blankSign(cell)
	if n, err := 0, error(nil); len(cell) > 1 {
		if n, err = strconv.Atoi(cell); err == nil {
			name = strconv.Itoa(n)
		}
	}
	if blank == "" || blank == "0" || blank == "X" {
		digit = slices.Index(a.names, name) + 1
	}
	switch {
	case digit > 0:
		return digit, 1
	case blank != "":
		return 0, 1<<len(a.names) - 1
	}
	for _, sign := range cell {
		at := slices.Index(a.names[:min(9, len(a.names))], string(sign))
		switch {
		case strings.ContainsRune(blanks, sign):
		case at < 0 || may>>at > 0 || sign > '9' || len(a.names) > 9:
			return 0, 0
		default:
			may |= 1 << at
		}
	}
	return 0, may
}

// wrong returns how many of the cells have a wrong sign.
func (a alphabet) wrong(cells []word) (n int) {
	for _, w := range cells {
		if _, may := a.read(w.text); may == 0 {
			n++
		}
	}
	return n
}

// sign returns the sign of a digit.
func (a alphabet) sign(digit int) string {
	if a.small {
		return strings.ToLower(a.names[digit-1])
	}
	return a.names[digit-1]
}

// values returns the digits of a board, and the options that the candidates of its cells rule out.
func (r *sudokuReader) values(d *drawing) (g sudoku.Grid, without []int32, err error) {
	g = r.last.New()
	k, first := -1, ""
	for _, p := range d.lines {
		for _, w := range p.cells {
			k++
			blank := blankSign(w.text)
			digit, may := d.signs.read(w.text)
			switch {
			case digit > 0:
				g.Cells[k] = uint8(digit)
			case blank != "" && blank != cmp.Or(first, blank):
				return g, nil, r.lines.errorAt(p.line, w.offset, "%s as a second sign for blank cells, expected one sign", quote(w.text))
			case blank != "":
				first = blank
			case first != "" || may == 0:
				return g, nil, r.lines.errorAt(p.line, w.offset, "%s in a %dx%d grid, expected %s to %s or a blank",
					quote(w.text), d.side, d.side, d.signs.sign(1), d.signs.sign(d.side))
			}
			for n := range d.side {
				if digit == 0 && may>>n&1 == 0 {
					without = append(without, int32(k*d.side+n))
				}
			}
		}
	}
	return g, without, nil
}
