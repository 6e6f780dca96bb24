package sudoku

import (
	"math/bits"
	"slices"

	"xcbench/cover"
)

// Givens says how the exact cover problem treats the given digits.
type Givens uint8

const (
	// Omit leaves out the items that the givens cover, and every option that contains such an item.
	// This is Knuth's form (TAOCP 7.2.2.1).
	Omit Givens = iota
	// Single keeps all items. The cell of a given has a single option, and a blank cell has one
	// option for every digit.
	Single
)

// Problem returns the problem of filling the blanks of g. It keeps nothing of g.
//
// There is an option "p<row><column> r<row><digit> c<column><digit> b<box><digit>" for every digit
// that may go into a cell, ordered by row, column and digit. Its items say that the cell is filled,
// and that the row, the column and the box have the digit. In cells of a group of another rule an
// item of the group follows: d of a diagonal, w of a window, g of a disjoint group. These items are
// primary. Items n and k, of two cells a knight's or a king's move apart, are secondary. The cells come
// first in the item list, then the rows, the columns, the boxes and the groups. In names everything counts from 0, digits too, and
// letters from 'a' stand for numbers above 9.
//
// Givens that contradict each other are not an error: such a problem has no solution. Under [Omit],
// an item that two givens cover stays in the list but has no options. A full board under [Omit]
// leaves no items, and so has one solution, without options.
//
// Problem panics if the board has a digit above its side.
//
// All problems of a shape are restrictions of the problem of the blank board, see
// [cover.Problem.Restrict].
func (g Grid) Problem(givens Givens) *cover.Problem { return g.ProblemIn(new(Room), givens) }

// A Room is memory for one problem at a time.
type Room struct {
	problem cover.Room
	taken   []int32
}

// ProblemIn is [Grid.Problem] for a stream of boards. The problem takes the place of the one that
// room had before, as [cover.Problem.RestrictIn] says.
func (g Grid) ProblemIn(room *Room, givens Givens) *cover.Problem {
	room.taken = g.appendTaken(room.taken[:0])
	if givens == Omit && !g.clash() {
		return g.blank().RestrictIn(&room.problem, room.taken, nil)
	}
	return g.blank().RestrictIn(&room.problem, nil, g.without(len(room.taken)))
}

// clash reports whether two givens cover a secondary item, which cannot be left out.
func (g Grid) clash() bool {
	return g.Rules >= Antiknight && slices.ContainsFunc(g.units(), func(u unit) bool {
		return len(u.cells) == 2 && g.Cells[u.cells[0]] > 0 && g.Cells[u.cells[0]] == g.Cells[u.cells[1]]
	})
}

// appendTaken appends the options of the givens.
func (g Grid) appendTaken(dst []int32) []int32 {
	dst = slices.Grow(dst, len(g.Cells)+1) // blank cells after the last given write one more
	options := dst[len(dst):][:len(g.Cells)+1]
	n, first, most := 0, int32(0), uint8(0)
	for _, given := range g.Cells {
		options[n] = first + int32(given) - 1 // without a branch: givens are hard to predict
		if given != 0 {
			n++
		}
		most = max(most, given)
		first += int32(g.Side)
	}
	if int(most) > g.Side {
		panic("sudoku: a digit above the side of the board")
	}
	return dst[:len(dst)+n]
}

// without returns the options of other digits in the cells of the givens.
func (g Grid) without(givens int) []int32 {
	options := make([]int32, 0, givens*(g.Side-1))
	for k, given := range g.Cells {
		for digit := range g.Side {
			if given != 0 && digit != int(given)-1 {
				options = append(options, int32(k*g.Side+digit))
			}
		}
	}
	return options
}

// With returns the board with the givens and the digits that the options place. The options are
// indices of the base of the problem, the problem of the blank board, as in solutions. A solution
// gives a full board. The cells of the result are appended to dst.
func (g Grid) With(dst []uint8, options []int) Grid {
	full := Grid{g.Shape, append(dst, g.Cells...)}
	if g.Side == 9 { // division by a constant takes less time
		for _, o := range options {
			k := uint(o) / 9 // unsigned, which is faster still
			full.Cells[k] = uint8(uint(o) - 9*k + 1)
		}
		return full
	}
	for _, o := range options {
		full.Cells[o/g.Side] = uint8(o%g.Side + 1)
	}
	return full
}

// Of returns the board of a problem that [Grid.Problem] made of a sudoku with square boxes and no other
// rules, the kind that other programs know. It reports whether p is one.
func Of(p *cover.Problem) (Grid, bool) {
	base, taken, without := p.Base()
	shape, ok := squares.Load(base)
	if !ok {
		return Grid{}, false
	}
	g := shape.(*Shape).New()
	for _, o := range taken {
		g.Cells[int(o)/g.Side] = uint8(int(o)%g.Side + 1)
	}
	return g, g.restricts(without)
}

// restricts fills in the cells where all digits but one are ruled out. It reports whether the
// options rule out nothing else.
func (g Grid) restricts(without []int32) bool {
	digits := make([]uint64, len(g.Cells)) // by cell, the digits that are ruled out
	for _, o := range without {
		digits[int(o)/g.Side] |= 1 << (int(o) % g.Side)
	}
	for k, out := range digits {
		left := ^out & (1<<g.Side - 1)
		switch {
		case out == 0:
		case bits.OnesCount64(left) == 1 && g.Cells[k] == 0:
			g.Cells[k] = uint8(bits.TrailingZeros64(left) + 1)
		default:
			return false
		}
	}
	return true
}
