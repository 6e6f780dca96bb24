package format

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A puzzle of pieces and a board is written as people draw it:
//
//	board 6x10        ; rows and columns, and layers for a solid, or a drawing below this line
//	piece F flip
//	.##
//	##.
//	.#.
//	piece I x2
//	#####
//
// In the drawing of a board '#' must be covered, 'o' may be covered, and '.' is no cell. The layers of a
// solid have a line "--" between them. A piece may be turned, in a solid in all directions. Its other
// words are in pieceWords. A drawing in letters alone is a board together with its pieces. A file may
// have several puzzles. pieces_cover.go makes problems of them.

// point is a cell of a drawing: its layer, row and column.
type point [3]int

// piece is a piece with its name and the words behind it.
type piece struct {
	name   string
	at     line
	points []point
	copies int // 0 for any number
	flip   bool
	fixed  bool
	maybe  bool
}

// pieceWords are the words behind the name of a piece. A word xN, such as x3, is the number of copies.
var pieceWords = map[string]func(*piece){
	"flip":   func(p *piece) { p.flip = true },  // may be turned over, too
	"fixed":  func(p *piece) { p.fixed = true }, // stands as it is drawn
	"any":    func(p *piece) { p.copies = 0 },   // as many as fit
	"maybe":  func(p *piece) { p.maybe = true }, // may be left out
	"turned": func(*piece) {},
}

// mostPoints bounds the cells of a board and of a piece.
const mostPoints = 4096

type piecesReader struct {
	lines *lines
	begun bool
}

func openPieces(s *lines, _ Options) Reader {
	s.comment = func(text string) bool { return strings.TrimSpace(uncomment(text)) == "" }
	return &piecesReader{lines: s}
}

// uncomment cuts a line at ';'.
func uncomment(text string) string {
	text, _, _ = strings.Cut(text, ";")
	return strings.TrimRightFunc(text, unicode.IsSpace)
}

// isPieces accepts a line "board" with a size or a drawing, and a drawing in letters.
func isPieces(s *lines, o Options) error {
	r := openPieces(s, o).(*piecesReader)
	ln, _ := s.peek(0)
	if head := r.head(ln); len(head) > 0 && head[0].text == "board" {
		next, _ := s.peek(1)
		piece := len(r.head(next)) > 1
		if boardOfSize(head) != nil || piece || len(head) == 1 && strings.ContainsAny(next.text, "#.") {
			return nil
		}
	}
	if _, err := r.letters(); err != nil {
		return errOther
	}
	return nil
}

// head returns the words of a line that begins the board or a piece, and nil for any other line.
func (r *piecesReader) head(ln line) []word {
	all := words(uncomment(ln.text), "")
	if len(all) > 0 && (all[0].text == "board" || all[0].text == "piece" && len(all) > 1) {
		return all
	}
	return nil
}

func (r *piecesReader) Read() (*Puzzle, error) {
	first, ok := r.lines.peek(0)
	switch {
	case !ok && r.lines.err != io.EOF:
		return nil, r.lines.err
	case !ok && r.begun:
		return nil, io.EOF
	case !ok:
		return nil, r.lines.errorAtEnd("no puzzle found, expected a line 'board 6x10', or 'board' and a drawing")
	}
	r.begun = true
	f, err := r.puzzle(first)
	if err != nil {
		r.lines.skip(func(ln line) bool { head := r.head(ln); return head != nil && head[0].text == "board" })
		return nil, err
	}
	return f.newPuzzle(r.lines, first)
}

// puzzle reads the board and the pieces of a puzzle.
func (r *piecesReader) puzzle(first line) (*filling, error) {
	head := r.head(first)
	if head == nil {
		return r.letters()
	}
	if head[0].text != "board" {
		return nil, r.lines.errorAt(first, 0, "a piece before the board, expected a line 'board 6x10', or 'board' and a drawing")
	}
	r.lines.next()
	drawn, err := r.drawing("#o")
	if err != nil {
		return nil, err
	}
	size := boardOfSize(head)
	if (size == nil) == (len(drawn) == 0) || len(head) > 1 && size == nil {
		return nil, r.lines.errorAt(first, 0, "%s, expected 'board 6x10', 'board 3x3x3' for a solid, or 'board' and a drawing below it, with at most %d cells",
			quote(first.text), mostPoints)
	}
	if size != nil {
		drawn['#'] = size
	}
	var f filling
	f.must, f.may = drawn['#'], drawn['o']
	for {
		ln, ok := r.lines.peek(0)
		head := r.head(ln)
		if !ok || head[0].text == "board" {
			break
		}
		r.lines.next()
		p, err := r.piece(ln, head)
		if err != nil {
			return nil, err
		}
		f.pieces = append(f.pieces, p)
	}
	if r.lines.err != nil && r.lines.err != io.EOF {
		return nil, r.lines.err
	}
	return &f, nil
}

// piece reads the piece whose first line is ln.
func (r *piecesReader) piece(ln line, head []word) (piece, error) {
	p := piece{name: head[1].text, at: ln, copies: 1}
	for _, w := range head[2:] {
		n, err := strconv.Atoi(strings.TrimPrefix(w.text, "x"))
		switch set := pieceWords[w.text]; {
		case set != nil:
			set(&p)
		case strings.HasPrefix(w.text, "x") && err == nil && 0 < n && n <= 20:
			p.copies = n
		default:
			return p, r.lines.errorAt(ln, w.offset, "%s, expected flip, fixed, maybe, any, or the number of copies, such as x3", quote(w.text))
		}
	}
	if p.maybe && p.copies != 1 {
		return p, r.lines.errorAt(ln, 0, "several pieces that may be left out, expected any, or a name for each")
	}
	drawn, err := r.drawing("#")
	if p.points = drawn['#']; err == nil && len(p.points) == 0 {
		err = r.lines.errorAt(ln, 0, "expected the drawing of the piece below this line")
	}
	return p, err
}

// drawing reads lines up to the next board or piece. It returns the points of each sign.
func (r *piecesReader) drawing(signs string) (map[rune][]point, error) {
	all, at, n := map[rune][]point{}, point{}, 0
	for {
		ln, ok := r.lines.peek(0)
		text := uncomment(ln.text)
		if !ok || r.head(ln) != nil {
			return all, nil
		}
		r.lines.next()
		if strings.TrimSpace(text) == "--" {
			at = point{at[0] + 1}
			continue
		}
		for k, sign := range text {
			switch {
			case strings.ContainsRune(signs, sign):
				all[sign] = append(all[sign], point{at[0], at[1], k})
			case sign != '.' && (sign != ' ' || signs == letters): // words of letters are items
				return nil, r.lines.errorAt(ln, k, "%s in a drawing, expected one of %s or '.'", quote(string(sign)), signs)
			}
			if n++; n > 4*mostPoints {
				return nil, r.lines.errorAt(ln, 0, "a drawing of more than %d signs", 4*mostPoints)
			}
		}
		at[1]++
	}
}

// boardOfSize returns the points of a board whose size is behind the word "board", or nil.
func boardOfSize(head []word) (all []point) {
	size, cells := [3]int{1, 1, 1}, 1 // rows, columns, layers
	parts := strings.SplitN(head[len(head)-1].text, "x", 3)
	for k, part := range parts {
		n, err := strconv.Atoi(part)
		if cells *= n; err != nil || n < 1 || cells > mostPoints || len(parts) < 2 || len(head) != 2 {
			return nil
		}
		size[k] = n
	}
	for k := range cells {
		all = append(all, point{k / size[1] / size[0], k / size[1] % size[0], k % size[1]})
	}
	return all
}

// letters reads a drawing in capital letters alone. The cells of each letter are connected, and a letter
// has several: item names and sudokus are not like that.
func (r *piecesReader) letters() (*filling, error) {
	first, _ := r.lines.peek(0)
	second, _ := r.lines.peek(1)
	drawn, err := r.drawing(letters)
	if err != nil {
		return nil, err
	}
	var f filling
	several := false
	for _, name := range letters {
		points := drawn[name]
		if len(points) == 0 {
			continue
		}
		if several = several || len(points) > 1; !connected(points) {
			return nil, r.lines.errorAt(first, 0, "the cells of %c are apart, expected one piece for each letter", name)
		}
		f.must = append(f.must, points...)
		f.pieces = append(f.pieces, piece{name: string(name), at: first, points: points, copies: 1})
	}
	if !several || len(f.pieces) < 2 || first.text == second.text && len(f.must) == 2*len(second.text) {
		return nil, r.lines.errorAt(first, 0, "expected a drawing of pieces, each in a letter of its own")
	}
	slices.SortFunc(f.must, func(a, b point) int { return slices.Compare(a[:], b[:]) })
	return &f, nil
}

// connected reports whether points hang together by their sides.
func connected(points []point) bool {
	reached := []point{points[0]}
	for k := 0; k < len(reached); k++ {
		for _, p := range points {
			apart := 0
			for axis := range p {
				apart += max(p[axis]-reached[k][axis], reached[k][axis]-p[axis])
			}
			if apart == 1 && !slices.Contains(reached, p) {
				reached = append(reached, p)
			}
		}
	}
	return len(reached) == len(points)
}
