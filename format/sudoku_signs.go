package format

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
)

// A sign of a puzzle has a value: a number has its own, and A is 10, B is 11 and so on. The digits have
// consecutive values, and all cells together decide which is the first one:
//
//   - 1; or 0 if a puzzle has zeros and other blanks, and for 0 to F on side 16;
//   - 10 if there are letters and no digits. The letters are those from A on, or those of the
//     puzzle if it has as many as its side.
//
// A puzzle has one sign for blanks, which is one of blanks or an X that is no digit. It may be repeated, or
// be -1. A cell of several digits, in their order, has candidates if the puzzle has no blanks.
const blanks = ".0_*-?"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// alphabet is how the digits of a puzzle are written.
type alphabet struct {
	side    int
	first   int    // the value of digit 1
	letters string // those with the values from 10
	numbers bool   // digits above 9 are numbers, not letters
	small   bool   // letters are written small
}

// alphabetOf decides what the signs of the cells of a board mean. The cells may be some of the board's.
func alphabetOf(side int, cells []word) alphabet {
	a, end := alphabet{side: side, first: 1, letters: letters}, 0
	zeros, blank, decimal, own := 0, false, false, ""
	for k, w := range cells {
		name := strings.ToUpper(w.text)
		sign := blankSign(name)
		a.numbers = a.numbers || len(name) > 1 || k == 1 && w.offset > end
		a.small = a.small || name != w.text
		end = w.offset + len(name)
		switch {
		case sign == "0":
			zeros++
		case sign != "" && sign != "X":
			blank = true
		case strings.Contains(letters, name) && !strings.Contains(own, name):
			own += name
		case strings.ContainsAny(name, "123456789"):
			decimal = true
		}
	}
	named := strings.Trim(own, "X") != ""
	a.numbers = a.numbers && !named
	switch {
	case !decimal && side <= len(letters) && (named || side > 9 && !a.numbers):
		a.first = 10
		if len(own) == side {
			a.letters = string(slices.Sorted(slices.Values([]byte(own))))
		}
	case zeros > 0 && blank && side < sudoku.MaxSide, side == 16 && zeros <= 16 && named && !strings.Contains(own, "G"):
		a.first = 0
	}
	return a
}

// value returns the value of a cell with a digit, or -1.
func (a alphabet) value(cell string) int {
	n, err := strconv.Atoi(cell)
	switch k := strings.Index(a.letters, strings.ToUpper(cell)); {
	case n == 0 && cell == "0" && a.side == sudoku.MaxSide && !a.numbers:
		return a.side
	case err == nil && (len(cell) == 1 || a.numbers):
		return n
	case k >= 0 && len(cell) == 1:
		return 10 + k
	}
	return -1
}

// read returns the digits that may be in a cell, as bits, and its sign if it is blank. A cell without digits
// has a wrong sign.
func (a alphabet) read(cell string) (may uint64, blank string) {
	if k := a.value(cell) - a.first; k >= 0 && k < a.side {
		return 1 << k, ""
	}
	if blank = blankSign(cell); blank != "" {
		return 1<<a.side - 1, blank
	}
	for _, sign := range cell {
		k := int(sign-'0') - a.first
		switch {
		case strings.ContainsRune(blanks, sign) && len(cell) == a.side:
		case k < 0 || k >= min(a.side, 9) || may>>k > 0 || a.side > 9:
			return 0, ""
		default:
			may |= 1 << k
		}
	}
	return may, ""
}

// blankSign returns the sign of a blank cell, which may also be a digit, or "".
func blankSign(cell string) string {
	if sign := strings.ToUpper(cell[:1]); cell == "-1" || strings.Contains(blanks+"X", sign) && strings.Trim(cell, cell[:1]) == "" {
		return sign
	}
	return ""
}

// wrong returns how many of the cells have a wrong sign.
func (a alphabet) wrong(cells []word) (n int) {
	for _, w := range cells {
		if may, _ := a.read(w.text); may == 0 {
			n++
		}
	}
	return n
}

// sign returns the sign of a digit.
func (a alphabet) sign(digit int) string {
	value := a.first + digit - 1
	switch {
	case value < 10 || a.numbers:
		return strconv.Itoa(value)
	case value == sudoku.MaxSide:
		return "0"
	case a.small:
		return strings.ToLower(a.letters[value-10:][:1])
	}
	return a.letters[value-10:][:1]
}

// values returns the digits in lines of a board, and the options that the candidates of the cells rule out.
func (r *sudokuReader) values(a alphabet, lines []part) (g sudoku.Grid, without []int32, err error) {
	g = r.last.New()
	k, blank := 0, ""
	for _, p := range lines {
		for _, w := range p.cells {
			may, sign := a.read(w.text)
			digit := bits.TrailingZeros64(may)
			switch {
			case may == 0 || sign == "" && blank != "" && may != 1<<digit:
				return g, nil, r.lines.errorAt(p.line, w.offset, "%s in a %dx%d grid, expected %s to %s or a blank",
					quote(w.text), a.side, a.side, a.sign(1), a.sign(a.side))
			case may == 1<<digit:
				g.Cells[k] = uint8(digit + 1)
			case sign != "" && blank != "" && sign != blank:
				return g, nil, r.lines.errorAt(p.line, w.offset, "%s as a second sign for blank cells, expected one sign", quote(w.text))
			case sign != "":
				blank = sign
			}
			for n := range a.side {
				if g.Cells[k] == 0 && may>>n&1 == 0 {
					without = append(without, int32(k*a.side+n))
				}
			}
			k++
		}
	}
	return g, without, nil
}
