package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
	"xcbench/results/tree"
)

// The bounds of a drawing. A block is at least as wide as a pixel of a sharp screen. The numbers of
// blocks and of places with a text keep an SVG file near 400 KB.
const (
	leastWidth = vg.Length(0.4)
	maxShapes  = 5500
	maxSpots   = 700
)

// icicle draws a tree from the root at the top down, one level per row. All leaves have the same
// width, and a node is as wide as the leaves below it, so a row is filled where the tree is that
// deep. A node and its only child are one block, so every cut between blocks is a branching. But in
// a small tree with labels every node is a block, with its option and its item.
func icicle(s *tree.Sketch, in Input) (*Figure, error) {
	f := &Figure{title: treeTitle("Search tree", s)}
	f.head = []string{"level", "to_level", "from", "to", "nodes", "solutions", "merged"}
	f.noteTree(s)
	s = s.Clone()
	shapes := shapesOf(s)
	for s.Unit < s.Leaves && (float64(s.Leaves)/float64(s.Unit) > float64(plotWidth(in)/leastWidth) ||
		len(shapes) > maxShapes) {
		s.Coarsen()
		shapes = shapesOf(s)
	}
	merged := int64(0)
	if s.Labels != nil {
		f.head = append(f.head, "option", "item")
	}
	for _, sh := range shapes {
		row := []any{sh.row * s.Step, (sh.row+sh.rows)*s.Step - 1, sh.from, sh.to, sh.nodes, sh.solutions, sh.merged}
		if sh.label != nil {
			row = append(row, sh.label.Option, sh.label.Item)
		}
		f.row(row...)
		if sh.merged {
			merged += sh.nodes
		}
	}
	if s.Step > 1 {
		f.note(fmt.Sprintf("One level in %d is drawn.", s.Step))
	}
	key := colorKey{width: plotWidth(in), entries: []colorEntry{{[]color.Color{deadColor}, "no solution below"}}}
	if s.Solutions > 0 {
		key.entries = append(key.entries, colorEntry{[]color.Color{liveColor}, "leads to a solution"},
			colorEntry{[]color.Color{foundColor}, "solution"})
	}
	if merged > 0 {
		f.note(fmt.Sprintf("%s narrower than %s are merged; the shade is how much of the place they take.",
			english.GroupedCount(merged, "node"), leaves(s.Unit)))
		key.entries = append(key.entries, colorEntry{ramp(deadColor), "merged, few to many"})
		if s.Solutions > 0 {
			key.entries[len(key.entries)-1].colors = ramp(liveColor)
		}
	}

	p := newPlot("dead ends and solutions, in the order of the search", "level")
	p.X.Tick.Marker, p.Y.Tick.Marker = counts{}, levelTicks{s.Step}
	d := &icicleDrawing{s: s, shapes: shapes}
	p.Add(d, key)
	p.X.Min, p.X.Max = 0, float64(s.Leaves)
	p.Y.Min, p.Y.Max = -d.depth(), 0
	if s.Solutions > 0 {
		p.Y.Min -= d.gap() + d.rug()
	}
	slices.SortStableFunc(shapes, func(a, b shape) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	for _, sh := range shapes[:min(maxSpots, len(shapes))] {
		if float64(sh.to-sh.from) >= float64(s.Leaves)/200 {
			y := -float64(sh.row * s.Step)
			f.area(float64(sh.from), y-float64(sh.rows*s.Step), float64(sh.to), y, sh.text(s))
		}
	}
	f.plot = p
	return f, nil
}

// icicleDrawing draws the shapes. A row below them repeats the places of the solutions, which are
// easily overlooked among many shapes.
type icicleDrawing struct {
	s      *tree.Sketch
	shapes []shape
}

func (d *icicleDrawing) depth() float64 { return float64(len(d.s.Rows) * d.s.Step) }
func (d *icicleDrawing) gap() float64   { return d.depth() * 0.02 }
func (d *icicleDrawing) rug() float64   { return max(d.depth()*0.035, min(d.depth()*0.08, 0.4)) }

// Plot draws all shapes of one colour as one path, which halves the file.
func (d *icicleDrawing) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	height := toY(float64(d.s.Step)) - toY(0)
	paths := colorPaths{paths: map[color.Color]vg.Path{}}
	for _, sh := range d.shapes {
		x0, x1 := toX(float64(sh.from)), toX(float64(sh.to))
		if !sh.merged { // a gap separates siblings
			x1 -= min(0.6, 0.2*(x1-x0))
		}
		y := toY(-float64(sh.row * d.s.Step))
		paths.add(sh.fill, x0, y-height*vg.Length(sh.rows)+min(0.6, 0.15*height), x1, y)
	}
	most := slices.Max(d.s.Found)
	y0, y1 := toY(-d.depth()-d.gap()-d.rug()), toY(-d.depth()-d.gap())
	for k, found := range d.s.Found {
		if found == 0 {
			continue
		}
		from, to := int64(k)*d.s.Unit, min(d.s.Leaves, int64(k+1)*d.s.Unit)
		x0, x1 := toX(float64(from)), toX(float64(to))
		if thin := 0.8 - (x1 - x0); thin > 0 && d.s.Solutions < 100 { // wide enough to be visible
			x0, x1 = x0-thin/2, x1+thin/2
		}
		paths.add(tone(foundColor, float64(found)/float64(most)), x0, y0, x1, y1)
	}
	paths.fill(c)
	for _, sh := range d.shapes {
		if sh.label != nil {
			from, to := vg.Point{X: toX(float64(sh.from)), Y: toY(-float64(sh.row + sh.rows))},
				vg.Point{X: toX(float64(sh.to)), Y: toY(-float64(sh.row))}
			sh.write(c, vg.Rectangle{Min: from, Max: to})
		}
	}
}

// colorPaths are paths by colour. The order of the colours is the order of the calls of add.
type colorPaths struct {
	order []color.Color
	paths map[color.Color]vg.Path
}

func (p *colorPaths) add(fill color.Color, x0, y0, x1, y1 vg.Length) {
	if _, ok := p.paths[fill]; !ok {
		p.order = append(p.order, fill)
	}
	p.paths[fill] = append(p.paths[fill], boxPath(x0, y0, x1, y1)...)
}

func (p *colorPaths) fill(c draw.Canvas) {
	for _, fill := range p.order {
		c.SetColor(fill)
		c.Fill(p.paths[fill])
	}
}

// levelTicks labels rows of levels, in the middle of each row. Level 0 is at the top.
type levelTicks struct{ step int }

func (t levelTicks) Ticks(low, _ float64) []plot.Tick {
	rows := int(-low) / t.step
	var ticks []plot.Tick
	for _, tick := range (counts{}).Ticks(0, float64((rows-1)*t.step)) {
		ticks = append(ticks, plot.Tick{Value: -tick.Value - float64(t.step)/2, Label: tick.Label})
	}
	return ticks
}
