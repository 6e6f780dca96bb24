package chart

import (
	"fmt"
	"image/color"
	"math"

	"xcbench/internal/english"
	"xcbench/results/tree"
)

// heatmap shows how many nodes of each level have how many children. Nodes without children are
// dead ends or solutions; these have two rows of their own at the bottom.
func heatmap(in *Input) (*Plot, error) {
	s := in.Trees[0]
	p, err := treePlot("Branching in the search tree", s)
	if err != nil {
		return nil, err
	}
	p.Head = []string{"level", "to_level", "children", "to_children", "kind", "nodes"}
	if s.Open {
		p.note("The last node is left out.")
	}
	columns := choose(in.narrow(), 45, 90)
	band := (len(s.Levels) + columns - 1) / columns // levels to a column
	if band > 1 {
		p.note(fmt.Sprintf("%d levels to a column.", band))
	}
	rows, most := 0, int64(1)
	for _, l := range s.Levels {
		rows = max(rows, len(l))
	}
	panel := Panel{X: Axis{Label: "level"}, Y: Axis{Label: "children of a node"}}
	for row := range rows {
		panel.Y.Fixed = append(panel.Y.Fixed, Tick{Value: float64(row), Label: rowName(row)})
	}
	var counts []int64
	for low := 0; low < len(s.Levels); low += band {
		last := min(low+band, len(s.Levels)) - 1
		for row, n := range rowSums(s.Levels[low:last+1], rows) {
			if n == 0 {
				continue
			}
			least, greatest := tree.Children(row)
			p.row(low, last, least, greatest, rowKinds[min(row, 2)], n)
			counts, most = append(counts, n), max(most, n)
			panel.Cells = append(panel.Cells, Cell{X0: float64(low) - 0.5, X1: float64(last) + 0.5, Y0: float64(row) - 0.5, Y1: float64(row) + 0.5,
				Texts: []string{short(float64(n))}, Tip: levelsText(low, last) + ": " + english.GroupedCount(n, "node") + ", children: " + rowName(row)})
		}
	}
	if len(counts) == 0 {
		return nil, nothing("the search stopped at the root", again)
	}
	for k, n := range counts {
		panel.Cells[k].Fill = heat(n, most)
	}
	for n := int64(1); n < most; n *= 10 {
		panel.Series = append(panel.Series, key(english.GroupedCount(n, "node"), heat(n, most)))
	}
	panel.Series = append(panel.Series, key(english.GroupedCount(most, "node"), heat(most, most)))
	p.Panels = []Panel{panel}
	return p, nil
}

// heat returns the colour of a number from 1 to most, by its logarithm. Small ones look close to none on white paper.
func heat(n, most int64) color.NRGBA {
	share := math.Log(float64(n)) / math.Log(float64(max(2, most)))
	mix := func(darkest float64) uint8 { return uint8(255.5 - (0.1+0.9*share)*(255-darkest)) }
	return color.NRGBA{mix(0x08), mix(0x30), mix(0x6B), 0xFF}
}

// rowKinds are the kinds of nodes in the rows of a heat map. A row has the nodes of a class of children,
// and all rows from the last kind on have branches.
var rowKinds = []string{"solution", "dead end", "branch"}

// rowName returns the numbers of children in a row, or the kind of nodes without children.
func rowName(row int) string {
	least, most := tree.Children(row)
	return choose(row < 2, rowKinds[min(row, 2)], english.Thousands(least)+choose(least == most, "", "–"+english.Thousands(most)))
}

// rowSums returns the number of nodes in each row, over some levels.
func rowSums(levels [][]int64, rows int) []int64 {
	sums := make([]int64, rows)
	for _, l := range levels {
		for row, n := range l {
			sums[row] += n
		}
	}
	return sums
}
