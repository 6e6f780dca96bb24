package report

import (
	"strconv"

	"xcbench/internal/english"
	"xcbench/solvers/estimate"
)

// Estimate returns the tables of an estimated tree: the totals, and the levels.
func Estimate(name, solver string, e estimate.Estimate) []Table {
	title := name + " by " + solver
	totals := Table{Title: "Estimate of " + title, Columns: Heads("in all:quantity", ">estimate", ">from:low", ">to:high")}
	totals.Add("nodes", quantityCells(e.Total.Nodes))
	totals.Add("updates", quantityCells(e.Total.Updates))
	totals.Add("solutions", quantityCells(e.Total.Solutions))
	totals.note("%s with samples of up to %s a level. The intervals are meant to contain 95%%.",
		english.Count(e.Probes, "probe"), english.Count(e.Width, "node"))
	if e.Total.Nodes.Skew > estimate.Heavy {
		totals.note("The tail is heavy: a few probes make up most of the nodes, " +
			"and the truth may lie above the interval. Take a larger --width.")
	}
	levels := Table{Title: "Levels of " + title, Columns: Heads(">level", ">nodes", ">from:nodes_low", ">to:nodes_high", ">updates",
		">from:updates_low", ">to:updates_high", ">probes")}
	for k, l := range e.Levels {
		levels.Add(k, quantityCells(l.Nodes), quantityCells(l.Updates), l.Probes)
	}
	levels.note("Probes: how many came to the level. There may be deeper levels.")
	return []Table{totals, levels}
}

// quantityCells returns the value and the interval of a quantity, rounded to three digits for people
// unless the quantity is known exactly.
func quantityCells(q estimate.Quantity) (cells []Cell) {
	for _, x := range []float64{q.Value, q.Low, q.High} {
		shown := x
		if q.Low != q.High {
			shown, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
		}
		cells = append(cells, Value(english.Whole(shown), x))
	}
	return cells
}
