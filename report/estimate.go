package report

import (
	"fmt"
	"math"
	"slices"
	"xcbench/internal/english"
	"xcbench/solvers/estimate"
)

// Estimate returns the tables of an estimated tree: the totals, and the levels.
func Estimate(name, solver string, e estimate.Estimate) []Table {
	column := func(name, key string) Column { return Column{Name: name, Key: key, Right: true} }
	title := name + " by " + solver
	totals := Table{
		Title: "Estimate of " + title,
		Columns: []Column{{Name: "in all", Key: "quantity"}, column("estimate", ""), column("from", "low"),
			column("to", "high")},
		Notes: []string{fmt.Sprintf("%s with samples of up to %s a level. The intervals are meant to contain 95%%.",
			english.Count(e.Probes, "probe"), english.Count(e.Width, "node"))},
	}
	for _, row := range []struct {
		what string
		q    estimate.Quantity
	}{{"nodes", e.Total.Nodes}, {"updates", e.Total.Updates}, {"solutions", e.Total.Solutions}} {
		totals.Rows = append(totals.Rows, append([]Cell{Text(row.what)}, quantityCells(row.q)...))
	}
	if e.Total.Nodes.Skew > estimate.Heavy {
		totals.Notes = append(totals.Notes, "The tail is heavy: a few probes make up most of the nodes, "+
			"and the truth may lie above the interval. Take a larger --width.")
	}
	levels := Table{
		Title: "Levels of " + title,
		Columns: []Column{column("level", ""), column("nodes", ""), column("from", "nodes_low"),
			column("to", "nodes_high"), column("updates", ""), column("from", "updates_low"),
			column("to", "updates_high"), column("probes", "")},
		Notes: []string{"Probes: how many came to the level. There may be deeper levels."},
	}
	for k, l := range e.Levels {
		row := slices.Concat([]Cell{Int(int64(k))}, quantityCells(l.Nodes), quantityCells(l.Updates),
			[]Cell{Int(int64(l.Probes))})
		levels.Rows = append(levels.Rows, row)
	}
	return []Table{totals, levels}
}

// quantityCells returns the value and the interval of a quantity, rounded to three digits for people
// unless the quantity is known exactly.
func quantityCells(q estimate.Quantity) []Cell {
	var cells []Cell
	for _, x := range []float64{q.Value, q.Low, q.High} {
		text := english.Whole(x)
		if q.Low != q.High && x >= 1 {
			unit := math.Pow(10, math.Floor(math.Log10(x))-2)
			text = english.Whole(math.Round(x/unit) * unit)
		}
		cells = append(cells, Cell{Text: text, Value: x})
	}
	return cells
}
