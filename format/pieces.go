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

func openPieces(s *lines, _ Options) Reader {
	s.comment = isRemark
	return &puzzles{lines: s, expected: "a line 'board 6x10', or 'board' and a drawing", next: s.pieces, begins: isBoardLine}
}

// isRemark says whether a line has a comment only.
func isRemark(text string) bool { return uncomment(text) == "" }

// uncomment cuts a line at ';'.
func uncomment(text string) string {
	text, _, _ = strings.Cut(text, ";")
	return strings.TrimRightFunc(text, unicode.IsSpace)
}

// isPieces accepts a line "board" with a size or a drawing, and a drawing in letters.
func isPieces(s *lines, _ Options) error {
	s.comment = isRemark
	if ln, _ := s.peek(0); isBoardLine(ln) {
		head := headOf(ln)
		next, _ := s.peek(1)
		if boardOfSize(head) != nil || len(headOf(next)) > 1 || len(head) == 1 && strings.ContainsAny(next.text, "#.") {
			return nil
		}
	}
	if _, err := s.letters(); err != nil {
		return errOther
	}
	return nil
}

// headOf returns the words of a line that begins the board or a piece, and nil for any other line.
func headOf(ln line) []word {
	all := words(uncomment(ln.text), "")
	if len(all) > 0 && (strings.EqualFold(all[0].text, "board") || strings.EqualFold(all[0].text, "piece") && len(all) > 1) {
		return all
	}
	return nil
}

func isBoardLine(ln line) bool {
	head := headOf(ln)
	return head != nil && strings.EqualFold(head[0].text, "board")
}

// pieces reads the next board with its pieces.
func (s *lines) pieces(first line) (*Puzzle, error) {
	var f *filling
	var err error
	switch {
	case headOf(first) == nil:
		f, err = s.letters()
	case isBoardLine(first):
		f, err = s.filling(first)
	default:
		err = s.errorAt(first, 0, "a piece before the board, expected a line 'board 6x10', or 'board' and a drawing")
	}
	if err != nil {
		return nil, err
	}
	return f.newPuzzle(s, first)
}

// filling reads the board whose first line is the next one, and the pieces behind it.
func (s *lines) filling(first line) (*filling, error) {
	head, f := headOf(first), new(filling)
	s.next()
	drawn, err := s.drawing("#o")
	if err != nil {
		return nil, err
	}
	size := boardOfSize(head)
	if (size == nil) == (len(drawn) == 0) || len(head) > 1 && size == nil {
		return nil, s.errorAt(first, 0, "%s, expected 'board 6x10', 'board 3x3x3' for a solid, or 'board' and a drawing below it, with at most %d cells",
			quote(first.text), mostPoints)
	}
	f.must, f.may = append(size, drawn['#']...), drawn['o']
	for {
		ln, ok := s.peek(0)
		switch {
		case !ok && s.err != io.EOF:
			return nil, s.err
		case !ok || isBoardLine(ln):
			return f, nil
		}
		s.next()
		p, err := s.piece(ln, headOf(ln))
		if err != nil {
			return nil, err
		}
		f.pieces = append(f.pieces, p)
	}
}

// piece reads the piece whose first line is ln.
func (s *lines) piece(ln line, head []word) (piece, error) {
	p := piece{name: head[1].text, at: ln, copies: 1}
	for _, w := range head[2:] {
		digits, copies := strings.CutPrefix(w.text, "x")
		n, err := strconv.Atoi(digits)
		switch set := pieceWords[w.text]; {
		case set != nil:
			set(&p)
		case copies && err == nil && 0 < n && n <= 20:
			p.copies = n
		default:
			return p, s.errorAt(ln, w.offset, "%s, expected flip, fixed, maybe, any, or the number of copies, such as x3", quote(w.text))
		}
	}
	if p.maybe && p.copies != 1 {
		return p, s.errorAt(ln, 0, "several pieces that may be left out, expected any, or a name for each")
	}
	drawn, err := s.drawing("#")
	if p.points = drawn['#']; err == nil && len(p.points) == 0 {
		err = s.errorAt(ln, 0, "expected the drawing of the piece below this line")
	}
	return p, err
}

// drawing reads lines up to the next board or piece. It returns the points of each sign. There may be a blank between
// any two signs of a line, in all lines.
func (s *lines) drawing(signs string) (map[rune][]point, error) {
	all, at, n, spaced := map[rune][]point{}, point{}, 0, true
	for {
		ln, ok := s.peek(0)
		text := uncomment(ln.text)
		if !ok || headOf(ln) != nil {
			for _, points := range all {
				for k := range points {
					if spaced {
						points[k][2] /= 2
					}
				}
			}
			return all, nil
		}
		s.next()
		if strings.TrimSpace(text) == "--" {
			at = point{at[0] + 1}
			continue
		}
		for k, sign := range text {
			switch {
			case strings.ContainsRune(signs, sign):
				all[sign] = append(all[sign], point{at[0], at[1], k})
			case sign != '.' && (sign != ' ' || signs == letters): // words of letters are items
				return nil, s.errorAt(ln, k, "%s in a drawing, expected one of %s or '.'", quote(string(sign)), signs)
			}
			spaced = spaced && (k%2 == 0 || sign == ' ')
			if n++; n > 4*mostPoints {
				return nil, s.errorAt(ln, 0, "a drawing of more than %d signs", 4*mostPoints)
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
func (s *lines) letters() (*filling, error) {
	first, _ := s.peek(0)
	second, _ := s.peek(1)
	drawn, err := s.drawing(letters)
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
			return nil, s.errorAt(first, 0, "the cells of %c are apart, expected one piece for each letter", name)
		}
		f.must = append(f.must, points...)
		f.pieces = append(f.pieces, piece{name: string(name), at: first, points: points, copies: 1})
	}
	if !several || len(f.pieces) < 2 || first.text == second.text && len(f.must) == 2*len(second.text) {
		return nil, s.errorAt(first, 0, "expected a drawing of pieces, each in a letter of its own")
	}
	slices.SortFunc(f.must, inOrder)
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
