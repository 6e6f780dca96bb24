package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// shelve makes the vertical axis a list of groups of rows: each group has a row for each member, and a
// shade if they are several. It returns the place of each row. The first group is at a distance from the
// others.
func (panel *Panel) shelve(groups, members []string, distance float64) func(g, k int) float64 {
	pitch := float64(choose(len(members) == 1, 1, len(members)+1))
	place := func(g, k int) float64 { return pitch*float64(g) + float64(k) + choose(g > 0, distance, 0) }
	end := func(g int) float64 { return place(g, len(members)-1) + 0.7 }
	panel.Y = Axis{Down: true, Exact: true, Low: -0.7, High: end(len(groups) - 1)}
	panel.Row = vg.Length(max(7, min(16, 380/panel.Y.High)))
	for g, name := range groups {
		if len(groups) == 1 {
			for k, name := range members {
				panel.Y.Ticks = append(panel.Y.Ticks, Tick{place(0, k), name})
			}
			break
		}
		panel.Y.Ticks = append(panel.Y.Ticks, Tick{(place(g, 0) + place(g, len(members)-1)) / 2, name})
		if g%2 == 0 && len(members) > 1 {
			panel.Cells = append(panel.Cells, Cell{X0: math.Inf(-1), X1: math.Inf(1), Y0: place(g, 0) - 0.8, Y1: end(g) + 0.1, Fill: alpha(grid, 0.5)})
		}
	}
	return place
}
