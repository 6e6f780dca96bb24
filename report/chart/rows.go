package chart

// shelve makes the vertical axis a list of groups of n rows each. It returns the place of row k of group g. The
// first group is so far apart from the others.
func (panel *Panel) shelve(groups []string, n int, apart float64) (place func(g, k int) float64) {
	place = func(g, k int) float64 { return float64(g*choose(n == 1, 1, n+1)+k) + choose(g > 0, apart, 0) }
	panel.Y = Axis{Down: true, Low: -0.7, High: place(len(groups)-1, n-1) + 0.7}
	for g, name := range groups {
		panel.Y.Fixed = append(panel.Y.Fixed, Tick{Value: (place(g, 0) + place(g, n-1)) / 2, Label: name})
	}
	return place
}
