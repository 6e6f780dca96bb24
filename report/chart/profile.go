package chart

import (
	"fmt"
	"math"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// profile draws performance profiles: the share of the instances that a solver solved within a
// factor of the best solver's value, against the factor. Instances that nobody solved count too.
// Source: E. D. Dolan, J. J. Moré: Benchmarking optimization software with performance profiles,
// Mathematical Programming 91 (2002), 201-213.
func profile(in Input) (*Figure, error) {
	c := in.table()
	f := &Figure{title: "Share of the instances solved within a factor of the best " + amount(in.unit)}
	f.head = []string{"solver", "share", "factor", "instance"}
	lines, nobodys, floored := map[string][]solved{}, 0, 0
	for line := range c.Len() {
		best := math.Inf(1)
		for _, cell := range c.Cells(line) {
			if cell.Status == cover.Solved {
				best = min(best, cell.Center)
			}
		}
		if math.IsInf(best, 1) {
			nobodys++
			continue
		}
		if best < least(in.unit) {
			floored++
		}
		for k, cell := range c.Cells(line) {
			if cell.Status == cover.Solved {
				factor := max(cell.Center, least(in.unit)) / max(best, least(in.unit))
				lines[in.Solvers[k]] = append(lines[in.Solvers[k]], solved{int32(line), factor})
			}
		}
	}
	f.note(unsolved(c))
	if nobodys > 0 && nobodys < c.Len() {
		f.note("Nobody solved " + english.Count(nobodys, "instance") + ".")
	}
	if floored > 0 {
		f.note(fmt.Sprintf("Values below %s count as %[1]s, on %d instances.",
			scaleOf(in.Unit).value(least(in.unit)), floored))
	}
	s := factors(scaleOf(in.Unit).axis + ", as a factor of the best solver's")
	look := stairs{scale: s, id: c.ID, reached: lines, all: c.Len(), shares: true, than: " the best", high: 2}
	return look.draw(f, in)
}

// least returns the smallest value, which keeps ratios finite: a nanosecond, as in the ranking, or
// 1.
func least(u results.Unit) float64 {
	return choose(u.Form == results.AsDuration, 1e-9, 1)
}
