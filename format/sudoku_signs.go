package format

import (
	"cmp"
	"slices"
	"strings"
)

// All cells of a puzzle together decide what its signs mean: the first alphabet that reads the most of them
// does. Digit 1 is written
//
//   - as 1; or as 0 if a puzzle has zeros and other blanks, and for 0 to F on side 16;
//   - as A if there are letters and no digits. The letters are those from A on, or those of the
//     puzzle if it has as many as its side.
//
// A puzzle has one sign for blanks, which is one of blanks or an X that is no digit. It may be repeated, or
// be -1. A cell of several digits, in their order, has candidates if the puzzle has no blanks.
const blanks = ".0_*-?"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

var (
	lettered = strings.Split("0123456789"+letters+"0", "")
	numbers  = strings.Fields("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36")
)

// reading is what some cells mean in an alphabet.
type reading struct {
	signs []string // of the digits, from 1
	may   []uint64 // the digits that may be in each cell, as bits; none if its sign is wrong
	wrong int      // the number of these cells
	mixed int      // those of them that have a second sign for blanks
}

// joined returns the text of cells without what is between them.
func joined(cells []word) string { return strings.Join(appendTexts(nil, cells), "") }

// readCells reads cells of a board, and perhaps of its solution.
func readCells(side int, cells []word) (best reading) {
	text := joined(cells)
	upper := strings.ToUpper(text)
	var own []string
	for _, sign := range lettered[10:36] {
		if strings.Contains(upper, sign) {
			own = append(own, sign)
		}
	}
	alphabets := [][]string{lettered[1:], lettered[10:36], lettered, own}
	if side > 9 {
		slices.Reverse(alphabets[:2])
	}
	if side == 16 && own != nil && strings.Count(text, "0") <= side {
		alphabets = slices.Insert(alphabets, 1, lettered)
	}
	if cells[1].offset-cells[0].offset > len(cells[0].text) { // words
		alphabets = slices.Insert(alphabets, 0, numbers[1:], numbers)
	}
	best.wrong = 1e9
	for _, signs := range alphabets {
		if len(signs) >= side && best.wrong > 0 {
			if r := readAs(signs[:side], cells); r.wrong < best.wrong {
				best = r
			}
		}
	}
	if text != upper {
		best.signs = strings.Fields(strings.ToLower(strings.Join(best.signs, " ")))
	}
	return best
}

func readAs(signs []string, cells []word) reading {
	r, blank := reading{signs: signs, may: make([]uint64, len(cells))}, ""
	for k, w := range cells {
		cell := strings.ToUpper(w.text)
		at, sign := slices.Index(signs, cell), (cell + ".")[:1]
		switch {
		case at >= 0:
			r.may[k] = 1 << at
		case cell == "-1" || strings.Contains(blanks+"X", sign) && strings.Trim(cell, sign) == "":
			if blank = cmp.Or(blank, sign); sign == blank {
				r.may[k] = 1<<len(signs) - 1
			} else {
				r.mixed++
			}
		case blank == "":
			r.may[k] = candidates(signs, cell)
		}
		if r.may[k] == 0 {
			r.wrong++
		}
	}
	return r
}

// candidates returns the digits of a cell, which are in their order, as bits. A digit that is ruled out may be a
// blank if each digit has its place.
func candidates(signs []string, cell string) (may uint64) {
	for k, sign := range cell {
		at := slices.Index(signs, string(sign))
		switch placed := len(cell) == len(signs); {
		case placed && strings.ContainsRune(blanks, sign):
		case sign > '9' || at < 0 || may>>at > 0 || len(signs) > 9 || placed && at != k:
			return 0
		default:
			may |= 1 << at
		}
	}
	return may
}

// fits says whether the cells can be those of a board, or of a part of it: at most a quarter has unknown signs.
func fits(side int, cells []word) bool {
	r := readCells(side, cells)
	return 4*(r.wrong-r.mixed) <= len(cells)
}
