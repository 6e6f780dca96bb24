package corpus

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

// piece is a shape with a name.
type piece struct {
	name  string
	cells []cell
}

// packing is a problem of filling a board with shapes: an item for each cell, and
// an option for each place of a shape.
type packing struct {
	on     *lattice
	board  cellSet
	pieces []string // names that are items, for shapes to be used once each
	last   bool     // whether the items of the pieces come after those of the cells

	b       cover.Builder
	first   int          // the item of the first piece
	cell    int          // and that of the first cell
	index   map[cell]int // of the items
	moves   cellSet      // by which a form can be moved, for places
	forms   int          // added so far
	kinds   []placed     // of shapes that lie on the board
	options []int32      // the kind of each option

	cells []cell // of the place that is tried
	items []int  // of the option that is added
}

// placed is a shape on the board.
type placed struct {
	piece int    // from 0; picture.None for one that comes in any number
	form  int    // the number of the orientation, among those of all shapes: see colour
	label string // in the picture; "" for a letter that counts the shapes
}

// begin adds the items.
func (p *packing) begin() {
	if !p.last {
		p.b.Primary(p.pieces...)
	}
	p.cell = p.b.Items()
	p.index = make(map[cell]int, len(p.board))
	for _, c := range p.board {
		p.index[c] = p.b.Items()
		p.b.Primary(p.on.name(c))
	}
	if p.last {
		p.first = p.b.Items()
		p.b.Primary(p.pieces...)
	}
	size := p.board.size()
	if p.on.axes == 2 {
		size[2] = 1
	}
	p.moves = box(size[0], size[1], size[2])
}

// add adds an option: a shape that lies at some cells, with items besides.
func (p *packing) add(cells []cell, s placed, more ...int) {
	p.items = p.items[:0]
	if s.piece != picture.None {
		p.items = append(p.items, p.first+s.piece)
	}
	for _, c := range cells {
		p.items = append(p.items, p.index[c])
	}
	p.items = append(p.items, more...)
	p.b.OptionOf(p.items...)
	if len(p.kinds) == 0 || p.kinds[len(p.kinds)-1] != s {
		p.kinds = append(p.kinds, s)
	}
	p.options = append(p.options, int32(len(p.kinds)-1))
}

// places yields the places of a form on the board, by the number on each axis
// in turn. The next one takes the place of the cells yielded.
func (p *packing) places(form []cell, yield func(cells []cell)) {
	for _, by := range p.moves {
		p.cells = p.cells[:0]
		for _, c := range form {
			c = plus(c, by)
			if _, ok := p.index[c]; !ok {
				break
			}
			p.cells = append(p.cells, c)
		}
		if len(p.cells) == len(form) {
			yield(p.cells)
		}
	}
}

// addPlaces adds an option for each place of each orientation of a shape.
func (p *packing) addPlaces(shape []cell, by symmetry, piece int, label string) {
	for _, form := range p.on.orientations(shape, by) {
		p.places(form, func(cells []cell) { p.add(cells, placed{piece: piece, form: p.forms, label: label}) })
		p.forms++
	}
}

// puzzle returns the problem and its picture.
func (p *packing) puzzle() (*format.Puzzle, error) {
	problem, err := p.b.Problem()
	if err != nil {
		return nil, err
	}
	return format.NewDrawing(problem, func(options []int) picture.Picture {
		var shapes []shape
		for _, o := range slices.Sorted(slices.Values(options)) {
			s := shape{placed: p.kinds[p.options[o]]}
			for _, i := range problem.Option(o) {
				if k := int(i) - p.cell; 0 <= k && k < len(p.board) {
					s.cells = append(s.cells, p.board[k])
				}
			}
			if s.label == "" {
				s.label = letter(len(shapes))
			}
			if s.piece == picture.None {
				s.piece = colours*(1+len(shapes)) + p.colour(s.placed, len(shapes))
			}
			shapes = append(shapes, s)
		}
		return p.on.picture(p.board, shapes)
	}), nil
}

// colours are those of package picture: parts whose numbers differ by a multiple
// of it have the same one.
const colours = 12

// colour returns that of a shape that comes in any number: in the plane it is its
// orientation's, but in space a shape has to be told from its neighbours on other layers.
func (p *packing) colour(s placed, number int) int {
	if p.on.axes == 3 {
		return number
	}
	return s.form
}

// letter returns the k-th letter, from 0, of an alphabet that begins anew.
func letter(k int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	return letters[k%len(letters) : k%len(letters)+1]
}

// shape is one in a picture, with the cells that it covers.
type shape struct {
	placed
	cells []cell
}

// picture draws shapes on a board.
func (l *lattice) picture(board cellSet, shapes []shape) picture.Picture {
	of := map[cell]int{}
	for k, s := range shapes {
		for _, c := range s.cells {
			of[c] = k
		}
	}
	var p picture.Picture
	size := board.size()
	left := 1 << 30 // where the text begins
	for _, c := range board {
		_, _, col := l.at(c, size)
		left = min(left, col)
	}
	for _, c := range board {
		part, label := picture.None, "."
		if k, ok := of[c]; ok {
			part, label = shapes[k].piece, shapes[k].label
		}
		outline, row, col := l.at(c, size)
		if len(outline) == 2 {
			p.Lines = append(p.Lines, picture.Line{From: outline[0], To: outline[1], Part: part, Label: label, Row: row, Col: col - left})
		} else {
			p.Cells = append(p.Cells, picture.Cell{Outline: outline, Part: part, Label: label, Row: row, Col: col - left})
		}
	}
	return p
}

// packOnce fills the board with all pieces, each used once, by the given
// symmetry: items are the pieces and then the cells; options are ordered by
// piece, by orientation, and by place.
func packOnce(on *lattice, board cellSet, pieces []piece, by symmetry) (*format.Puzzle, error) {
	if err := fits(board, pieces); err != nil {
		return nil, err
	}
	p := packing{on: on, board: board, pieces: pieceNames(pieces)}
	p.begin()
	for k, s := range pieces {
		p.addPlaces(s.cells, by, k, s.name[:1])
	}
	return p.puzzle()
}

// packAny fills the board with any number of each shape.
func packAny(on *lattice, board cellSet, shapes []piece, by symmetry) (*format.Puzzle, error) {
	p := packing{on: on, board: board}
	p.begin()
	for _, s := range shapes {
		p.addPlaces(s.cells, by, picture.None, "")
	}
	return p.puzzle()
}

// fits says whether the pieces have as many cells as the board.
func fits(board cellSet, pieces []piece) error {
	total := 0
	for _, s := range pieces {
		total += len(s.cells)
	}
	if total != len(board) {
		return fmt.Errorf("the board has %d cells and the pieces have %d, expected as many", len(board), total)
	}
	return nil
}

func pieceNames(pieces []piece) []string {
	var all []string
	for _, s := range pieces {
		all = append(all, s.name)
	}
	return all
}
