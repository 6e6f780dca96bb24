package steps

import (
	"fmt"
	"math"

	"xcbench/format/picture"
)

// board is a picture for film.js. Coordinates are whole numbers, with scale to a unit.
type board struct {
	Box   [4]int `json:"box"` // x, y, width and height
	Cells []cell `json:"cells"`
	Sides []side `json:"sides"`
	Lines []side `json:"lines"`
	Dots  []dot  `json:"dots"`
}

type cell struct {
	Outline string `json:"outline"` // a path of SVG
	At      [2]int `json:"at"`      // the place of the label
	Part    int    `json:"part"`    // as in the picture; a border separates two parts
	Shade   bool   `json:"shade"`
	Fill    string `json:"fill"` // of a region; "" for none
	Label   string `json:"label"`
	Strong  bool   `json:"strong"`
}

type side struct {
	Path  string `json:"path"`
	Cells []int  `json:"cells,omitempty"` // one or two; a line has none
}

type dot struct {
	At    [2]int `json:"at"`
	Label string `json:"label"`
}

const scale = 40

func placed(q picture.Point) [2]int {
	return [2]int{int(math.Round(q.X * scale)), int(math.Round(q.Y * scale))}
}

// path returns a path of SVG through some points, with the end. It is empty without points.
func path(end string, points ...picture.Point) (d string) {
	for k, q := range points {
		at := placed(q)
		d += fmt.Sprintf("%c%d %d", "ML"[min(k, 1)], at[0], at[1])
	}
	if d == "" {
		return ""
	}
	return d + end
}

// boardOf returns an empty board. Its cells, sides and lines have the order of the picture.
func boardOf(p picture.Picture) *board {
	b := &board{Cells: []cell{}, Sides: []side{}, Lines: []side{}, Dots: []dot{}}
	parts := map[int]int{} // cells by part
	for _, c := range p.Cells {
		parts[c.Part]++
	}
	for _, c := range p.Cells {
		one := cell{Outline: path("z", c.Outline...), At: placed(picture.Centre(c.Outline)), Part: c.Part, Strong: c.Strong}
		switch regions := len(parts); {
		case c.Part == picture.None || regions == 1:
		case regions == 2: // such as the squares of a chessboard
			one.Shade = true
		default:
			one.Fill = picture.Fill(c.Part)
		}
		if c.Label != picture.Empty {
			one.Label = c.Label
		}
		b.Cells = append(b.Cells, one)
	}
	for _, s := range p.Sides() {
		b.Sides = append(b.Sides, side{path("", s.From, s.To), s.Cells})
	}
	for _, l := range p.Lines {
		b.Lines = append(b.Lines, side{Path: path("", l.From, l.To)})
	}
	for _, d := range p.Dots {
		b.Dots = append(b.Dots, dot{placed(d.At), d.Label})
	}
	from, to := p.Bounds()
	low, high := placed(from), placed(to)
	b.Box = [4]int{low[0] - 4, low[1] - 4, high[0] - low[0] + 8, high[1] - low[1] + 8}
	return b
}
