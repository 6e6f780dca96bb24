package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/plot/vg"

	"xcbench/cover"
	"xcbench/results"
)

// bars draws the ratio of each solver to a base solver: the geometric mean over the instances that
// both solved, with a 95% interval. The first group has all instances; the others have one family
// each. The interval is Student's t interval of the mean logarithm over instances. It says how much
// the ratio changes from instance to instance, not how precisely each instance was measured.
func bars(in Input) (*Figure, error) {
	f := &Figure{title: "Ratio to a base solver", aside: true}
	if len(in.Solvers) > 0 {
		in.Base = cmp.Or(in.Base, in.Solvers[0])
	}
	others := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { return s == in.Base })
	if len(others) == 0 {
		return nothing(f.title, "there is no solver beside the base"), nil
	}
	in.Solvers = append([]string{in.Base}, others...)
	unit := scaleOf(in.Unit)
	s := factors(fmt.Sprintf("%s, as a factor of %s's", unit.axis, in.Base))
	f.title = fmt.Sprintf("%s relative to %s, by family", capital(unit.axis), in.Base)
	if len(others) == 1 {
		f.title = fmt.Sprintf("%s: %s relative to %s, by family", capital(unit.axis), others[0], in.Base)
	}
	f.head = []string{"family", "solver", "instances", "ratio", "lower", "upper"}
	c := in.table()
	byFamily := ratios(c)
	if len(byFamily) == 0 {
		return nothing(f.title, "no instance has a value above 0 of both "+in.Base+" and another solver"), nil
	}
	f.note("Geometric means, with 95% intervals over the instances where there is more than one.")
	f.note(leftOut(c))
	b := &barGroups{looks: in.looks}
	groups := largestFamilies(byFamily, max(3, mostBars/len(others)))
	for _, g := range groups {
		b.bands.names = append(b.bands.names, fmt.Sprintf("%s (%d)", g.name, g.size))
	}
	b.bands.rows = len(others)
	b.bands.height = max(5, min(13, 380/vg.Length(len(groups)*b.bands.pitch())))
	for g, group := range groups {
		for k, solver := range others {
			one := meanRatio(solver, group.logs[k+1])
			b.all = append(b.all, one)
			if one.n == 0 {
				continue
			}
			mean, low, high := math.Pow(10, one.mean), math.Pow(10, one.low), math.Pow(10, one.high)
			text := fmt.Sprintf("%s, %s: %s", group.name, solver, s.value(mean))
			if one.n > 1 {
				text += fmt.Sprintf(" (%s to %s)", s.value(low), s.value(high))
				f.row(group.name, solver, one.n, mean, low, high)
			} else {
				f.row(group.name, solver, one.n, mean, "", "")
			}
			y := b.bands.at(g, k)
			f.area(min(0, one.mean), y-0.5, max(0, one.mean), y+0.5, fmt.Sprintf("%s, over %d instances", text, one.n))
		}
	}
	low, high, cut := b.limits()
	if cut {
		f.note("An arrow marks an interval that continues.")
	}
	if len(others) > 1 {
		f.keys = in.looks.solverKeys(others)
	}
	f.inBands(b, b.bands, s, low, high)
	return f, nil
}

// mostBars is the number of bars that fit on a page.
const mostBars = 80

// familyRatios are the ratios of one or more families: their decimal logarithms, by solver. The
// list of the base is empty.
type familyRatios struct {
	name string
	size int // instances that count for at least one solver
	logs [][]float64
}

// ratios returns the ratios to the first solver, by family in order of appearance.
func ratios(c *results.Medians) []familyRatios {
	var all []familyRatios
	for line := range c.Len() {
		base, ok := solvedLog(c.Cell(line, 0))
		if !ok || logsOf(c, line) < 2 {
			continue
		}
		family, _, _ := strings.Cut(c.ID(line), "/")
		at := slices.IndexFunc(all, func(f familyRatios) bool { return f.name == family })
		if at < 0 {
			at = len(all)
			all = append(all, familyRatios{name: family, logs: make([][]float64, len(c.Columns))})
		}
		all[at].size++
		for k, cell := range c.Cells(line) {
			if x, ok := solvedLog(cell); ok && k > 0 {
				all[at].logs[k] = append(all[at].logs[k], x-base)
			}
		}
	}
	return all
}

// solvedLog returns the logarithm of a cell's value. It reports false if the cell is not solved or
// its value is zero.
func solvedLog(c results.Median) (float64, bool) {
	if c.Status != cover.Solved {
		return 0, false
	}
	return log(c.Center)
}

// logsOf returns how many cells of a line have a logarithm.
func logsOf(c *results.Medians, line int) (n int) {
	for _, cell := range c.Cells(line) {
		if hasLog(cell) {
			n++
		}
	}
	return n
}

// hasLog reports whether [solvedLog] has a value.
func hasLog(c results.Median) bool {
	_, ok := solvedLog(c)
	return ok
}

// largestFamilies returns all families as one group, then the largest families, the largest first,
// and then the remaining families as one group. The number of groups is at most most.
func largestFamilies(families []familyRatios, most int) []familyRatios {
	slices.SortStableFunc(families, func(a, b familyRatios) int {
		return cmp.Or(b.size-a.size, strings.Compare(a.name, b.name))
	})
	all := append([]familyRatios{together("all", families)}, families...)
	if len(families) == 1 {
		return families
	}
	if len(all) > most {
		rest := all[most-1:]
		all = append(all[:most-1:most-1], together(fmt.Sprintf("other, %d families", len(rest)), rest))
	}
	return all
}

func together(name string, families []familyRatios) familyRatios {
	all := familyRatios{name: name, logs: make([][]float64, len(families[0].logs))}
	for _, f := range families {
		all.size += f.size
		for k, logs := range f.logs {
			all.logs[k] = append(all.logs[k], logs...)
		}
	}
	return all
}

// ratioMean is the mean of the decimal logarithms of n ratios, with its interval. A single ratio
// has no interval.
type ratioMean struct {
	solver          string
	n               int
	mean, low, high float64
}

func meanRatio(solver string, logs []float64) ratioMean {
	switch len(logs) {
	case 0:
		return ratioMean{solver: solver}
	case 1:
		return ratioMean{solver, 1, logs[0], logs[0], logs[0]}
	}
	sum := benchmath.AssumeNormal.Summary(benchmath.NewSample(logs, &benchmath.DefaultThresholds), 0.95)
	return ratioMean{solver, len(logs), sum.Center, sum.Lo, sum.Hi}
}

// leftOut returns a note on the instances that do not count, or "" if all count.
func leftOut(c *results.Medians) string {
	var some []string
	for k, solver := range c.Columns[1:] {
		n := 0
		for line := range c.Len() {
			if !hasLog(c.Cell(line, 0)) || !hasLog(c.Cell(line, k+1)) {
				n++
			}
		}
		if n > 0 {
			some = append(some, fmt.Sprintf("%s %d", solver, n))
		}
	}
	if len(some) == 0 {
		return ""
	}
	return fmt.Sprintf("Only instances that both solved count. Left out, of %d: %s.", c.Len(),
		strings.Join(some, ", "))
}
