package chart

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"xcbench/internal/english"
	"xcbench/results/tree"
)

// shape is a rectangle of an icicle: a chain of only children, or a run of bins in one row that
// look the same.
type shape struct {
	row, rows        int
	from, to         int64 // leaves
	nodes, solutions int64 // of the node's subtree; for a run, the merged nodes and no solutions
	fill             color.Color
	leaf, merged     bool
	label            *tree.Label // of a node that is a shape of its own, or nil
}

// shapesOf returns the shapes of a sketch, row by row from the root. If its nodes have labels, each
// is a shape of its own.
func shapesOf(s *tree.Sketch) []shape {
	var all []shape
	above, here := map[int64]int{}, map[int64]int{} // blocks of two rows by their left end
	for row, r := range s.Rows {
		clear(here)
		for _, b := range r.Blocks {
			fill := blockColor(b)
			if k, ok := above[b.From]; ok && s.Labels == nil && all[k].to == b.To && all[k].fill == fill {
				all[k].rows++
				here[b.From] = k
				continue
			}
			here[b.From] = len(all)
			sh := shape{row: row, rows: 1, from: b.From, to: b.To, nodes: b.Nodes, solutions: b.Solutions,
				fill: fill, leaf: b.Leaf && !(s.OpenAt >= 0 && b.Number == s.Nodes-1)}
			if s.Labels != nil {
				sh.label = &s.Labels[b.Number]
			}
			all = append(all, sh)
		}
		all = append(all, runsOf(s, row)...)
		above, here = here, above
	}
	return all
}

// runsOf returns the runs of bins in a row.
func runsOf(s *tree.Sketch, row int) (runs []shape) {
	for k, bin := range s.Rows[row].Bins {
		if bin.Covered == 0 {
			continue
		}
		from, to := int64(k)*s.Unit, min(int64(k+1)*s.Unit, s.Leaves)
		fill := binColor(bin, to-from)
		if last := len(runs) - 1; last >= 0 && runs[last].to == from && runs[last].fill == fill {
			runs[last].to, runs[last].nodes = to, runs[last].nodes+bin.Nodes
			continue
		}
		runs = append(runs, shape{row: row, rows: 1, from: from, to: to, nodes: bin.Nodes, fill: fill, merged: true})
	}
	return runs
}

// The colours of nodes without and with a solution below, and of solutions.
var (
	deadColor  = color.Gray{0x8C}
	liveColor  = palette[0] // blue
	foundColor = palette[1] // vermilion
)

func blockColor(b tree.Block) color.Color {
	switch {
	case b.Leaf && b.Solutions > 0:
		return foundColor
	case b.Solutions > 0:
		return liveColor
	}
	return deadColor
}

// binColor returns the colour of a bin. It is darker if nodes cover more of the width. It is grey
// if no node has a solution below, and bluer the more nodes have one.
func binColor(bin tree.Bin, width int64) color.Color {
	hue := color.Color(deadColor)
	switch {
	case 2*bin.Found > bin.Covered:
		hue = foundColor
	case bin.Live > 0:
		hue = mixed(deadColor, liveColor, 0.3+0.7*step(float64(bin.Live)/float64(bin.Covered)))
	}
	return tone(hue, float64(bin.Covered)/float64(width))
}

// tone returns a colour that is lighter for a smaller share.
func tone(of color.Color, share float64) color.Color {
	return mixed(white, of, 0.15+0.85*step(share))
}

// steps are the shares that differ in colour, with finer steps for small shares. Fewer steps make
// longer runs.
var steps = []float64{0.03, 0.1, 0.25, 0.5, 0.75, 1}

func step(share float64) float64 {
	k, _ := slices.BinarySearch(steps, share)
	return steps[min(k, len(steps)-1)]
}

// ramp returns tones from few to many.
func ramp(of color.Color) []color.Color {
	return []color.Color{tone(of, 0.1), tone(of, 0.5), tone(of, 1)}
}

func (sh shape) text(s *tree.Sketch) string {
	place := levelsText(sh.row*s.Step, (sh.row+sh.rows)*s.Step-1)
	if sh.label != nil {
		place = strings.Join(append([]string{place}, sh.lines()...), "; ")
	}
	switch {
	case sh.merged:
		return fmt.Sprintf("%s: %s merged, on %s", place, english.GroupedCount(sh.nodes, "node"), leaves(sh.to-sh.from))
	case sh.leaf && sh.solutions > 0:
		return place + ": a solution"
	case sh.leaf:
		return place + ": a dead end"
	}
	return fmt.Sprintf("%s: %s with those below; %s", place, english.GroupedCount(sh.nodes, "node"),
		english.GroupedCount(sh.solutions, "solution"))
}

func levelsText(first, last int) string {
	if last > first {
		return fmt.Sprintf("levels %d to %d", first, last)
	}
	return fmt.Sprintf("level %d", first)
}

func leaves(n int64) string {
	if n == 1 {
		return "1 leaf"
	}
	return english.Thousands(n) + " leaves"
}
