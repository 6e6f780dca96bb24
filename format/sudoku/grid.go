package sudoku

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Grid is a board. Whoever fills in the cells is responsible for their values: the rest of the package
// does not check them again.
type Grid struct {
	*Shape
	Cells []uint8 // Side·Side cells, row by row: 0 is blank, digits are 1 to Side
}

// New returns a blank board with the usual boxes, see [Usual], or without boxes if its side is a prime.
func New(side int) (Grid, error) {
	rows, cols := Usual(side)
	s, err := Form{Side: side, Rows: rows, Cols: cols}.Shape()
	if err != nil {
		return Grid{}, err
	}
	return s.New(), nil
}

// String returns the cells row by row in one line. Blanks are '.', and digits above 9 are letters
// from 'A'; digit 36 is '0'.
func (g Grid) String() string {
	return string(g.Append(nil))
}

// Append appends the text that String returns.
func (g Grid) Append(dst []byte) []byte {
	const signs = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"
	dst = slices.Grow(dst, len(g.Cells))
	if g.Side == 9 {
		at := len(dst)
		dst = dst[:at+81]
		signs9((*[81]byte)(dst[at:]), (*[81]uint8)(g.Cells))
		return dst
	}
	for _, digit := range g.Cells {
		dst = append(dst, signs[digit])
	}
	return dst
}

// signs9 writes the signs of digits up to 9, eight at a time. They may take the place of the cells.
func signs9(signs, cells *[81]uint8) {
	const ones, blank = 0x01010101_01010101, '0' - '.'
	for k := 0; k < 80; k += 8 {
		digits := binary.LittleEndian.Uint64(cells[k:])
		some := (digits + 0x7f*ones) >> 7 & ones // of each byte, whether it is not 0
		binary.LittleEndian.PutUint64(signs[k:], digits+('0'-blank)*ones+blank*some)
	}
	signs[80] = cells[80] + '0' - blank
	if cells[80] != 0 {
		signs[80] += blank
	}
}

// Check reports whether solution is a solution of g. It must have a digit in every cell, keep the
// givens of g, and have no digit twice in a row, column or region, or against another rule. The error
// names the first fault, with rows, columns and boxes counted from 1.
func (g Grid) Check(solution Grid) error {
	if solution.Side != g.Side || len(solution.Cells) != len(g.Cells) {
		return fmt.Errorf("a grid of side %d with %d cells, expected side %d with %d",
			solution.Side, len(solution.Cells), g.Side, len(g.Cells))
	}
	if g.Side == 9 && g.Square() && g.solvedBy9(solution) {
		return nil
	}
	for k, digit := range solution.Cells {
		if digit < 1 || int(digit) > g.Side {
			return fmt.Errorf("row %d, column %d has %d, expected 1 to %d", k/g.Side+1, k%g.Side+1, digit, g.Side)
		}
		if given := g.Cells[k]; given != 0 && given != digit {
			return fmt.Errorf("row %d, column %d has %d, expected the given %d", k/g.Side+1, k%g.Side+1, digit, given)
		}
	}
	// With every cell filled, a unit without a repetition has every digit.
	for _, u := range g.units() {
		var seen uint64 // a bit for every digit
		for _, k := range u.cells {
			if digit := solution.Cells[k]; seen>>digit&1 != 0 {
				return fmt.Errorf("%s has %d twice", u.says, digit)
			}
			seen |= 1 << solution.Cells[k]
		}
	}
	return nil
}

// digitBit has a bit for each digit from 1 to 9, and 0 for all else.
var digitBit = func() (bits [256]uint64) {
	for digit := range 9 {
		bits[digit+1] = 1 << digit
	}
	return bits
}()

// solvedBy9 reports whether Check finds no fault on a usual board of side 9, in a fraction of the time.
// A word has the digits of three
// columns, 20 bits apart.
func (g Grid) solvedBy9(solution Grid) bool {
	const apart = 20
	givens, cells := (*[81]uint8)(g.Cells), (*[81]uint8)(solution.Cells)
	full := uint64(1)<<9 - 1
	var columns [3]uint64
	for band := range 3 {
		var boxes [3]uint64
		for r := 3 * band; r < 3*band+3; r++ {
			row, words := uint64(0), (*[9]uint8)(cells[9*r:])
			for k := range 3 {
				word := digitBit[words[3*k]] | digitBit[words[3*k+1]]<<apart | digitBit[words[3*k+2]]<<(2*apart)
				columns[k] |= word
				boxes[k] |= word
				row |= word
			}
			full &= row | row>>apart | row>>(2*apart)
		}
		for _, box := range boxes {
			full &= box | box>>apart | box>>(2*apart)
		}
	}
	for _, column := range columns {
		full &= column & (column >> apart) & (column >> (2 * apart))
	}
	// A unit of as many cells as there are digits has every digit, and so has none twice.
	return full == 1<<9-1 && keeps(givens, cells)
}

// keeps reports whether cells has all the givens.
func keeps(givens, cells *[81]uint8) bool {
	const low = 0x7f7f7f7f_7f7f7f7f // of each byte, all bits but the highest
	changed := uint64(0)
	for _, k := range [...]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 73} {
		given, cell := binary.LittleEndian.Uint64(givens[k:]), binary.LittleEndian.Uint64(cells[k:])
		some := (given&low + low | given) &^ low // the highest bit of each byte that is not 0
		changed |= (given ^ cell) & (some >> 7 * 0xff)
	}
	return changed == 0
}

// Fill fills in the cells that may have one digit only. The digits of each cell are bits, from digit 1 on. It returns
// the options of the Single encoding that are ruled out in the other cells.
func (g Grid) Fill(may []uint64) (without []int32) {
	for k, may := range may {
		digit := bits.TrailingZeros64(may)
		if may == 1<<digit {
			g.Cells[k] = uint8(digit + 1)
			continue
		}
		for n := range g.Side {
			if may>>n&1 == 0 {
				without = append(without, int32(k*g.Side+n))
			}
		}
	}
	return without
}
