package chart

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results/tree"
)

// again says what to do about a tree that has nothing to draw.
const again = "record one without limits, with 'xcbench solve --count --tree FILE INSTANCE'"

// treePlot returns a plot of a search tree with notes on its size and on whether it is complete.
func treePlot(what string, s *tree.Sketch) (*Plot, error) {
	if s.Nodes == 0 {
		return nil, nothing("the search stopped before the root", again)
	}
	p := &Plot{Title: fmt.Sprintf("%s of %s, %s", what, s.InstanceID, s.Solver)}
	p.note(fmt.Sprintf("%s on %s; %s.", english.GroupedCount(s.Nodes, "node"),
		english.GroupedCount(len(s.Levels), "level"), english.GroupedCount(s.Solutions, "solution")))
	if s.CutOff() {
		p.note("Incomplete: the search stopped at " + choose(s.Status == cover.Timeout, "its time", "a limit") + ".")
	}
	return p, nil
}

// The bounds of a drawing. A block is at least as wide as a pixel of a sharp screen. The numbers of
// blocks and of tips keep an SVG file near 400 KB.
const (
	leastWidth = 0.4 // points
	maxShapes  = 5500
	maxTips    = 700
)

// icicle shows a tree from the root at the top down, one level per row. All leaves have the same
// width, and a node is as wide as the leaves below it, so a row is filled where the tree is that
// deep. A node and its only child are one block, so every cut between blocks is a branching. But in
// a small tree with labels every node is a block, with its option and its item.
func icicle(in *Input) (*Plot, error) {
	s := in.Trees[0]
	p, err := treePlot("Search tree", s)
	if err != nil {
		return nil, err
	}
	shapes, width := shapesOf(s), in.width()-60
	for s.Unit < s.Leaves && (float64(s.Leaves)/float64(s.Unit) > width/leastWidth || len(shapes) > maxShapes) {
		s = s.Coarser()
		shapes = shapesOf(s)
	}
	p.Head = []string{"level", "to_level", "from", "to", "nodes", "solutions", "merged"}
	if s.Labels != nil {
		p.Head = append(p.Head, "option", "item")
	}
	panel := Panel{X: Axis{Label: "leaves, in the order of the search"}, Y: Axis{Label: "level", Down: true},
		Series: []Series{key("no solution below", deadColor), key("leads to a solution", liveColor), key("solution", foundColor)}}
	merged, tips := int64(0), 0
	for _, sh := range shapes {
		first, end, label := sh.row*s.Step, (sh.row+sh.rows)*s.Step, sh.label(s)
		row := []any{first, end - 1, sh.From, sh.To, sh.Nodes, sh.Solutions, sh.merged, label.Option, label.Item}
		p.row(row[:len(p.Head)]...)
		merged += choose(sh.merged, sh.Nodes, 0)
		c := Cell{X0: float64(sh.From), X1: float64(sh.To), Y0: float64(first) - 0.5, Y1: float64(end) - 0.5, Fill: sh.fill, Texts: sh.texts(label)}
		if tips < maxTips && float64(sh.To-sh.From) >= float64(s.Leaves)/200 {
			c.Tip = strings.Join(append(append([]string{levelsText(first, end-1)}, c.Texts...), sh.size()), "; ")
			tips++
		}
		panel.Cells = append(panel.Cells, c)
	}
	if s.Step > 1 {
		p.note(fmt.Sprintf("One level in %d is drawn.", s.Step))
	}
	if merged > 0 {
		p.note(fmt.Sprintf("%s narrower than %s are merged; the shade is how much of the place they take.",
			english.GroupedCount(merged, "node"), choose(s.Unit == 1, "1 leaf", english.Thousands(s.Unit)+" leaves")))
	}
	p.Panels = []Panel{panel}
	return p, nil
}

// key returns an entry of the legend for cells of a colour.
func key(name string, fill color.NRGBA) Series {
	return Series{Name: name, Look: Look{Color: fill, Shape: 1}}
}

// shape is a rectangle of an icicle: a chain of only children, or a run of bins in one row that
// look the same.
type shape struct {
	tree.Block // the top node; of a run, the leaves and the merged nodes
	row, rows  int
	fill       color.NRGBA
	merged     bool
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
			if k, ok := above[b.From]; ok && s.Labels == nil && all[k].To == b.To && all[k].fill == fill {
				all[k].rows++
				here[b.From] = k
				continue
			}
			here[b.From] = len(all)
			all = append(all, shape{b, row, 1, fill, false})
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
		if last := len(runs) - 1; last >= 0 && runs[last].To == from && runs[last].fill == fill {
			runs[last].To, runs[last].Nodes = to, runs[last].Nodes+bin.Nodes
			continue
		}
		runs = append(runs, shape{tree.Block{From: from, To: to, Nodes: bin.Nodes}, row, 1, fill, true})
	}
	return runs
}

// The colours of nodes without and with a solution below, and of solutions.
var (
	deadColor  = color.NRGBA{0x8C, 0x8C, 0x8C, 0xFF}
	liveColor  = palette[0] // blue
	foundColor = palette[1] // vermilion
)

func blockColor(b tree.Block) color.NRGBA {
	switch {
	case b.Solution():
		return foundColor
	case b.Solutions > 0:
		return liveColor
	}
	return deadColor
}

// binColor returns the colour of a bin. It is stronger if nodes cover more of the width. Solutions are easily
// overlooked, so one has the whole bin.
func binColor(bin tree.Bin, width int64) color.NRGBA {
	share := float64(bin.Covered) / float64(width)
	switch {
	case bin.Found > 0:
		return foundColor
	case bin.Live > 0:
		return tone(liveColor, share)
	}
	return tone(deadColor, share)
}

// tone returns a colour that is weaker for a smaller share. Few different colours make long runs.
func tone(of color.NRGBA, share float64) color.NRGBA { return alpha(of, 0.1+0.9*math.Ceil(6*share)/6) }

// label returns the label of a node that is a shape of its own.
func (sh shape) label(s *tree.Sketch) (label tree.Label) {
	if s.Labels != nil && !sh.merged {
		label = s.Labels[sh.Number]
	}
	return label
}

// texts returns what a label says: the option that was taken, and the item to branch on, which has no option
// at a dead end.
func (sh shape) texts(label tree.Label) (all []string) {
	if label.Option != "" {
		all = append(all, label.Option)
	}
	if label.Item != "" {
		all = append(all, choose(sh.Children == 0, "dead end: ", "next: ")+label.Item)
	}
	return all
}

// size returns the number of nodes, and of solutions.
func (sh shape) size() string {
	nodes := english.GroupedCount(sh.Nodes, "node")
	return nodes + choose(sh.merged, " merged", " with those below, "+english.GroupedCount(sh.Solutions, "solution"))
}

func levelsText(first, last int) string {
	if last > first {
		return fmt.Sprintf("levels %d to %d", first, last)
	}
	return fmt.Sprintf("level %d", first)
}
