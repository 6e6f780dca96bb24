package format

import (
	"math/bits"
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
	side    int
	signs   string // of the digits, in their order
	numbers bool   // digits are numbers, and signs has those of one character
	small   bool   // letters are written small
}

// blankSign returns the sign of a blank cell, which may also be a digit, or "".
func blankSign(cell string) string {
	switch {
	case cell == "":
		return " "
	case cell == "-1" || strings.Contains(blanks+"xX", cell[:1]) && strings.Trim(cell, cell[:1]) == "":
		return strings.ToUpper(cell[:1])
	}
	return ""
}

// alphabetOf decides what the signs of the cells of a board mean. The cells may be some of the board's.
func alphabetOf(side int, cells []word) alphabet {
	a := alphabet{side: side}
	zeros, apart, long, blank, end := 0, true, false, false, -1
	var found uint64 // signs, by their places in order
	for _, w := range cells {
		apart = apart && w.offset != end
		end = w.offset + len(w.text)
		switch sign := blankSign(w.text); {
		case sign == "0":
			zeros++
		case sign != "" && sign != "X":
			blank = true
		case len(w.text) > 1:
			long = true
		default:
			a.small = a.small || w.text >= "a" && sign == ""
			found |= 1 << (strings.Index(order, strings.ToUpper(w.text)) & 63)
		}
	}
	const digits, g, x = 1<<10 - 1, 1 << ('G' - 'A' + 10), 1 << ('X' - 'A' + 10)
	decimal, named := found&digits != 0, found&^(digits|x) != 0
	first := 1
	if zeros > 0 && blank && side < sudoku.MaxSide || side == 16 && zeros <= 16 && decimal && named && found&g == 0 {
		first = 0
	}
	a.numbers = !named && (side <= 9 || long || apart)
	switch {
	case a.numbers:
		a.signs = order[first:min(first+side, 10)]
	case decimal || side > len(letters):
		a.signs = order[first : first+side]
	case bits.OnesCount64(found) == side && found>>36 == 0 && !long:
		for ; found > 0; found &= found - 1 {
			a.signs += order[bits.TrailingZeros64(found):][:1]
		}
	default:
		a.signs = letters[:side]
	}
	return a
}

// read returns what a cell says: its digit, or the sign that it is blank, or several digits.
func (a alphabet) read(cell string) (digit uint8, blank, several string) {
	n := 0
	if len(cell) == 1 {
		n = strings.Index(a.signs, strings.ToUpper(cell)) + 1
	} else if number, err := strconv.Atoi(cell); a.numbers && err == nil {
		n = number - int(a.signs[0]) + '1'
	}
	if 1 <= n && n <= a.side {
		return uint8(n), "", ""
	}
	if blank = blankSign(cell); blank != "" || len(cell) < 2 || a.side > 9 {
		return 0, blank, ""
	}
	several = strings.Map(func(c rune) rune {
		if strings.ContainsRune(blanks, c) {
			return -1
		}
		return c
	}, cell)
	if strings.Trim(several, order[1:a.side+1]) != "" || !slices.IsSorted([]byte(several)) {
		return 0, "", ""
	}
	return 0, "", several
}

// wrong returns how many of the cells say nothing.
func (a alphabet) wrong(cells []word) (n int) {
	for _, w := range cells {
		if digit, blank, several := a.read(w.text); digit == 0 && blank == "" && several == "" {
			n++
		}
	}
	return n
}

// sign returns the sign of a digit.
func (a alphabet) sign(digit int) string {
	switch {
	case a.numbers:
		return strconv.Itoa(digit + int(a.signs[0]) - '1')
	case a.small:
		return strings.ToLower(a.signs[digit-1 : digit])
	}
	return a.signs[digit-1 : digit]
}

// values returns the digits of a board, and the options that the candidates of its cells rule out.
func (r *sudokuReader) values(d *drawing) (g sudoku.Grid, without []int32, err error) {
	g = r.last.New()
	k, first := -1, ""
	for _, p := range d.lines {
		for _, w := range p.cells {
			k++
			digit, blank, several := d.signs.read(w.text)
			switch {
			case digit > 0:
				g.Cells[k] = digit
			case blank != "" && first != "" && blank != first:
				return g, nil, r.lines.errorAt(p.line, w.offset, "%s as a second sign for blank cells, expected one sign", quote(w.text))
			case blank != "":
				first = blank
			case first != "" || several == "":
				return g, nil, r.lines.errorAt(p.line, w.offset, "%s in a %dx%d grid, expected %s to %s or a blank",
					quote(w.text), d.side, d.side, d.signs.sign(1), d.signs.sign(d.side))
			default:
				for n := range d.side {
					if !strings.Contains(several, strconv.Itoa(n+1)) {
						without = append(without, int32(k*d.side+n))
					}
				}
			}
		}
	}
	return g, without, nil
}
