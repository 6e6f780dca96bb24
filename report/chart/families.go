package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/results"
)

// families is a forest plot of the ratio of each solver to a base solver: the geometric mean over the
// instances that have a value of both, with its interval. These are the verdicts of cmp. The first row
// has all instances; the others have one family each.
func families(in *Input) (*Plot, error) {
	in.baseFirst()
	others := in.Solvers[1:]
	if len(others) == 0 {
		return nil, nothing("there is no solver beside the base", "measure two solvers")
	}
	groups := in.familyGroups(max(3, mostBars/len(others)))
	if len(groups) == 0 {
		return nil, nothing("no instance has comparable values above 0 of "+in.Base+" and another solver",
			"name another --base or --unit")
	}
	p := &Plot{Title: fmt.Sprintf("%s relative to %s, by family", capital(in.unit.Axis), in.Base),
		Head: []string{"family", "solver", "instances", "ratio", "lower", "upper"}}
	p.note("Geometric means over the instances with comparable values of both" +
		choose(in.unit.Exact, "", ", with the 95% intervals of cmp") + ". From 6 families on, each has one vote.")
	means := map[string][]Point{} // of each solver, by group
	for _, group := range groups {
		verdicts := in.judged(group.rows).Verdicts
		for k, solver := range others {
			v, low, high := verdicts[k+1], any(""), any("")
			point := Point{X: v.Value, Low: v.Value, High: v.Value, Name: fmt.Sprintf("%s, %d instances", group.name, v.Rows)}
			if v.Value > 0 && v.Low > 0 && v.Low < v.High && !math.IsInf(v.High, 1) {
				low, high, point.Low, point.High = v.Low, v.High, v.Low, v.High
			}
			if v.Value > 0 {
				p.row(group.name, solver, v.Rows, v.Value, low, high)
			}
			means[solver] = append(means[solver], point)
		}
	}
	p.forest(in, groups, means)
	return p, nil
}

// judged compares the solvers with the base on some rows.
func (in *Input) judged(rows *results.Rows) compare.Table {
	return compare.Compare(rows, in.Unit, in.Solvers, in.classes)
}

// mostTogether is the number of solvers that a reader can distinguish in one panel.
const mostTogether = 6

// forest adds the panels, a row for each group and solver. The best solvers over all groups come first.
func (p *Plot) forest(in *Input, groups []familyGroup, means map[string][]Point) {
	x := Axis{Label: "relative to " + in.Base, Log: true, Low: 0.9, High: 1.1, Form: factor} // of all panels
	for _, points := range means {
		for _, at := range points {
			if at.X > 0 {
				x.Low, x.High = min(x.Low, at.Low), max(x.High, at.High)
			}
		}
	}
	order, looks := in.Solvers[1:], in.looks(in.Solvers[1:])
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(means[a][0].X, means[b][0].X) })
	panels := (len(order) + mostTogether - 1) / mostTogether
	for members := range slices.Chunk(order, (len(order)+panels-1)/panels) {
		names := make([]string, len(groups))
		for g, group := range groups {
			names[g] = fmt.Sprintf("%s (%d)", group.name, group.size)
		}
		panel := Panel{X: x, Guides: []Guide{{X: 1}}}
		place := panel.shelve(names, len(members), 0.5)
		for k, solver := range members {
			s := Series{Look: looks[solver], Name: solver}
			for g, point := range means[solver] {
				if point.Y = place(g, k); point.X > 0 {
					s.Points = append(s.Points, point)
				}
			}
			panel.Series = append(panel.Series, s)
		}
		p.Panels = append(p.Panels, panel)
	}
}

// mostBars is the number of rows that fit on a page.
const mostBars = 80

// familyGroup is one or more families.
type familyGroup struct {
	name string
	size int // instances that count for at least one solver
	rows *results.Rows
}

// familyGroups returns all families as one group, then the largest families, the largest first,
// and then the remaining families as one group. The number of groups is at most most.
func (in *Input) familyGroups(most int) (groups []familyGroup) {
	counted := map[string][]compare.Row{} // instances by family
	for _, row := range in.judged(in.all).Rows {
		if slices.ContainsFunc(row.Cells, func(c compare.Cell) bool { return c.Compared && row.Cells[0].Center > 0 && c.Center > 0 }) {
			family, _, _ := strings.Cut(row.Label, "/")
			counted[family] = append(counted[family], row)
		}
	}
	names := largestFirst(counted)
	add := func(name string, members []string) {
		rows := in.all.Where(func(row results.Row) bool { return slices.Contains(members, row.Family) })
		size := 0
		for _, member := range members {
			size += len(counted[member])
		}
		groups = append(groups, familyGroup{name, size, rows})
	}
	if len(names) > 1 {
		add("all", names)
	}
	for k, name := range names {
		if rest := names[k:]; len(groups) == most-1 && len(rest) > 1 {
			add(fmt.Sprintf("other, %d families", len(rest)), rest)
			break
		}
		add(name, names[k:k+1])
	}
	return groups
}
