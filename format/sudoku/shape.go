package sudoku

import (
	"fmt"
	"sync"

	"xcbench/cover"
)

// MaxSide is the largest side of a board.
const MaxSide = 36

// Shape is everything about a board but its digits: the side, the regions, and whether the diagonals
// count. The exact cover problem, the check and the drawing of a board follow from it. A shape never
// changes. Boards of the same shape, by its pointer, share the items and options of their problems.
type Shape struct {
	Side      int     // of the board, from 1 to MaxSide
	Rows      int     // of a box; 0 if the regions are not boxes
	Cols      int     // of a box; Rows·Cols is Side
	Region    []uint8 // by cell, row by row: its region, from 0; nil for a Latin square
	Diagonals bool    // whether both diagonals have every digit too

	blank func() *cover.Problem // of the blank board; option k·Side+digit-1 puts the digit into cell k
}

// shapes has the shapes with boxes, by their rows, columns and diagonals. squares has those of them
// that most programs know, by the problem of the blank board.
var shapes, squares sync.Map

type boxes struct {
	rows, cols int
	diagonals  bool
}

// Boxes returns the shape with boxes of the given size. The same arguments give the same shape. The
// side, rows times cols, must be 1 to MaxSide.
func Boxes(rows, cols int, diagonals bool) (*Shape, error) {
	if rows < 1 || cols < 1 || rows > MaxSide || cols > MaxSide || rows*cols > MaxSide {
		return nil, fmt.Errorf("boxes of %dx%d, expected at most %d cells in a box", rows, cols, MaxSide)
	}
	key := boxes{rows, cols, diagonals}
	if s, ok := shapes.Load(key); ok {
		return s.(*Shape), nil
	}
	side := rows * cols
	s := &Shape{Side: side, Rows: rows, Cols: cols, Diagonals: diagonals}
	for k := range side * side {
		s.Region = append(s.Region, uint8(k/side/rows*rows+k%side/cols))
	}
	s.blank = sync.OnceValue(func() *cover.Problem {
		p := s.problem()
		if s.Square() {
			squares.Store(p, s)
		}
		return p
	})
	made, _ := shapes.LoadOrStore(key, s)
	return made.(*Shape), nil
}

// Usual returns the shape of a side if nothing else is said: the boxes are as square as possible and
// at least as wide as high, such as 3x3, 2x3 and 3x4. Sides from 4 have one, except for primes.
func Usual(side int, diagonals bool) (*Shape, error) {
	rows := 0
	for r := 2; r*r <= side && side <= MaxSide; r++ {
		if side%r == 0 {
			rows = r
		}
	}
	if rows == 0 {
		return nil, fmt.Errorf("a sudoku with side %d, expected a side from 4 to %d that boxes can fill", side, MaxSide)
	}
	return Boxes(rows, side/rows, diagonals)
}

// Jigsaw returns a new shape whose regions have any form. region has the region of each cell, row by
// row. There must be as many regions as rows, from 0, with as many cells each.
func Jigsaw(region []uint8, diagonals bool) (*Shape, error) {
	side := 1
	for side*side < len(region) && side < MaxSide {
		side++
	}
	if side*side != len(region) {
		return nil, fmt.Errorf("regions of %d cells, expected a square of at most %d", len(region), MaxSide*MaxSide)
	}
	cells := make([]int, 256)
	for _, r := range region {
		cells[r]++
	}
	for r, n := range cells {
		if r < side && n != side || r >= side && n != 0 {
			return nil, fmt.Errorf("%d cells in region %d, expected %d regions of %d", n, r+1, side, side)
		}
	}
	s := &Shape{Side: side, Region: region, Diagonals: diagonals}
	s.blank = sync.OnceValue(s.problem)
	return s, nil
}

// Latin returns a new shape without regions, for Latin squares.
func Latin(side int) *Shape {
	s := &Shape{Side: side}
	s.blank = sync.OnceValue(s.problem)
	return s
}

// Square reports whether the boxes are squares and the diagonals do not count, as in most sudokus.
func (s *Shape) Square() bool { return s.Rows > 1 && s.Rows == s.Cols && !s.Diagonals }

// New returns a blank board.
func (s *Shape) New() Grid { return Grid{s, make([]uint8, s.Side*s.Side)} }

// kinds are the kinds of units. Each unit has every digit.
var kinds = [...]string{"row", "column", "box", "diagonal", "diagonal"}

// unit returns the unit of a kind that has cell k, and whether there is one.
func (s *Shape) unit(kind, k int) (int, bool) {
	r, c := k/s.Side, k%s.Side
	switch kind {
	case 0:
		return r, true
	case 1:
		return c, true
	case 2:
		return int(s.regionOf(k)), s.Region != nil
	case 3:
		return 0, s.Diagonals && r == c
	}
	return 1, s.Diagonals && r+c == s.Side-1
}

func (s *Shape) regionOf(k int) uint8 {
	if s.Region == nil {
		return 0
	}
	return s.Region[k]
}

// AppendItems appends the items of a digit in cell k, as indices of the item list that
// [Shape.Names] returns: the cell, its row, column, region and diagonals.
func (s *Shape) AppendItems(dst []int, k, digit int) []int {
	dst = append(dst, k)
	for kind := range kinds {
		if u, ok := s.unit(kind, k); ok {
			dst = append(dst, (min(kind+1, 4)*s.Side+u)*s.Side+digit-1)
		}
	}
	return dst
}

// Names returns the names of all items. The letters are for cells, rows, columns and, if there are
// any, regions; [Encode] uses "prcb". Diagonals have the letter d.
func (s *Shape) Names(letters string) []string {
	const signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" // squares are larger than boards
	var names []string
	add := func(letter rune, units int) {
		for _, x := range signs[:units] {
			for _, y := range signs[:s.Side] {
				names = append(names, string([]rune{letter, x, y}))
			}
		}
	}
	for k, letter := range letters {
		if k < 3 || s.Region != nil {
			add(letter, s.Side)
		}
	}
	if s.Diagonals {
		add('d', 2)
	}
	return names
}

// problem returns the problem of the blank board.
func (s *Shape) problem() *cover.Problem {
	var b cover.Builder
	b.Primary(s.Names("prcb")...)
	var items []int
	for k := range s.Side * s.Side {
		for digit := 1; digit <= s.Side; digit++ {
			items = s.AppendItems(items[:0], k, digit)
			b.OptionOf(items...)
		}
	}
	p, err := b.Problem()
	if err != nil {
		panic(err) // cannot happen: the names differ and the options are in range
	}
	return p
}
