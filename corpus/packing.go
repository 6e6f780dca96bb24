package corpus

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/format"
	"xcbench/format/picture"
)

// piece is a shape with a name.
type piece struct {
	name  string
	cells []cell
}

// piecesOf returns pieces that are written as a name and the cells, in a drawing or a list.
func piecesOf(written ...string) []piece {
	return each(written, func(text string) piece {
		name, cells, _ := strings.Cut(text, " ")
		if strings.Contains(cells, "X") {
			return piece{name, drawing(cells)}
		}
		return piece{name, listed(cells)}
	})
}

// packing is the problem of filling a board with shapes. It has an item for each cell, and an
// option for each place of a shape.
type packing struct {
	on     *lattice
	board  cellSet
	pieces []string // names of the shapes that are used once each: they are items too
	last   bool     // whether the items of the pieces come after those of the cells

	b      builder
	first  int          // the item of the first piece
	cell   int          // the item of the first cell
	index  map[cell]int // the item of each cell
	moves  cellSet      // the steps by which a form can be moved
	forms  int          // the orientations added so far
	placed []placed     // by option

	cells []cell // scratch: the place being tried
	items []int  // scratch: the option being added
}

// placed is a shape on the board.
type placed struct {
	piece int    // its number, from 0; picture.None for a shape that comes in any number
	form  int    // the number of its orientation, among those of all shapes
	label string // in the picture; "" for the next letter
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

// add adds an option: a shape that covers the given cells, with more items besides.
func (p *packing) add(cells []cell, s placed, more ...int) {
	p.items = p.items[:0]
	if s.piece != picture.None {
		p.items = append(p.items, p.first+s.piece)
	}
	for _, c := range cells {
		p.items = append(p.items, p.index[c])
	}
	p.b.OptionOf(append(p.items, more...)...)
	p.placed = append(p.placed, s)
}

// places yields the places of a form on the board, in lexicographic order. The next place reuses
// the slice of cells.
func (p *packing) places(form []cell, yield func(cells []cell)) {
	for _, by := range p.moves {
		p.cells = p.cells[:0]
		for _, c := range form {
			c = plus(c, by)
			if _, ok := p.index[c]; ok {
				p.cells = append(p.cells, c)
			}
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

// puzzle returns the problem and its picture. In the plane, all shapes of an orientation that come in any number
// have the same colour. In space, the colours count the shapes, to tell neighbours on different layers apart.
func (p *packing) puzzle() (*format.Puzzle, error) {
	return p.b.drawn(func(options []int) picture.Picture {
		on := map[cell]placed{}
		for k, o := range slices.Sorted(slices.Values(options)) {
			s := p.placed[o]
			if s.label == "" {
				s.label = letter(k)
			}
			if p.on.axes == 3 {
				s.form = k
			}
			if s.piece == picture.None {
				s.piece = colours*(1+k) + s.form
			}
			for _, i := range p.b.problem.Option(o) {
				if c := int(i) - p.cell; 0 <= c && c < len(p.board) {
					on[p.board[c]] = s
				}
			}
		}
		return p.on.picture(p.board, on)
	})
}

// colours is the number of colours in package picture. Parts whose numbers differ by a multiple of
// it have the same colour.
const colours = 12

// letter returns letter k, from 0, of an alphabet that starts again at its end.
func letter(k int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	return letters[k%len(letters) : k%len(letters)+1]
}

// picture draws what is on the cells of a board.
func (l *lattice) picture(board cellSet, on map[cell]placed) picture.Picture {
	var p picture.Picture
	size := board.size()
	left := 1 << 30 // the first column of the text
	for _, c := range board {
		_, _, col := l.at(c, size)
		left = min(left, col)
	}
	for _, c := range board {
		s, ok := on[c]
		if !ok {
			s = placed{piece: picture.None, label: "."}
		}
		outline, row, col := l.at(c, size)
		if len(outline) == 2 {
			p.Lines = append(p.Lines, picture.Line{From: outline[0], To: outline[1],
				Part: s.piece, Label: s.label, Row: row, Col: col - left})
		} else {
			p.Cells = append(p.Cells, picture.Cell{Outline: outline, Part: s.piece, Label: s.label, Row: row, Col: col - left})
		}
	}
	return p
}

// packOnce fills the board with the pieces, each used once and moved by the given symmetry. Items
// are the pieces and then the cells. Options are ordered by piece, by orientation, and by place.
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

// packDominoes fills a board of squares with dominoes.
func packDominoes(board cellSet) (*format.Puzzle, error) {
	return packAny(&squareGrid, board, piecesOf("domino XX"), flip)
}

// fits says whether the pieces have as many cells as the board.
func fits(board cellSet, pieces []piece) error {
	total := 0
	for _, s := range pieces {
		total += len(s.cells)
	}
	if total != len(board) {
		return fmt.Errorf("the board has %d cells and the pieces have %d, expected the same number", len(board), total)
	}
	return nil
}

func pieceNames(pieces []piece) []string { return each(pieces, func(s piece) string { return s.name }) }

// boardParams are the parameters of families about a board of at most so many rows and columns.
func boardParams(most int) []Param {
	return []Param{
		number("<rows>", 1, most, "rows of the board"),
		number("x<cols>", 1, most, "columns of the board"),
	}
}
