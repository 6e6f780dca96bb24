package picture

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// boardOfLabels returns a board drawn as text. A letter is a cell of the part with its number, a
// dot is an empty square, and a blank is no square.
func boardOfLabels(rows ...string) Picture {
	var p Picture
	for r, row := range rows {
		for c, sign := range row {
			cell := Cell{Outline: Square(r, c), Part: int(sign - 'A'), Label: string(sign), Row: r, Col: 2 * c}
			switch sign {
			case ' ':
				continue
			case '.':
				cell.Part = None
			}
			p.Cells = append(p.Cells, cell)
		}
	}
	return p
}

// boxes is a sudoku of order 2 whose first row is given.
func boxes() Picture {
	p := boardOfLabels("1234", "3412", "2143", "4321")
	for k := range p.Cells {
		c := &p.Cells[k]
		c.Part, c.Strong = None, k < 4
		if (c.Row/2+c.Col/4)%2 == 1 {
			c.Part = 7
		}
	}
	return p
}

func TestDrawings(t *testing.T) {
	triangles := boardOfLabels("AAB")
	for k := range triangles.Cells {
		triangles.Cells[k].Outline = triangles.Cells[k].Outline[:3]
	}
	for _, c := range []struct {
		name string
		Picture
		width int
	}{
		{"sudoku", boxes(), 0},
		{"pieces", boardOfLabels("AABB", "A..B", "CC B"), 0},
		{"layers", boardOfLabels("AB AA", "AA BA"), 0},
		{"narrow", boardOfLabels("AABB", "A..B", "CC B"), 16},
		{"narrowest", boardOfLabels("AABB", "A..B", "CC B"), 8},
		{"triangles", triangles, 0},
		{"graph", domino, 0},
		{"empty", Picture{}, 0},
	} {
		for _, form := range []string{"plain", "coloured", "svg", "text"} {
			got := c.Terminal(c.width, form == "coloured")
			switch form {
			case "svg":
				got = svg(t, c.Picture)
			case "text":
				got = c.Picture.Text()
			}
			path := filepath.Join("testdata", c.name+"."+form)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s, %s: got\n%s, want\n%s", c.name, form, got, want)
			}
		}
	}
}

func TestTerminalKeepsTheWidthIfTheSignsFit(t *testing.T) {
	p := boardOfLabels("ABCDEF")
	for width, want := range map[int]int{100: 25, 25: 25, 24: 13, 13: 13, 12: 11, 1: 11} {
		if got := len([]rune(strings.SplitN(p.Terminal(width, false), "\n", 2)[0])); got != want {
			t.Errorf("width %d: got %d characters, want %d", width, got, want)
		}
	}
}

// A picture with squares of another size, or at fractional places, is not a board.
func TestOnlyUnitSquaresAtWholePlacesMakeABoard(t *testing.T) {
	for name, corners := range map[string][]Point{
		"half a step": {{0.5, 0}, {1.5, 0}, {1.5, 1}, {0.5, 1}},
		"large":       {{1, 0}, {3, 0}, {3, 2}, {1, 2}},
		"lozenge":     {{1, 0}, {2, 0}, {2.5, 1}, {1.5, 1}},
		"triangle":    {{1, 0}, {2, 0}, {1, 1}},
	} {
		p := boardOfLabels("A")
		if _, ok := boardOf(p); !ok {
			t.Fatal("got no board of one square, want one")
		}
		p.Cells = append(p.Cells, Cell{Outline: corners, Label: "B", Col: 2})
		if got, want := p.Terminal(0, false), "A B\n"; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestTerminalColoursAreLikeSVGAndAllDiffer(t *testing.T) {
	levels := []int{0, 95, 135, 175, 215, 255}
	seen := map[int]string{}
	for _, c := range palette {
		if other, ok := seen[c.terminal]; ok {
			t.Errorf("%s: got colour %d, which %s has", c.svg, c.terminal, other)
		}
		seen[c.terminal] = c.svg
		n := c.terminal - 16
		got := [3]int{8 + 10*(n-216), 8 + 10*(n-216), 8 + 10*(n-216)}
		if n < 216 {
			got = [3]int{levels[n/36], levels[n/6%6], levels[n%6]}
		}
		for k, name := range []string{"red", "green", "blue"} {
			want, err := strconv.ParseInt(c.svg[1+2*k:3+2*k], 16, 0)
			if err != nil {
				t.Fatal(err)
			}
			if far := got[k] - int(want); far < -30 || far > 30 {
				t.Errorf("%s, %s: got %s, want one within 30 of %d", c.svg, name, fmt.Sprint(got[k]), want)
			}
		}
	}
}
