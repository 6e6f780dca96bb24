package format

import (
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
)

// The meaning of the signs of a puzzle depends on all of them together:
//
//	side 4 to 9 1 to the side
//	side 16     cells of two characters, or decimal digits separated by blanks:
//	            the numbers 1 to 16
//	            decimal digits and G: 1 to 9, then A to G
//	            decimal digits and no G: 0 to 9, then A to F, so that 0 is a
//	            digit; but 1 to 9, then A to G if there are more than 16 zeros
//	            and no other blank sign
//	            no decimal digits except 0: A to P
//	other sides as above: the numbers from 1
//	            decimal digits: 1 to 9, then from A; but 0 to 9, then from A
//	            if there are zeros and other blank signs and the last letter
//	            does not occur, except in side 25
//	            no decimal digits except 0: from A, so that X is a digit
//	side > 26   the numbers from 1, or 1 to 9, then A to Z, then 0
//
// Letters may be small. A sign of blanks or blankLetters that is not a digit is a blank cell. Among
// numbers it may be repeated ("--").
const (
	blanks       = ".0_*-?"
	blankLetters = "xX"
)

// alphabet is how the digits of a puzzle are written.
type alphabet struct {
	signs string // of the digits 1, 2 and so on; "" if they are decimal numbers
	side  int
	small bool   // letters are written small
	says  string // what the digits are, for messages
}

// values reads the cells of d.
func (r *sudokuReader) values(shape *sudoku.Shape, d *drawing, signs alphabet) (sudoku.Grid, error) {
	g := shape.New()
	k := 0
	for _, p := range d.parts {
		for _, w := range p.cells {
			digit, ok := signs.digit(w.text)
			if !ok {
				return g, r.lines.errorAt(p.line, p.begin+w.offset, "%s in a %dx%d grid, expected %s or a blank",
					quote(w.text), d.side, d.side, signs.says)
			}
			g.Cells[k] = digit
			k++
		}
	}
	return g, nil
}

// digit returns the digit that a sign stands for, or 0 for a blank. It returns false for any other
// sign.
func (a alphabet) digit(sign string) (uint8, bool) {
	if strings.TrimSpace(sign) == "" { // between two commas, or a space
		return 0, true
	}
	if a.signs == "" {
		if isBlankRun(sign) {
			return 0, true
		}
		n, err := strconv.ParseUint(sign, 10, 8)
		return uint8(n), err == nil && int(n) <= a.side
	}
	if len(sign) != 1 {
		return 0, false
	}
	c := sign[0]
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	if d := strings.IndexByte(a.signs, c); d >= 0 {
		return uint8(d + 1), true
	}
	return 0, strings.IndexByte(blanks+blankLetters, c) >= 0
}

// isBlankRun says whether a sign is a blank sign, perhaps repeated.
func isBlankRun(sign string) bool {
	return sign == "" || strings.Contains(blanks+blankLetters, sign[:1]) && strings.Trim(sign, sign[:1]) == ""
}

// append appends the sign of a digit, padded to the given width.
func (a alphabet) append(dst []byte, digit uint8, width int) []byte {
	var text string
	switch {
	case a.signs == "":
		text = strconv.Itoa(int(digit))
	case a.small:
		text = strings.ToLower(a.signs[digit-1 : digit])
	default:
		text = a.signs[digit-1 : digit]
	}
	for range width - len(text) {
		dst = append(dst, ' ')
	}
	return append(dst, text...)
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// alphabet detects how the digits of d are written.
func (d *drawing) alphabet() alphabet {
	c := d.census()
	numbers := alphabet{side: d.side, says: "1 to " + strconv.Itoa(d.side)}
	decimal := alphabet{signs: "123456789"[:min(9, d.side)], side: d.side, says: numbers.says}
	if c.long {
		return numbers
	}
	if d.side <= 9 {
		return decimal
	}
	a := alphabet{side: d.side, small: c.small && !c.big}
	switch {
	case c.separate && c.letters == "":
		return numbers
	case !c.decimal && d.side <= len(letters):
		a.signs, a.says = letters[:d.side], "A to "+letters[d.side-1:d.side]
	case d.fromZero(c):
		a.signs = "0123456789" + letters[:d.side-10]
		a.says = "0 to 9, A to " + letters[d.side-11:d.side-10]
	default:
		a.signs = ("123456789" + letters + "0")[:d.side]
		a.says = "1 to 9, A to " + letters[min(d.side-10, 25):min(d.side-9, 26)]
	}
	return a
}

// fromZero says whether the digits of d are 0 to 9, then letters from A, so that 0 is no blank. Side 16
// is usually written so. In all other sizes the zeros and another blank sign have to show it.
func (d *drawing) fromZero(c census) bool {
	switch {
	case d.side < 11 || d.side > 35 || d.side == 25 || strings.Contains(c.letters, letters[d.side-10:d.side-9]):
		return false
	case d.side == 16:
		return c.zeros <= 16 || c.otherBlank
	}
	return c.zeros > 0 && c.otherBlank
}

// census has the facts about the signs of a puzzle that determine its alphabet.
type census struct {
	long       bool   // a cell of two or more characters, not a repeated blank
	separate   bool   // every cell is separated from its neighbours
	decimal    bool   // a digit from 1 to 9
	letters    string // the letters except X, as capitals, each once
	small, big bool   // whether some of them are small, and whether some are capitals
	zeros      int
	otherBlank bool // a blank sign other than 0
}

func (d *drawing) census() census {
	c := census{separate: true}
	var seen []byte
	for _, p := range d.parts {
		for k, w := range p.cells {
			if k > 0 && p.cells[k-1].offset+len(p.cells[k-1].text) == w.offset {
				c.separate = false
			}
			if len(w.text) == 0 {
				c.otherBlank = true
				continue
			}
			if len(w.text) > 1 {
				c.long = c.long || !isBlankRun(w.text)
				continue
			}
			switch sign := w.text[0]; {
			case sign == '0':
				c.zeros++
			case '1' <= sign && sign <= '9':
				c.decimal = true
			case strings.IndexByte(blanks+blankLetters, sign) >= 0:
				c.otherBlank = true
			case 'a' <= sign && sign <= 'z':
				c.small = true
				seen = append(seen, sign-'a'+'A')
			case 'A' <= sign && sign <= 'Z':
				c.big = true
				seen = append(seen, sign)
			}
		}
	}
	slices.Sort(seen)
	c.letters = string(slices.Compact(seen))
	return c
}
