package chart

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
	"xcbench/results/tree"
)

// viridis is the colour map of S. van der Walt and N. Smith (matplotlib, 2015), from its light end
// to its dark end: on white paper, small numbers should look close to none. The map is perceptually
// uniform and safe for colour-blind people.
var viridis = []color.Color{
	color.RGBA{0xFD, 0xE7, 0x25, 0xFF}, color.RGBA{0xAD, 0xDC, 0x30, 0xFF}, color.RGBA{0x5E, 0xC9, 0x62, 0xFF},
	color.RGBA{0x28, 0xAE, 0x80, 0xFF}, color.RGBA{0x21, 0x91, 0x8C, 0xFF}, color.RGBA{0x2C, 0x72, 0x8E, 0xFF},
	color.RGBA{0x3B, 0x52, 0x8B, 0xFF}, color.RGBA{0x47, 0x2D, 0x7B, 0xFF}, color.RGBA{0x44, 0x01, 0x54, 0xFF},
}

// heat returns the colour of a share from 0 to 1.
func heat(share float64) color.Color {
	at := max(0, min(1, share)) * float64(len(viridis)-1)
	k := min(int(at), len(viridis)-2)
	return mixed(viridis[k], viridis[k+1], at-float64(k))
}

// heatmap draws how many nodes of each level have how many children. Nodes without children are
// dead ends or solutions; these have two rows of their own at the bottom.
func heatmap(s *tree.Sketch, in Input) (*Figure, error) {
	f := &Figure{title: treeTitle("Branching in the search tree", s)}
	f.head = []string{"level", "to_level", "children", "to_children", "kind", "nodes"}
	f.noteTree(s)
	if s.CutOff() {
		f.note("Nodes above the last node may have more children.")
	}
	if s.OpenAt >= 0 {
		f.note("The last node is left out.")
	}
	columns := choose(in.Narrow, 45, 90)
	d := &heatDrawing{band: (len(s.Levels) + columns - 1) / columns, classes: 2, levels: len(s.Levels)}
	if d.band > 1 {
		f.note(fmt.Sprintf("%d levels to a column.", d.band))
	}
	for _, l := range s.Levels {
		d.classes = max(d.classes, len(l.Degrees))
	}
	d.collect(s)
	for _, c := range d.cells {
		d.most = max(d.most, c.nodes)
		least, most := tree.Children(max(0, c.class))
		last := min(c.level+d.band, d.levels) - 1
		f.row(c.level, last, least, most, c.kind(), c.nodes)
		y, half := d.y(c.class), d.height(c.class)/2
		f.area(float64(c.level)-0.5, y-half, float64(last)+0.5, y+half, levelsText(c.level, last)+": "+c.text())
	}
	if len(d.cells) == 0 {
		return nil, nothing("the search stopped at the root", again)
	}
	p := newPlot("level", "children of a node")
	p.X.Tick.Marker, p.Y.Tick.Marker = counts{}, classTicks{d}
	p.Add(d)
	p.X.Min, p.X.Max = -0.5, float64(d.levels)-0.5
	p.Y.Min, p.Y.Max = 0, d.y(d.classes-1)+0.5
	f.plot = p
	rows := vg.Length(d.classes)
	f.height = choose(in.Narrow, max(150, min(oneColumn*1.1, rows*10+105)), min(twoColumns*0.56, rows*15+105))
	return f, nil
}

// heatCell is the number of nodes in a band of levels with one class of children.
type heatCell struct {
	level int
	class int // as tree.Children takes it; 0 for dead ends, solvedClass for solutions
	nodes int64
}

const solvedClass = -1

func (c heatCell) kind() string {
	switch c.class {
	case solvedClass:
		return "solution"
	case 0:
		return "dead end"
	}
	return "branch"
}

func (c heatCell) text() string {
	if c.class < 1 {
		return english.GroupedCount(c.nodes, c.kind())
	}
	text := english.GroupedCount(c.nodes, "node") + " with " + className(c.class)
	if c.class == 1 {
		return text + " child"
	}
	return text + " children"
}

// className returns the numbers of children in a class.
func className(class int) string {
	least, most := tree.Children(class)
	if least == most {
		return strconv.FormatInt(least, 10)
	}
	return english.Thousands(least) + "–" + english.Thousands(most)
}

// heatDrawing draws the cells, with their numbers if there is room, and a colour scale at the
// right.
type heatDrawing struct {
	cells   []heatCell
	levels  int
	band    int // levels per column
	classes int // classes of children, 0 included
	most    int64
}

func (d *heatDrawing) collect(s *tree.Sketch) {
	for low := 0; low < len(s.Levels); low += d.band {
		sums := make([]int64, d.classes+1)
		for _, l := range s.Levels[low:min(low+d.band, len(s.Levels))] {
			sums[0] += l.Solutions
			sums[1] += l.DeadEnds
			for class, n := range l.Degrees {
				sums[class+1] += n
			}
		}
		for k, n := range sums {
			if n > 0 {
				d.cells = append(d.cells, heatCell{low, k + solvedClass, n})
			}
		}
	}
}

// height returns the height of a row. However many rows there are, the rows of dead ends and
// solutions have room for their names.
func (d *heatDrawing) height(class int) float64 {
	if class < 1 {
		return max(1, float64(d.classes)/18)
	}
	return 1
}

// y returns the middle of a row. A gap sets the rows of dead ends and solutions apart.
func (d *heatDrawing) y(class int) float64 {
	if class < 1 {
		return (float64(class-solvedClass) + 0.5) * d.height(class)
	}
	return 2*d.height(0) + 0.3 + float64(class) - 0.5
}

// share returns the place of a number on the logarithmic colour scale.
func (d *heatDrawing) share(n int64) float64 {
	if d.most <= 1 {
		return 0
	}
	return math.Log(float64(n)) / math.Log(float64(d.most))
}

// Plot draws the cells and the scale.
func (d *heatDrawing) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	width, one := toX(float64(d.band))-toX(0), toY(1)-toY(0)
	var numbers []string
	for _, cell := range d.cells {
		numbers = append(numbers, short(cell.nodes))
	}
	var style draw.TextStyle
	room := false
	for _, size := range []vg.Length{8.5, 8, 7.5, 7} {
		style = writing(size, nil, draw.XCenter, draw.YCenter)
		if room = widest(style, numbers)+3 <= width; room {
			break
		}
	}
	room = room && style.Font.Size+2 <= one
	edge := min(0.8, 0.1*width, 0.1*one)
	for k, cell := range d.cells {
		x, y := toX(float64(cell.level)-0.5), toY(d.y(cell.class))
		height := one * vg.Length(d.height(cell.class))
		right := min(x+width, toX(float64(d.levels)-0.5)) - edge
		share := d.share(cell.nodes)
		c.SetColor(heat(share))
		c.Fill(boxPath(x, y-height/2, right, y+height/2-edge))
		if room {
			style.Color = white
			if share < 0.45 {
				style.Color = color.Gray{}
			}
			c.FillText(style, vg.Point{X: (x + right) / 2, Y: y}, numbers[k])
		}
	}
	d.scale(c)
}

const scaleWidth = vg.Length(9)

// scale draws the colours with their meaning.
func (d *heatDrawing) scale(c draw.Canvas) {
	const steps = 64
	x, low, high := c.Max.X+12, c.Min.Y, c.Max.Y-14
	if d.most <= 1 {
		low = high - scaleWidth
	}
	at := func(share float64) vg.Length { return low + (high-low)*vg.Length(share) }
	c.FillText(keyStyle, vg.Point{X: x, Y: c.Max.Y - 5}, "nodes")
	for k := range steps {
		c.SetColor(heat((float64(k) + 0.5) / steps))
		if d.most <= 1 {
			c.SetColor(heat(0))
		}
		c.Fill(boxPath(x, at(float64(k)/steps), x+scaleWidth, min(high, at(float64(k+1)/steps)+0.3)))
	}
	mark := func(n int64, text string) {
		y := at(d.share(n))
		if d.most <= 1 {
			y = (low + high) / 2
		}
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(0.5)}, x+scaleWidth, y, x+scaleWidth+3, y)
		c.FillText(keyStyle, vg.Point{X: x + scaleWidth + 5, Y: y}, text)
	}
	mark(d.most, short(d.most))
	for e, n := 0, int64(1); n < d.most && e < 18; e, n = e+1, n*10 {
		if at(1)-at(d.share(n)) > 10 {
			mark(n, english.PowerOfTen(e))
		}
	}
}

// GlyphBoxes reserves room for the scale.
func (d *heatDrawing) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return besides(12+scaleWidth+5+26, 0)
}

// short formats a number with three digits: 999, 1.23k, 12.3k, 123k, 1.23M.
func short(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	v := float64(n)
	for _, unit := range []string{"k", "M", "G", "T", "P"} {
		if v /= 1000; v < 999.5 {
			digits := 2
			for least := 9.995; v >= least && digits > 0; least *= 10 {
				digits--
			}
			return strconv.FormatFloat(v, 'f', digits, 64) + unit
		}
	}
	return strconv.FormatFloat(float64(n), 'g', 2, 64)
}

// classTicks labels at most about 20 rows of a heat map.
type classTicks struct{ *heatDrawing }

func (t classTicks) Ticks(_, _ float64) []plot.Tick {
	ticks := []plot.Tick{{Value: t.y(solvedClass), Label: "solution"}, {Value: t.y(0), Label: "dead end"}}
	step := 1 + (t.classes-1)/18
	for class := 1; class < t.classes; class++ {
		tick := plot.Tick{Value: t.y(class)}
		if class%step == 0 {
			tick.Label = className(class)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}
