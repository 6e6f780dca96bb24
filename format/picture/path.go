package picture

import (
	"math"
	"strconv"
	"strings"
)

// pen writes the data of a path with SVG's shortest commands. Its places are in pixels, rounded to
// tenths, so that relative steps do not drift.
type pen struct {
	d     strings.Builder
	start Point
	at    Point
}

func (p *pen) move(q Point) {
	p.d.WriteString("M" + number(q.X) + join(q.Y))
	p.start, p.at = q, q
}

func (p *pen) line(q Point) {
	x, y := q.X-p.at.X, q.Y-p.at.Y
	switch {
	case tenths(y) == 0:
		p.d.WriteString("h" + number(x))
	case tenths(x) == 0:
		p.d.WriteString("v" + number(y))
	default:
		p.d.WriteString("l" + number(x) + join(y))
	}
	p.at = q
}

func (p *pen) close() {
	p.d.WriteString("z")
	p.at = p.start
}

func (p *pen) String() string { return p.d.String() }

// join writes the second of two numbers. They need no blank between them if the second has a minus
// sign.
func join(x float64) string {
	if text := number(x); text[0] == '-' {
		return text
	} else {
		return " " + text
	}
}

// outline joins edges into long strokes, which go straight on where possible.
func outline(edges []edge, at place) string {
	ends := map[Point][]int{}
	for k, e := range edges {
		ends[e.from] = append(ends[e.from], k)
		ends[e.to] = append(ends[e.to], k)
	}
	used := make([]bool, len(edges))
	// next returns the other end of an unused edge at q, preferably of one in the direction from p
	// to q.
	next := func(p, q Point) (end Point, straight, ok bool) {
		found := -1
		for _, k := range ends[q] {
			if used[k] {
				continue
			}
			to := edges[k].other(q)
			if aligned(p, q, to) {
				used[k] = true
				return to, true, true
			}
			if found < 0 {
				found, end = k, to
			}
		}
		if found >= 0 {
			used[found] = true
		}
		return end, false, found >= 0
	}
	var d pen
	for k, e := range edges {
		if used[k] {
			continue
		}
		used[k] = true
		p, q := e.from, e.to
		d.move(at(p))
		for {
			end, straight, ok := next(p, q)
			if !straight {
				d.line(at(q))
			}
			if !ok {
				break
			}
			p, q = q, end
		}
	}
	return d.String()
}

func (e edge) other(p Point) Point {
	if p == e.from {
		return e.to
	}
	return e.from
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
