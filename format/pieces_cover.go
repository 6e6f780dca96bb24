package format

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format/picture"
)

// A filling becomes a problem. Its items are the copies of pieces that must be used, and the cells that
// must be covered. Secondary items are the pieces that may be left out, and the cells that may be
// covered. A piece that may be used any number of times has no item. Options are the places of the pieces,
// ordered by piece, copy, orientation and cell. A place without a primary item is left out.

// filling is a board and its pieces, and the answer of the puzzle.
type filling struct {
	unsolved
	must, may []point // cells that must, and may, be covered
	pieces    []piece
	places    []placed // by option
}

// placed is a copy of a piece on the board.
type placed struct {
	piece, copy, number int   // the copies of a piece have the same numbers of places
	cells               []int // indices into must, and behind them into may
}

// The turns of a flat board and of a solid. The last of each is a reflection.
var flatTurns = []func(point) point{
	func(p point) point { return point{p[0], p[2], -p[1]} },
	func(p point) point { return point{p[0], p[1], -p[2]} },
}

var solidTurns = append([]func(point) point{func(p point) point { return point{p[1], -p[0], p[2]} }}, flatTurns...)

// oriented returns the piece in all its orientations, the drawn one first.
func (p piece) oriented(turns []func(point) point) [][]point {
	if !p.flip {
		turns = turns[:len(turns)-1]
	}
	if p.fixed {
		turns = nil
	}
	all := [][]point{normal(p.points)}
	for k := 0; k < len(all); k++ {
		for _, turn := range turns {
			var next []point
			for _, at := range all[k] {
				next = append(next, turn(at))
			}
			next = normal(next)
			if !slices.ContainsFunc(all, func(one []point) bool { return slices.Equal(one, next) }) {
				all = append(all, next)
			}
		}
	}
	return all
}

// inOrder compares points as they are read.
func inOrder(a, b point) int { return slices.Compare(a[:], b[:]) }

// normal sorts points, and moves the first one to the origin.
func normal(points []point) (moved []point) {
	sorted := slices.SortedFunc(slices.Values(points), inOrder)
	for _, p := range sorted {
		for axis := range p {
			p[axis] -= sorted[0][axis]
		}
		moved = append(moved, p)
	}
	return moved
}

// depth returns the number of layers of a board or a piece.
func depth(points []point) int {
	depth := 1
	for _, c := range points {
		depth = max(depth, c[0]+1)
	}
	return depth
}

// put finds the places of all pieces, without those that cover no cell that must be covered and have no
// piece that must be used.
func (f *filling) put() {
	at := map[point]int{}
	cells := slices.Concat(f.must, f.may)
	for k, c := range cells {
		at[c] = k
	}
	for n, p := range f.pieces {
		turns := flatTurns
		if max(depth(cells), depth(p.points)) > 1 {
			turns = solidTurns
		}
		var places [][]int
		for _, shape := range p.oriented(turns) {
			for _, c := range cells {
				var covered []int
				for _, d := range shape {
					if k, ok := at[point{c[0] + d[0], c[1] + d[1], c[2] + d[2]}]; ok {
						covered = append(covered, k)
					}
				}
				if len(covered) == len(shape) && (p.isPrimary() || slices.Min(covered) < len(f.must)) {
					places = append(places, covered)
				}
			}
		}
		for c := range max(p.copies, 1) {
			for k, covered := range places {
				f.places = append(f.places, placed{n, c, k, covered})
			}
		}
	}
}

func (p piece) isPrimary() bool { return p.copies > 0 && !p.maybe }

// item returns the name of the item of a copy, or "" if it has none.
func (p piece) item(copy int) string {
	if p.copies > 1 {
		return fmt.Sprintf("%s.%d", p.name, copy+1)
	}
	return p.name[:len(p.name)*p.copies]
}

// newPuzzle makes the puzzle, which begins in a line.
func (f *filling) newPuzzle(s *lines, first line) (*Puzzle, error) {
	f.put()
	if len(f.places) > mostPlaces {
		return nil, s.errorAt(first, 0, "the pieces have %d places on the board, expected at most %d", len(f.places), mostPlaces)
	}
	var cells []string
	points := slices.Concat(f.must, f.may)
	layers := depth(points)
	for _, c := range points {
		name := fmt.Sprintf("%d.%d", c[1]+1, c[2]+1)
		if layers > 1 {
			name = fmt.Sprintf("%d.%s", c[0]+1, name)
		}
		cells = append(cells, name)
	}
	var items [2][]string // of pieces that must be used, and of those that may be left out
	for _, p := range f.pieces {
		kind := 0
		if p.maybe {
			kind = 1
		}
		for c := range p.copies {
			items[kind] = append(items[kind], p.item(c))
		}
	}
	var b cover.Builder
	b.Primary(append(items[0], cells[:len(f.must)]...)...)
	b.Secondary(append(items[1], cells[len(f.must):]...)...)
	for _, at := range f.places {
		var names []string
		if item := f.pieces[at.piece].item(at.copy); item != "" {
			names = append(names, item)
		}
		for _, k := range at.cells {
			names = append(names, cells[k])
		}
		b.Option(names...)
	}
	problem, err := b.Problem()
	if err != nil {
		return nil, s.errorAt(first, 0, "%v", err)
	}
	p := NewDrawing(problem, f.draw)
	p.Line, p.Answer = first.number, f
	if n := p.Copies(); n > 1 {
		p.Warnings = []string{s.errorAt(first, 0, "each solution is counted %d times, as copies can change places", n).Error()}
	}
	return p, nil
}

// Copies returns how many solutions differ only in copies of pieces that change places: 1 without copies.
func (p *Puzzle) Copies() int64 {
	n := int64(1)
	if f, ok := p.Answer.(*filling); ok {
		for _, piece := range f.pieces {
			for k := range piece.copies {
				n *= int64(k + 1)
			}
		}
	}
	return n
}

// Repeats reports whether another solution differs from this one only in copies of pieces that change
// places, and is to be shown instead.
func (p *Puzzle) Repeats(options []int) bool {
	f, ok := p.Answer.(*filling)
	for _, x := range options {
		for _, y := range options {
			if ok && f.places[x].piece == f.places[y].piece && f.places[x].copy < f.places[y].copy && f.places[x].number > f.places[y].number {
				return true
			}
		}
	}
	return false
}

// draw draws the board with a letter for each piece. The layers of a solid stand side by side.
func (f *filling) draw(options []int) (p picture.Picture) {
	width := 0
	cells := slices.Concat(f.must, f.may)
	for _, c := range cells {
		width = max(width, c[2]+2)
	}
	for _, c := range cells {
		col := c[0]*width + c[2]
		p.Cells = append(p.Cells, picture.Cell{Outline: picture.Square(c[1], col), Part: picture.None, Label: picture.Empty, Row: c[1], Col: col})
	}
	for _, o := range options {
		n := f.places[o].piece
		sign := f.sign(n)
		for _, k := range f.places[o].cells { // each place is a part, in the colour of its piece
			p.Cells[k].Label, p.Cells[k].Part = sign, n+12*o
		}
	}
	return p
}

// sign returns the letter of a piece: the first of its name, unless two pieces would have the same letter.
func (f *filling) sign(n int) string {
	for k, p := range f.pieces {
		for _, q := range f.pieces[:k] {
			if p.name[0] == q.name[0] {
				return string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[n%52])
			}
		}
	}
	return f.pieces[n].name[:1]
}

// Append writes the drawing of a solution.
func (f *filling) Append(dst []byte, options []int) []byte {
	return append(dst, f.draw(options).Text()...)
}

// Check compares a solution with the board and the pieces as they were drawn.
func (f *filling) Check(options []int) error {
	covered, used := make([]int, len(f.must)+len(f.may)), make([]int, len(f.pieces))
	for _, o := range options {
		used[f.places[o].piece]++
		for _, k := range f.places[o].cells {
			covered[k]++
		}
	}
	for k, n := range covered {
		if n > 1 || n == 0 && k < len(f.must) {
			return fmt.Errorf("a cell is covered %d times", n)
		}
	}
	for k, p := range f.pieces {
		if p.copies > 0 && used[k] != p.copies && !(p.maybe && used[k] == 0) {
			return fmt.Errorf("piece %s is used %d times, expected %d", p.name, used[k], p.copies)
		}
	}
	return nil
}

// mostPlaces bounds the options of a puzzle.
const mostPlaces = 1 << 20
