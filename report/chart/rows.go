package chart

import "gonum.org/v1/plot/vg"

// shelve makes the vertical axis a list of rows: a row for each member, in each of the groups if there are
// several. It returns the place of each row. The first group is at a distance from the others.
func (panel *Panel) shelve(groups, members []string) func(g, k int) float64 {
	n := len(members)
	place := func(g, k int) float64 { return float64(g*choose(n == 1, 1, n+1)+k) + choose(g > 0, 0.5, 0) }
	panel.Y = Axis{Down: true, Exact: true, Low: -0.7, High: place(max(1, len(groups))-1, n-1) + 0.7}
	panel.Row = vg.Length(max(7, min(16, 380/panel.Y.High)))
	names, at := groups, func(g int) float64 { return (place(g, 0) + place(g, n-1)) / 2 }
	if len(groups) < 2 {
		names, at = members, func(k int) float64 { return float64(k) }
	}
	for k, name := range names {
		panel.Y.Ticks = append(panel.Y.Ticks, Tick{at(k), name})
	}
	return place
}
