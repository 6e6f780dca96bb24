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
			switch sign := blankSign(w.text); sign {
			case "0":
				zeros++
			case "", "X":
				long = long || len(w.text) > 1
				a.small = a.small || w.text >= "a" && sign == ""
				found = append(found, strings.ToUpper(w.text))
			default:
				blank = true
			}
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	decimal := len(found) > 0 && found[0] <= "9"
	named := slices.ContainsFunc(found, func(s string) bool { return "A" <= s && s != "X" })
	first := 1
	if zeros > 0 && blank && side < sudoku.MaxSide || side == 16 && zeros <= 16 && decimal && named && !slices.Contains(found, "G") {
		first = 0
	}
	const order = "0123456789" + letters + "0"
	a.numbers = !named && (side <= 9 || long || spaced)
	switch {
	case a.numbers:
		a.signs = order[first:min(first+side, 10)]
	case decimal || side > len(letters):
		a.signs = order[first : first+side]
	case len(found) == side && !long:
		a.signs = strings.Join(found, "")
	default:
		a.signs = letters[:side]
	}
	return a
}

// digit returns the digit that a cell stands for, at most the side, or 0.
func (a alphabet) digit(cell string, side int) uint8 {
	digit := 0
	if len(cell) == 1 {
		digit = strings.Index(a.signs, strings.ToUpper(cell)) + 1
	} else if number, err := strconv.Atoi(cell); a.numbers && err == nil {
		digit = number - int(a.signs[0]) + '1'
	}
	if digit < 0 || digit > side {
		return 0
	}
	return uint8(digit)
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

// values reads the cells of d. If d has no blanks, a cell of several digits has candidates: then the
// options of the others are returned too.
func (r *sudokuReader) values(d *drawing) (g sudoku.Grid, without []int32, err error) {
	g = r.last.New()
	k, blank := -1, ""
	for p, w := range d.cells() {
		k++
		g.Cells[k] = d.signs.digit(w.text, d.side)
		if g.Cells[k] > 0 {
			continue
		}
		sign, some := blankSign(w.text), ""
		if sign == "" {
			some = several(w.text, d.side)
		}
		switch {
		case sign != "" && blank != "" && sign != blank:
			return g, nil, r.lines.errorAt(p.line, w.offset, "%s as a second sign for blank cells, expected one sign", quote(w.text))
		case sign != "":
			blank = sign
			continue
		case blank != "" || some == "":
			return g, nil, r.lines.errorAt(p.line, w.offset, "%s in a %dx%d grid, expected %s to %s or a blank",
				quote(w.text), d.side, d.side, d.signs.sign(1), d.signs.sign(d.side))
		}
		for n := range d.side {
			if !strings.Contains(some, strconv.Itoa(n+1)) {
				without = append(without, int32(k*d.side+n))
			}
		}
	}
	return g, without, nil
}
