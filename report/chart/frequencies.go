package chart

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"gonum.org/v1/plot/plotter"

	"xcbench/format"
	"xcbench/internal/english"
)

// Frequencies draws in how many solutions each option of a puzzle is, from the exact numbers by
// option. A puzzle with a board is drawn as a board: see boardMarks. Any other puzzle is drawn as a
// curve, the most frequent options first. One solution shows whether there is a board; it is nil if
// there is none.
func Frequencies(name string, puzzle *format.Puzzle, times []*big.Int, all *big.Int, solution []int) (*Figure, error) {
	if solution == nil {
		return nil, nothing("there is no solution of "+name, "its options have no frequencies")
	}
	if len(solution) == 0 {
		return nil, nothing("the only solution of "+name+" has no options", "its options have no frequencies")
	}
	shares := make([]float64, len(times))
	for o, n := range times {
		shares[o], _ = new(big.Rat).SetFrac(n, all).Float64()
	}
	if board, ok := puzzle.Board(solution); ok {
		if marks, what := boardMarks(board, shares); len(marks) > 0 {
			return heatBoard(name, board, marks, what), nil
		}
	}
	return frequencyCurve(name, puzzle, shares), nil
}

// frequencyCurve draws the shares of the options, sorted.
func frequencyCurve(name string, puzzle *format.Puzzle, shares []float64) *Figure {
	f := &Figure{title: name + ": frequencies of options", head: []string{"rank", "option", "share"}}
	p := puzzle.Problem()
	order := make([]int, len(shares))
	for o := range order {
		order[o] = o
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shares[b], shares[a]) })
	var steps plotter.XYs
	for rank, o := range order {
		f.row(rank+1, p.Number(o), shares[o])
		steps = append(steps, plotter.XY{X: float64(rank), Y: 100 * shares[o]}, plotter.XY{X: float64(rank + 1),
			Y: 100 * shares[o]})
		if rank < maxSpots {
			f.area(float64(rank), 0, float64(rank+1), 100*shares[o],
				fmt.Sprintf("option %d: %s", p.Number(o), percent(shares[o])))
		}
	}
	plot := newPlot("options, the most frequent one first", "share of the solutions (%)")
	plot.X.Tick.Marker = counts{}
	line := plotter.Line{XYs: steps}
	line.Color, line.Width = hue(0), lineWidth
	line.FillColor = mixed(white, hue(0), 0.3)
	plot.Add(&line)
	plot.X.Min, plot.X.Max, plot.Y.Min, plot.Y.Max = 0, float64(len(shares)), 0, 105*slices.Max(shares)
	f.plot = plot
	f.note(english.GroupedCount(int64(len(shares)), "option") + ".")
	return f
}

// percent writes a share.
func percent(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }
