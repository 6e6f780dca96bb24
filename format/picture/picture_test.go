package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// domino is a piece of two squares beside an empty square, with an edge below.
var domino = Picture{
	Cells: []Cell{
		{Outline: Square(0, 0), Part: 0, Label: "A", Strong: true},
		{Outline: Square(0, 1), Part: 0, Label: "<", Col: 2},
		{Outline: Square(0, 2), Part: None, Label: Empty, Col: 4},
	},
	Lines: []Line{{From: Point{0, 2}, To: Point{3, 2}, Part: 1, Label: "a-b", Row: 1}},
	Dots:  []Dot{{At: Point{0, 2}, Label: "a"}, {At: Point{3, 2}, Label: "b"}},
}

func svg(t *testing.T, p Picture) string {
	t.Helper()
	var text strings.Builder
	if err := p.SVG(&text, "x < y"); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(text.String())); ; {
		if _, err := d.Token(); err == io.EOF {
			return text.String()
		} else if err != nil {
			t.Fatalf("got %v in %s, want XML", err, text.String())
		}
	}
}

// A page may have hundreds of pictures, so a straight border is one stroke.
func TestSVGOfABoardHasAStrokeALine(t *testing.T) {
	var board Picture
	for k := range 81 {
		board.Cells = append(board.Cells, Cell{Outline: Square(k/9, k%9), Part: k, Label: "5"})
	}
	text := svg(t, board)
	// A side has 252 pixels: 16 lines inside, the frame and the paper have it.
	if got := strings.Count(text, "252"); got < 18 || got > 24 {
		t.Errorf("got %d strokes as long as the board, want one a line", got)
	}
	if len(text) > 6<<10 {
		t.Errorf("got %d bytes, want no more than 6 KB", len(text))
	}
}

func TestSVGReturnsTheErrorOfTheWriter(t *testing.T) {
	if err := domino.SVG(full{}, ""); err == nil {
		t.Error("got no error from a full disk, want one")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestCircleBeginsAtTheTop(t *testing.T) {
	for k, want := range []Point{{2, 0}, {4, 2}, {2, 4}, {0, 2}} {
		if got := OnCircle(k, 4, 2); math.Hypot(got.X-want.X, got.Y-want.Y) > 1e-9 {
			t.Errorf("point %d: got %v, want %v", k, got, want)
		}
	}
}
