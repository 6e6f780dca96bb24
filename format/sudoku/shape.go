package sudoku

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"xcbench/cover"
)

// MaxSide is the largest side of a board.
const MaxSide = 36

// Rules are what a board asks for besides its rows, columns and regions.
type Rules uint8

const (
	Diagonals  Rules = 1 << iota // both diagonals have every digit
	Windoku                      // so have the windows, squares of the size of a box with a line between them
	Disjoint                     // so have the cells with the same place in their boxes
	Antiknight                   // cells a knight's move apart differ
	Antiking                     // cells that touch at a corner differ
)

// String returns the words for the rules, with blanks between them.
func (r Rules) String() string {
	var words []string
	for k, word := range [...]string{"diagonals", "windoku", "disjoint", "antiknight", "antiking"} {
		if r>>k&1 != 0 {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// Form is what decides the shape of a board.
type Form struct {
	Side   int    // of the board, from 1 to MaxSide, or to 62 without regions
	Rows   int    // of a box; 0 if the regions are not boxes
	Cols   int    // of a box; Rows·Cols is Side
	Jigsaw string // the regions if they are not boxes: for each cell, row by row, a byte from 0; "" if there are none
	Rules  Rules
}

// Shape is everything about a board but its digits: the side, the regions and other rules. The exact
// cover problem, the check and the drawing of a board follow from it. A shape never changes. Boards
// of the same shape, by its pointer, share the items and options of their problems.
type Shape struct {
	Form
	Region []uint8 // by cell, row by row: its region, from 0; nil for a Latin square

	units func() []unit         // everything with different digits
	blank func() *cover.Problem // of the blank board; option k·Side+digit-1 puts the digit into cell k
}

// shapes has the shapes without a jigsaw, by their forms. squares has the common shapes among them, by
// the problem of the blank board.
var shapes, squares sync.Map

// Usual returns the size of a box if nothing else is said: the boxes are as square as possible and
// at least as wide as high, such as 3x3, 2x3 and 3x4. Primes have no boxes; the size is 0x0.
func Usual(side int) (rows, cols int) {
	for r := 2; r*r <= side; r++ {
		if side%r == 0 {
			rows, cols = r, side/r
		}
	}
	return rows, cols
}

// Shape returns the shape of a form. Except for jigsaws, the same form gives the same shape. A jigsaw must
// have as many regions as rows, with as many cells each. Some rules need boxes.
func (f Form) Shape() (*Shape, error) {
	if s, ok := shapes.Load(f); ok {
		return s.(*Shape), nil
	}
	s, most := &Shape{Form: f}, MaxSide
	if f.Rows == 0 && f.Jigsaw == "" {
		most = len(signs)
	}
	switch {
	case f.Side < 1 || f.Side > most:
		return nil, fmt.Errorf("a board of side %d, expected 1 to %d", f.Side, most)
	case f.Rows < 0:
		return nil, fmt.Errorf("boxes without a size, expected their rows and columns, such as boxes=2x3")
	case f.Rows != 0 && (f.Rows > f.Side || f.Rows*f.Cols != f.Side):
		return nil, fmt.Errorf("boxes of %dx%d, expected %d cells in a box as in a row", f.Rows, f.Cols, f.Side)
	case f.Rules&Windoku != 0 && (f.Rows < 2 || f.Rows != f.Cols):
		return nil, fmt.Errorf("windows in boxes of %dx%d, expected square boxes", f.Rows, f.Cols)
	case f.Rules&Disjoint != 0 && f.Rows == 0:
		return nil, errors.New("disjoint groups without boxes, expected boxes")
	case f.Rows != 0:
		for k := range f.Side * f.Side {
			s.Region = append(s.Region, uint8(k/f.Side/f.Rows*f.Rows+k%f.Side/f.Cols))
		}
	case f.Jigsaw != "":
		s.Region = []uint8(f.Jigsaw)
		for r := range f.Side {
			if n := strings.Count(f.Jigsaw, string([]byte{byte(r)})); n != f.Side || len(f.Jigsaw) != f.Side*f.Side {
				return nil, fmt.Errorf("region %d has %d of %d cells, expected %d regions of %d cells", r+1, n, len(f.Jigsaw), f.Side, f.Side)
			}
		}
	}
	s.units = sync.OnceValue(s.makeUnits)
	s.blank = sync.OnceValue(func() *cover.Problem {
		p := s.problem()
		if s.Square() {
			squares.Store(p, s)
		}
		return p
	})
	if f.Jigsaw != "" {
		return s, nil
	}
	made, _ := shapes.LoadOrStore(f, s)
	return made.(*Shape), nil
}

// Square reports whether the boxes are squares and there are no other rules, as in most sudokus.
func (s *Shape) Square() bool { return s.Rows > 1 && s.Rows == s.Cols && s.Rules == 0 }

// New returns a blank board.
func (s *Shape) New() Grid { return Grid{s, make([]uint8, s.Side*s.Side)} }

// unit is a set of cells with different digits, such as a row. A unit of as many cells as there are
// digits has every digit.
type unit struct {
	says  string // what it is, for messages
	name  string // of its items, without the digit
	cells []int
}

// signs name rows, columns, regions and digits. Squares are larger than boards.
const signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// makeUnits returns the rows, the columns and the regions, and then the units of the rules. Those with
// every digit come first.
func (s *Shape) makeUnits() (all []unit) {
	// numbered adds n units if there are any, given whether unit x has the cell in row r and column c.
	numbered := func(any bool, says, letter string, n int, has func(x, r, c int) bool) {
		for x := 0; any && x < n; x++ {
			u := unit{says: fmt.Sprintf("%s %d", says, x+1), name: letter + signs[x:x+1]}
			for k := range s.Side * s.Side {
				if has(x, k/s.Side, k%s.Side) {
					u.cells = append(u.cells, k)
				}
			}
			all = append(all, u)
		}
	}
	region := "box"
	if s.Rows == 0 {
		region = "region"
	}
	order := s.Rows + 1 // from a window to the next
	numbered(true, "row", "r", s.Side, func(x, r, c int) bool { return x == r })
	numbered(true, "column", "c", s.Side, func(x, r, c int) bool { return x == c })
	numbered(s.Region != nil, region, "b", s.Side, func(x, r, c int) bool { return x == int(s.Region[r*s.Side+c]) })
	numbered(s.Rules&Diagonals != 0, "diagonal", "d", 2, func(x, r, c int) bool { return x == 0 && r == c || x == 1 && r+c == s.Side-1 })
	numbered(s.Rules&Windoku != 0, "window", "w", (s.Rows-1)*(s.Rows-1), func(x, r, c int) bool {
		return r%order > 0 && c%order > 0 && x == r/order*(s.Rows-1)+c/order
	})
	numbered(s.Rules&Disjoint != 0, "disjoint group", "g", s.Side, func(x, r, c int) bool { return x == r%s.Rows*s.Cols+c%s.Cols })
	for _, leap := range []struct {
		rule         Rules
		says, letter string
		steps        [][2]int
	}{
		{Antiknight, "knight's move", "n", [][2]int{{1, 2}, {2, 1}, {1, -2}, {2, -1}}},
		{Antiking, "king's move", "k", [][2]int{{1, 1}, {1, -1}}},
	} {
		for k := range s.Side * s.Side {
			for _, step := range leap.steps {
				r, c := k/s.Side+step[0], k%s.Side+step[1]
				if s.Rules&leap.rule != 0 && r < s.Side && c >= 0 && c < s.Side {
					name := leap.letter + string([]byte{signs[k/s.Side], signs[k%s.Side], signs[r], signs[c]})
					says := fmt.Sprintf("the %s from row %d, column %d to row %d, column %d", leap.says, k/s.Side+1, k%s.Side+1, r+1, c+1)
					all = append(all, unit{says, name, []int{k, r*s.Side + c}})
				}
			}
		}
	}
	return all
}

// AppendItems appends the items of a digit in cell k, as indices of the item list that
// [Shape.Names] returns: the cell and its units.
func (s *Shape) AppendItems(dst []int, k, digit int) []int {
	dst = append(dst, k)
	for x, u := range s.units() {
		if slices.Contains(u.cells, k) {
			dst = append(dst, (s.Side+x)*s.Side+digit-1)
		}
	}
	return dst
}

// Names returns the names of all items. The letters are for cells, rows, columns and regions; a
// [Grid.Problem] has "prcb". The items of other rules follow.
func (s *Shape) Names(letters string) []string {
	var names []string
	add := func(unit string) {
		for _, digit := range signs[:s.Side] {
			names = append(names, unit+string(digit))
		}
	}
	for row := range s.Side {
		add(letters[:1] + signs[row:row+1])
	}
	for _, u := range s.units() {
		if k := strings.IndexByte("rcb", u.name[0]); k >= 0 {
			u.name = letters[k+1:k+2] + u.name[1:]
		}
		add(u.name)
	}
	return names
}

// Words returns what people call the items of a [Grid.Problem], by their names: r1c4 is a cell, and
// "6 in row 1" a digit of a unit. Everything counts from 1.
func (s *Shape) Words() map[string]string {
	words, cells := map[string]string{}, s.Side*s.Side
	for k, name := range s.Names("prcb") {
		if k < cells {
			words[name] = fmt.Sprintf("r%dc%d", k/s.Side+1, k%s.Side+1)
		} else {
			words[name] = fmt.Sprintf("%d in %s", (k-cells)%s.Side+1, s.units()[(k-cells)/s.Side].says)
		}
	}
	return words
}

// problem returns the problem of the blank board. Items that not every digit needs are secondary.
func (s *Shape) problem() *cover.Problem {
	names := s.Names("prcb")
	pairs := 0
	for _, u := range s.units() {
		if len(u.cells) < s.Side {
			pairs++
		}
	}
	var b cover.Builder
	b.Primary(names[:len(names)-pairs*s.Side]...)
	b.Secondary(names[len(names)-pairs*s.Side:]...)
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

// Regions numbers the labels of n² cells from 0, in their order, as in a Form. It says whether there are n labels
// for n cells each, and whether a cell has the label of the one above, as in no solved board.
func Regions(cells []string) (jigsaw string, even, touch bool) {
	side, names := int(math.Sqrt(float64(len(cells)))), slices.Compact(slices.Sorted(slices.Values(cells)))
	var labels strings.Builder
	for k, label := range cells {
		labels.WriteRune(rune(slices.Index(names, label)))
		touch = touch || k >= side && cells[k-side] == label
	}
	if len(names) == side { // most texts have more signs, so this is seldom looked at
		_, err := Form{Side: side, Jigsaw: labels.String()}.Shape()
		even = err == nil
	}
	return labels.String(), even, touch
}

// SetBoxes takes the size of the boxes from a text, such as 3x2. There is no shape for a text that is no size.
func (f *Form) SetBoxes(size string) {
	_, err := fmt.Sscanf(strings.ToLower(size)+";", "%dx%d;", &f.Rows, &f.Cols)
	if err != nil || f.Rows < 1 {
		f.Rows = -1
	}
}
