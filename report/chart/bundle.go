package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bundle has lines that never fall and never turn back. Where lines lie on each other, they take
// turns, so that all are seen.
//
// Along such a line, the sum of both coordinates grows. It serves as the place along all lines of a
// bundle, and is divided into turns of equal length. The difference of the coordinates says how far
// lines are from each other.
type bundle []bundled

type bundled struct {
	points plotter.XYs
	line   draw.LineStyle
	mark   draw.GlyphStyle
}

const (
	turn        = vg.Length(6)    // the length of a turn, in points
	markedTurns = 16              // from one mark of a line to the next
	hiding      = 1.2 * lineWidth // the distance of lines that hide each other
)

// Plot draws the lines.
func (b bundle) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	lines := make([][]vg.Point, len(b))
	low, high := math.Inf(1), math.Inf(-1) // places
	for k, one := range b {
		for _, at := range one.points {
			v := vg.Point{X: toX(at.X), Y: toY(at.Y)}
			lines[k] = append(lines[k], v)
			low, high = min(low, float64(v.X+v.Y)), max(high, float64(v.X+v.Y))
		}
	}
	turns := max(0, int((high-low)/float64(turn))+1)
	start := func(k int) vg.Length { return vg.Length(low) + turn*vg.Length(k) }
	across := make([][]vg.Length, len(b)) // by line and turn; infinite where there is no line
	for k, points := range lines {
		for t := range turns {
			across[k] = append(across[k], acrossAt(points, start(t)+turn/2))
		}
	}
	seen := make([][]bool, turns) // by turn and line
	for t := range turns {
		seen[t] = seenIn(across, t)
	}
	for k, points := range lines {
		var parts []vg.Length // begin and end of each part that is drawn
		for t := range turns {
			if !seen[t][k] {
				continue
			}
			if n := len(parts); n > 0 && parts[n-1] == start(t) {
				parts[n-1] = start(t + 1)
			} else {
				parts = append(parts, start(t), start(t+1))
			}
		}
		for ; len(parts) > 0; parts = parts[2:] {
			if part := partOf(points, parts[0], parts[1]); len(part) > 1 {
				c.StrokeLines(b[k].line, part)
			}
		}
	}
	for k := range b {
		b.marks(c, k, across[k], func(t int) bool { return seen[t][k] }, start)
	}
}

// marks draws the marks of a line, at the first turn of the line in each markedTurns turns. They begin
// at another place for each line.
func (b bundle) marks(c draw.Canvas, k int, across []vg.Length, seen func(t int) bool, start func(t int) vg.Length) {
	next := k * markedTurns / len(b)
	for t := range across {
		if far := across[t]; t >= next && seen(t) && !math.IsInf(float64(far), 0) {
			place := start(t) + turn/2
			c.DrawGlyphNoClip(b[k].mark, vg.Point{X: (place - far) / 2, Y: (place + far) / 2})
			next += markedTurns * (1 + (t-next)/markedTurns)
		}
	}
}

// seenIn returns which lines are drawn in a turn: one of each group of lines that coincide there.
func seenIn(across [][]vg.Length, t int) []bool {
	group := make([]int, len(across)) // by line, the first line of its group
	members := make([][]int, len(across))
	for k := range across {
		group[k], members[k] = k, []int{k}
		for j := range k {
			if g := group[j]; g != group[k] && coincide(across[j], across[k], t) {
				members[g] = append(members[g], members[group[k]]...)
				members[group[k]] = nil
				for _, m := range members[g] {
					group[m] = g
				}
			}
		}
	}
	seen := make([]bool, len(across))
	for _, some := range members {
		if len(some) > 0 {
			seen[some[t%len(some)]] = true
		}
	}
	return seen
}

// coincide reports whether two lines are close in a turn and in the turns beside it. Lines that only
// cross do not.
func coincide(a, b []vg.Length, t int) bool {
	for k := max(0, t-1); k <= min(t+1, len(a)-1); k++ {
		if !(math.Abs(float64(a[k]-b[k])) < math.Sqrt2*float64(hiding)) { // which is false for two infinities
			return false
		}
	}
	return true
}

// acrossAt returns how far a line is to the left of the diagonal at a place, or infinity if the line
// does not reach it.
func acrossAt(points []vg.Point, place vg.Length) vg.Length {
	for k := 1; k < len(points); k++ {
		if a, b := points[k-1], points[k]; a.X+a.Y <= place && place <= b.X+b.Y {
			at := pointAt(a, b, place)
			return at.Y - at.X
		}
	}
	return vg.Length(math.Inf(1))
}

// partOf returns the part of a line from one place to another.
func partOf(points []vg.Point, from, to vg.Length) (part []vg.Point) {
	for k, at := range points {
		place := at.X + at.Y
		if k > 0 {
			before := points[k-1]
			for _, cut := range []vg.Length{from, to} {
				if before.X+before.Y < cut && cut < place {
					part = append(part, pointAt(before, at, cut))
				}
			}
		}
		if from <= place && place <= to {
			part = append(part, at)
		}
	}
	return part
}

// pointAt returns the point at a place between two points.
func pointAt(a, b vg.Point, place vg.Length) vg.Point {
	length := b.X + b.Y - a.X - a.Y
	if length == 0 {
		return a
	}
	share := (place - a.X - a.Y) / length
	return vg.Point{X: a.X + share*(b.X-a.X), Y: a.Y + share*(b.Y-a.Y)}
}
