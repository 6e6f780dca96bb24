package picture

import (
	"math"
	"strconv"
	"strings"
)

// pen writes the data of a path with SVG's shortest commands. Its places are in pixels, rounded to
// tenths, so that relative steps do not drift.
type pen struct {
	strings.Builder
	at Point
}

func (p *pen) move(q Point) {
	p.WriteString("M" + number(q.X) + join(q.Y))
	p.at = q
}

func (p *pen) line(q Point) {
	x, y := q.X-p.at.X, q.Y-p.at.Y
	switch {
	case tenths(y) == 0:
		p.WriteString("h" + number(x))
	case tenths(x) == 0:
		p.WriteString("v" + number(y))
	default:
		p.WriteString("l" + number(x) + join(y))
	}
	p.at = q
}

// join writes the second of two numbers. They need no blank between them if the second has a minus
// sign.
func join(x float64) string {
	if text := number(x); text[0] == '-' {
		return text
	} else {
		return " " + text
	}
}

// outline joins sides into long strokes, which go straight on where possible.
func outline(sides []Side, at place) string {
	ends := map[Point][]int{}
	for k, s := range sides {
		ends[s.From] = append(ends[s.From], k)
		ends[s.To] = append(ends[s.To], k)
	}
	used := make([]bool, len(sides))
	var d pen
	for k, s := range sides {
		if used[k] {
			continue
		}
		used[k] = true
		p, q := s.From, s.To
		d.move(at(p))
		for {
			next, straight := -1, false
			for _, k := range ends[q] {
				if on := aligned(p, q, sides[k].other(q)); !used[k] && (next < 0 || on && !straight) {
					next, straight = k, on
				}
			}
			if !straight {
				d.line(at(q))
			}
			if next < 0 {
				break
			}
			used[next] = true
			p, q = q, sides[next].other(q)
		}
	}
	return d.String()
}

func (s Side) other(p Point) Point {
	if p == s.From {
		return s.To
	}
	return s.From
}

// aligned says whether the way from q to r has the same direction as the way from p to q.
func aligned(p, q, r Point) bool {
	ux, uy, vx, vy := q.X-p.X, q.Y-p.Y, r.X-q.X, r.Y-q.Y
	return math.Abs(ux*vy-uy*vx) < 1e-6 && ux*vx+uy*vy > 0
}

func tenths(x float64) float64 { return math.Round(x*10) / 10 }

// number writes a coordinate to a tenth of a pixel.
func number(x float64) string {
	text := strconv.FormatFloat(tenths(x)+0, 'f', -1, 64) // +0 makes -0 a 0
	if strings.HasPrefix(text, "0.") {
		return text[1:]
	}
	return strings.Replace(text, "-0.", "-.", 1)
}
