package chart

import (
	"cmp"
	"math"
	"slices"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// cactus shows how many instances each solver solved within a time, or within an amount of another
// unit. Unsolved instances add nothing: the line ends below the top. Shares are the empirical
// distribution, with unsolved instances at infinity.
func cactus(in *Input) (*Plot, error) {
	s, c := stairs{shares: in.Share, column: in.Unit}, in.table()
	all := s.take(in, c, func(value, _ float64) float64 { return value })
	s.high = choose(all || in.Unit != results.Seconds, 0, in.limit) // lines go on up to the time limit
	title := choose(in.Share, "Share of the instances", "Instances") + " solved within a " + amount(in.unit)
	return s.plot(in, c, title, Axis{Label: in.unit.Axis, Form: tickForm(in.unit)})
}

// profile shows performance profiles: the share of the instances that a solver solved within a
// factor of the best solver's value, against the factor. Instances that nobody solved count too.
// Source: E. D. Dolan, J. J. Moré: Benchmarking optimization software with performance profiles,
// Mathematical Programming 91 (2002), 201-213.
func profile(in *Input) (*Plot, error) {
	s, c := stairs{shares: true, column: "factor", high: 2}, in.table()
	least := choose(in.unit.Form == results.AsDuration, 1e-9, 1) // keeps ratios finite, as in the ranking
	s.take(in, c, func(value, best float64) float64 { return max(value, least) / max(best, least) })
	return s.plot(in, c, "Share of the instances solved within a factor of the best "+amount(in.unit),
		Axis{Label: "relative to the best solver", Form: factor})
}

// stairs are lines, one per solver, that rise by a step at each of the solver's values.
type stairs struct {
	lines  map[string][]Point
	shares bool    // the height of a line is the share of all instances, not their number
	column string  // of the CSV
	high   float64 // a value where no line has ended yet; 0 for the largest value
}

// take makes the lines, of what a value and the best value of its instance come to. It reports whether all
// searches were solved.
func (s *stairs) take(in *Input, c compare.Table, of func(value, best float64) float64) bool {
	all := true
	s.lines = map[string][]Point{}
	for _, row := range c.Rows {
		best := math.Inf(1)
		for _, cell := range row.Cells {
			if cell.Status == cover.Solved {
				best = min(best, cell.Center)
			}
		}
		for k, cell := range row.Cells {
			if solver := in.Solvers[k]; cell.Status == cover.Solved {
				s.lines[solver] = append(s.lines[solver], Point{X: of(cell.Center, best), Name: row.Label})
			} else {
				all = false
			}
		}
	}
	return all
}

// plot makes the plot. All lines end at the same place, below the top if values are missing.
func (s stairs) plot(in *Input, c compare.Table, title string, x Axis) (*Plot, error) {
	p := &Plot{Title: title, AtEnds: true, Head: []string{"solver", choose(s.shares, "share", "solved"), s.column, "instance"}}
	n, values := float64(len(c.Rows)), map[string][]float64{}
	for _, solver := range in.Solvers {
		line := s.lines[solver]
		slices.SortStableFunc(line, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		for k := range line {
			line[k].Y = float64(k+1) / choose(s.shares, n, 1)
			p.row(solver, line[k].Y, line[k].X, line[k].Name)
			values[solver] = append(values[solver], line[k].X)
		}
	}
	if !slices.ContainsFunc(in.Solvers, func(s string) bool { return len(values[s]) > 0 && slices.Max(values[s]) > 0 }) {
		return nil, noValue(len(p.Rows) > 0)
	}
	all := english.Thousands(int64(len(c.Rows)))
	y := Axis{Label: "instances solved, of " + all, High: n}
	if s.shares {
		y = Axis{Label: "share of " + all + " instances", High: 1, Form: percent}
	}
	x.Log, x.Low, x.High = true, s.high, choose(s.high > 0, s.high*(1+1e-12), 0)
	p.Panels = []Panel{{X: x, Y: y, Series: in.lines(Steps, byRank(in.Solvers, values), s.lines, nil)}}
	return p, nil
}

// noValue says that no search has a place on an axis of logarithms.
func noValue(zeros bool) error {
	if zeros {
		return nothing("no value is above 0", "name another --unit")
	}
	return nothing("no search was solved", "measure with a longer --timeout, or easier instances")
}
