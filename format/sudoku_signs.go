package format

import (
	"math/bits"
	"slices"
	"strings"

	"xcbench/format/sudoku"
)

// All cells of a puzzle together decide what its signs mean. Digit 1 is written
//
//   - as 1; or as 0 if a puzzle has zeros and other blanks, and for 0 to F on side 16;
//   - as A if there are letters and no digits. The letters are those from A on, or those of the
//     puzzle if it has as many as its side.
//
// A puzzle has one sign for blanks, which is one of blanks or an X that is no digit. It may be repeated, or
// be -1. A cell of several digits, in their order, has candidates if the puzzle has no blanks.
const blanks = ".0_*-?"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// alphabet has the signs of the digits, from 1.
type alphabet []string

var (
	lettered = strings.Split("0123456789"+letters+"0", "")
	numbers  = strings.Fields("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36")
)

// alphabetOf decides what the signs of the cells of a board mean. The cells may be some of the board's.
func alphabetOf(side int, cells []word) alphabet {
	zeros, own, signs, first := 0, "", lettered, 1
	blank, decimal, numbered, small := false, false, len(cells) > 1 && cells[1].offset > cells[0].offset+len(cells[0].text), false
	for _, w := range cells {
		name := strings.ToUpper(w.text)
		small = small || name != w.text
		numbered = numbered || len(name) > 1
		switch sign := blankSign(name); {
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
	if numbered && !named {
		signs = numbers
	}
	switch {
	case !decimal && side <= len(letters) && (named || side > 9 && !numbered):
		signs, first = lettered[10:], 0
		if len(own) == side {
			signs = slices.Sorted(slices.Values(strings.Split(own, "")))
		}
	case zeros > 0 && blank && side < sudoku.MaxSide, side == 16 && zeros <= 16 && named && !strings.Contains(own, "G"):
		first = 0
	}
	signs = signs[first:][:side]
	if small {
		signs = strings.Fields(strings.ToLower(strings.Join(signs, " ")))
	}
	return signs
}

// read returns the digits that may be in a cell, as bits, and its sign if it is blank. A cell without digits
// has a wrong sign.
func (a alphabet) read(cell string) (may uint64, blank string) {
	if k := slices.IndexFunc(a, func(sign string) bool { return strings.EqualFold(sign, cell) }); k >= 0 {
		return 1 << k, ""
	}
	if blank = blankSign(cell); blank != "" {
		return 1<<len(a) - 1, blank
	}
	for _, sign := range cell {
		k := slices.Index(a, string(sign))
		switch {
		case strings.ContainsRune(blanks, sign) && len(cell) == len(a):
		case sign > '9' || k < 0 || may>>k > 0 || len(a) > 9:
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

// fits says whether the cells can be those of a board, or of a part of it: at most a quarter has wrong signs.
func fits(side int, cells []word) bool {
	a, wrong := alphabetOf(side, cells), 0
	for _, w := range cells {
		if may, _ := a.read(w.text); may == 0 {
			wrong++
		}
	}
	return 4*wrong <= len(cells)
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
					quote(w.text), len(a), len(a), a[0], a[len(a)-1])
			case may == 1<<digit:
				g.Cells[k] = uint8(digit + 1)
			case sign != "" && blank != "" && sign != blank:
				return g, nil, r.lines.errorAt(p.line, w.offset, "%s as a second sign for blank cells, expected one sign", quote(w.text))
			case sign != "":
				blank = sign
			}
			for n := range len(a) {
				if g.Cells[k] == 0 && may>>n&1 == 0 {
					without = append(without, int32(k*len(a)+n))
				}
			}
			k++
		}
	}
	return g, without, nil
}
