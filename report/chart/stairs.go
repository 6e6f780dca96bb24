package chart

import (
	"cmp"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// cactus shows how many instances each solver solved within a time, or within an amount of another
// unit. Unsolved instances add nothing: the line ends below the top. Shares are the empirical
// distribution, with unsolved instances at infinity.
func cactus(in *Input) (*Plot, error) {
	c, s := in.table(), stairs{shares: in.Share, column: in.Unit, solved: map[string][]solved{}}
	for k, solver := range in.Solvers {
		for line := range c.Len() {
			cell := c.Cell(line, k)
			if cell.Status == cover.Solved {
				s.solved[solver] = append(s.solved[solver], solved{line, cell.Center})
			} else if in.Unit == results.Seconds {
				s.high = in.limit // lines go on up to the time limit
			}
		}
	}
	title := choose(in.Share, "Share of the instances", "Instances") + " solved within a " + amount(in.unit)
	return s.plot(in, c, title, Axis{Label: in.unit.Axis, Form: tickForm(in.unit)})
}

// profile shows performance profiles: the share of the instances that a solver solved within a
// factor of the best solver's value, against the factor. Instances that nobody solved count too.
// Source: E. D. Dolan, J. J. Moré: Benchmarking optimization software with performance profiles,
// Mathematical Programming 91 (2002), 201-213.
func profile(in *Input) (*Plot, error) {
	c, s := in.table(), stairs{shares: true, column: "factor", high: 2, solved: map[string][]solved{}}
	least := choose(in.unit.Form == results.AsDuration, 1e-9, 1) // keeps ratios finite, as in the ranking
	for line := range c.Len() {
		best := math.Inf(1)
		for _, cell := range c.Cells(line) {
			if cell.Status == cover.Solved {
				best = min(best, cell.Center)
			}
		}
		for k, cell := range c.Cells(line) {
			if cell.Status == cover.Solved {
				s.solved[in.Solvers[k]] = append(s.solved[in.Solvers[k]], solved{line, max(cell.Center, least) / max(best, least)})
			}
		}
	}
	return s.plot(in, c, "Share of the instances solved within a factor of the best "+amount(in.unit),
		Axis{Label: "relative to the best solver", Form: factor})
}

// stairs are lines, one per solver, that rise by a step at each of the solver's values.
type stairs struct {
	solved map[string][]solved
	shares bool    // the height of a line is the share of all instances, not their number
	column string  // of the CSV
	high   float64 // a value where no line has ended yet; 0 for the largest value
}

// solved is a solved instance, as the line of a table, and its value.
type solved struct {
	line  int
	value float64
}

// plot makes the plot. All lines end at the same place, below the top if values are missing.
func (s stairs) plot(in *Input, c *results.Medians, title string, x Axis) (*Plot, error) {
	p := &Plot{Title: title, AtEnds: true, Head: []string{"solver", choose(s.shares, "share", "solved"), s.column, "instance"}}
	some, positive, n := false, false, float64(c.Len())
	for _, solver := range in.Solvers {
		line := s.solved[solver]
		slices.SortStableFunc(line, func(a, b solved) int { return cmp.Compare(a.value, b.value) })
		some, positive = some || len(line) > 0, positive || len(line) > 0 && line[len(line)-1].value > 0
		for k, to := range line {
			p.row(solver, choose[any](s.shares, float64(k+1)/n, k+1), to.value, c.ID(to.line))
		}
	}
	if !positive {
		return nil, noValue(some)
	}
	all := english.Thousands(int64(c.Len()))
	y := Axis{Label: "instances solved, of " + all, High: n}
	if s.shares {
		y = Axis{Label: "share of " + all + " instances", High: 1, Step: 0.2, Form: percent}
	}
	x.Log, x.Low, x.High = true, s.high, choose(s.high > 0, s.high*(1+1e-12), 0)
	panel := Panel{X: x, Y: y}
	order := s.order(in.Solvers)
	looks := in.looks(order)
	groups, names := merge(order, func(a, b string) bool { return slices.Equal(s.solved[a], s.solved[b]) })
	for g, group := range groups {
		line := Series{Name: names[g], Look: looks[group[0]], Form: Steps}
		for k, to := range s.solved[group[0]] {
			line.Points = append(line.Points, Point{X: to.value, Y: float64(k+1) / choose(s.shares, n, 1), Name: c.ID(to.line)})
		}
		panel.Series = append(panel.Series, line)
	}
	p.Panels = []Panel{panel}
	return p, nil
}

// order returns the solvers by what they solved, and then by their mean value.
func (s stairs) order(solvers []string) []string {
	sum := func(solver string) (sum float64) {
		for _, one := range s.solved[solver] {
			sum += math.Log(max(one.value, 1e-12))
		}
		return sum
	}
	order := slices.Clone(solvers)
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Or(len(s.solved[b])-len(s.solved[a]), cmp.Compare(sum(a), sum(b)))
	})
	return order
}

// noValue says that no search has a place on an axis of logarithms.
func noValue(zeros bool) error {
	if zeros {
		return nothing("no value is above 0", "name another --unit")
	}
	return nothing("no search was solved", "measure with a longer --timeout, or easier instances")
}
