package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"xcbench/internal/english"
	"xcbench/results/tree"
)

// viridis is the colour map of S. van der Walt and N. Smith (matplotlib, 2015), from its light end
// to its dark end: on white paper, small numbers should look close to none. The map is perceptually
// uniform and safe for colour-blind people.
var viridis = []color.NRGBA{
	{0xFD, 0xE7, 0x25, 0xFF}, {0xAD, 0xDC, 0x30, 0xFF}, {0x5E, 0xC9, 0x62, 0xFF}, {0x28, 0xAE, 0x80, 0xFF}, {0x21, 0x91, 0x8C, 0xFF},
	{0x2C, 0x72, 0x8E, 0xFF}, {0x3B, 0x52, 0x8B, 0xFF}, {0x47, 0x2D, 0x7B, 0xFF}, {0x44, 0x01, 0x54, 0xFF},
}

// heat returns the colour of a share from 0 to 1.
func heat(share float64) color.NRGBA {
	at := max(0, min(1, share)) * float64(len(viridis)-1)
	k := min(int(at), len(viridis)-2)
	from, to := viridis[k], viridis[k+1]
	mix := func(x, y uint8) uint8 { return uint8(float64(x) + (at-float64(k))*(float64(y)-float64(x)) + 0.5) }
	return color.NRGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 0xFF}
}

// heatmap shows how many nodes of each level have how many children. Nodes without children are
// dead ends or solutions; these have two rows of their own at the bottom.
func heatmap(in *Input) (*Plot, error) {
	s := in.Trees[0]
	p, err := treePlot("Branching in the search tree", s)
	if err != nil {
		return nil, err
	}
	p.Head = []string{"level", "to_level", "children", "to_children", "kind", "nodes"}
	if s.CutOff() {
		p.note("Nodes above the last node may have more children.")
	}
	if s.Open {
		p.note("The last node is left out.")
	}
	columns := choose(in.Narrow, 45, 90)
	band := (len(s.Levels) + columns - 1) / columns // levels to a column
	if band > 1 {
		p.note(fmt.Sprintf("%d levels to a column.", band))
	}
	classes := 2
	for _, l := range s.Levels {
		classes = max(classes, len(l.Degrees))
	}
	cells, most := heatCells(s, band, classes), int64(0)
	if len(cells) == 0 {
		return nil, nothing("the search stopped at the root", again)
	}
	for _, c := range cells {
		most = max(most, c.nodes)
	}
	ends := max(1, float64(classes)/18) // the height of the rows of dead ends and solutions, whose names need room
	place := func(class int) float64 {
		return choose(class < 1, ends*(float64(class)+0.5-solvedClass), 2*ends+float64(class)-0.2)
	}
	panel := Panel{X: Axis{Label: "level", Exact: true, Low: -0.5, High: float64(len(s.Levels)) - 0.5},
		Y: Axis{Label: "children of a node", Exact: true, High: place(classes-1) + 0.5, Ticks: classTicks(classes, place)}}
	for _, c := range cells {
		least, greatest := tree.Children(max(0, c.class))
		last := min(c.level+band, len(s.Levels)) - 1
		p.row(c.level, last, least, greatest, c.kind(), c.nodes)
		half := choose(c.class < 1, ends, 1) / 2
		panel.Cells = append(panel.Cells, Cell{X0: float64(c.level) - 0.5, X1: float64(last) + 0.5, Y0: place(c.class) - half,
			Y1: place(c.class) + half, Fill: heat(math.Log(float64(c.nodes)) / math.Log(float64(max(2, most)))), Apart: true,
			Texts: []string{short(float64(c.nodes))}, Tip: levelsText(c.level, last) + ": " + english.GroupedCount(c.nodes, "node") + ", children: " + className(c.class)})
	}
	panel.Row = vg.Length(min(20, 190/panel.Y.High))
	key := Key{Text: fmt.Sprintf("1 to %s nodes", english.Thousands(most))}
	for n := range 12 {
		key.Colors = append(key.Colors, heat(float64(n)/11))
	}
	p.Panels, p.Keys = []Panel{panel}, []Key{key}
	return p, nil
}

// heatCell is the number of nodes in a band of levels with one class of children.
type heatCell struct {
	level int
	class int // as tree.Children takes it; 0 for dead ends, solvedClass for solutions
	nodes int64
}

const solvedClass = -1

func (c heatCell) kind() string {
	return []string{"solution", "dead end", "branch"}[min(c.class, 1)-solvedClass]
}

// className returns the numbers of children in a class, or the kind of nodes without children.
func className(class int) string {
	if class < 1 {
		return heatCell{class: class}.kind()
	}
	least, most := tree.Children(class)
	return english.Thousands(least) + choose(least == most, "", "–"+english.Thousands(most))
}

// heatCells counts the nodes of a tree by band of levels and class.
func heatCells(s *tree.Sketch, band, classes int) (cells []heatCell) {
	for low := 0; low < len(s.Levels); low += band {
		sums := make([]int64, classes+1)
		for _, l := range s.Levels[low:min(low+band, len(s.Levels))] {
			sums[0] += l.Solutions
			for class, n := range l.Degrees {
				sums[class+1] += n
			}
		}
		for k, n := range sums {
			if n > 0 {
				cells = append(cells, heatCell{low, k + solvedClass, n})
			}
		}
	}
	return cells
}

// classTicks labels at most about 20 rows of a heat map.
func classTicks(classes int, place func(class int) float64) (ticks []Tick) {
	for class := solvedClass; class < classes; class++ {
		ticks = append(ticks, Tick{place(class), choose(class < 1 || class%(1+(classes-1)/18) == 0, className(class), "")})
	}
	return ticks
}
