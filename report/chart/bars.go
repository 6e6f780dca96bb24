package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"xcbench/compare"
	"xcbench/results"
)

// bars draws the ratio of each solver to a base solver: the geometric mean over the instances that
// have a value of both, with its interval. These are the verdicts of [results.Compare], as cmp shows
// them. The first group has all instances; the others have one family each.
func bars(in Input) (*Figure, error) {
	f := &Figure{title: "Ratio to a base solver", aside: true}
	if len(in.Solvers) > 0 {
		in.Base = cmp.Or(in.Base, in.Solvers[0])
	}
	others := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { return s == in.Base })
	if len(others) == 0 {
		return nil, nothing("there is no solver beside the base", "measure two solvers")
	}
	in.Solvers = append([]string{in.Base}, others...)
	unit := scaleOf(in.Unit)
	s := factors(fmt.Sprintf("%s, as a factor of %s's", unit.axis, in.Base))
	f.title = fmt.Sprintf("%s relative to %s, by family", capital(unit.axis), in.Base)
	if len(others) == 1 {
		f.title = fmt.Sprintf("%s: %s relative to %s, by family", capital(unit.axis), others[0], in.Base)
	}
	f.head = []string{"family", "solver", "instances", "ratio", "lower", "upper"}
	compared := func(rows *results.Rows) compare.Table {
		return compare.Judge(rows, in.Unit, in.Solvers, results.Classes(in.looks))
	}
	all := compared(in.all)
	families := familiesOf(all)
	if len(families) == 0 {
		return nil, nothing("no instance has comparable values above 0 of "+in.Base+" and another solver",
			"name another --base or --unit")
	}
	if in.unit.Exact {
		f.note("Geometric means.")
	} else {
		f.note("Geometric means, with 95% intervals as in cmp.")
	}
	f.note(leftOut(all))
	b := &barGroups{looks: in.looks}
	groups := largestFamilies(families, max(3, mostBars/len(others)))
	for _, g := range groups {
		b.bands.names = append(b.bands.names, fmt.Sprintf("%s (%d)", g.name, g.size))
	}
	b.bands.rows = len(others)
	b.bands.height = max(5, min(13, 380/vg.Length(len(groups)*b.bands.pitch())))
	for g, rows := range in.split(groups) {
		verdicts := compared(rows).Verdicts
		for k, solver := range others {
			v, name := verdicts[k+1], groups[g].name
			one := newBar(solver, v)
			b.all = append(b.all, one)
			if one.n == 0 {
				continue
			}
			text := fmt.Sprintf("%s, %s: %s", name, solver, s.value(v.Value))
			if one.low < one.high {
				text += fmt.Sprintf(" (%s to %s)", s.value(v.Low), s.value(v.High))
				f.row(name, solver, one.n, v.Value, v.Low, v.High)
			} else {
				f.row(name, solver, one.n, v.Value, "", "")
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
		f.keys = in.looks.markKeys(others)
	}
	f.inBands(b, b.bands, s, low, high)
	return f, nil
}

// mostBars is the number of bars that fit on a page.
const mostBars = 80

// familyGroup is one or more families.
type familyGroup struct {
	name     string
	size     int // instances that count for at least one solver
	families []string
}

// familiesOf returns the families with instances that count, in order of appearance.
func familiesOf(t compare.Table) (all []familyGroup) {
	for _, row := range t.Rows {
		if !slices.ContainsFunc(row.Cells, func(c compare.Cell) bool { return c.Compared && c.Base > 0 && c.Center > 0 }) {
			continue
		}
		family, _, _ := strings.Cut(row.Label, "/")
		at := slices.IndexFunc(all, func(f familyGroup) bool { return f.name == family })
		if at < 0 {
			at = len(all)
			all = append(all, familyGroup{name: family, families: []string{family}})
		}
		all[at].size++
	}
	return all
}

// largestFamilies returns all families as one group, then the largest families, the largest first,
// and then the remaining families as one group. The number of groups is at most most.
func largestFamilies(families []familyGroup, most int) []familyGroup {
	slices.SortStableFunc(families, func(a, b familyGroup) int {
		return cmp.Or(b.size-a.size, strings.Compare(a.name, b.name))
	})
	all := append([]familyGroup{together("all", families)}, families...)
	if len(families) == 1 {
		return families
	}
	if rest := all[min(most, len(all))-1:]; len(rest) > 1 {
		all = append(all[:most-1:most-1], together(fmt.Sprintf("other, %d families", len(rest)), rest))
	}
	return all
}

func together(name string, groups []familyGroup) familyGroup {
	all := familyGroup{name: name}
	for _, g := range groups {
		all.size += g.size
		all.families = append(all.families, g.families...)
	}
	return all
}

// split returns the rows of each group.
func (in *Input) split(groups []familyGroup) []*results.Rows {
	all, of := make([]*results.Rows, len(groups)), map[string][]*results.Rows{}
	for g, group := range groups {
		all[g] = &results.Rows{}
		for _, family := range group.families {
			of[family] = append(of[family], all[g])
		}
	}
	for k := range in.rows() {
		row := in.all.At(k)
		for _, rows := range of[row.Family] {
			rows.Add(row)
		}
	}
	return all
}

// bar is a ratio with its interval, as decimal logarithms. The interval is empty if it is unknown.
type bar struct {
	solver          string
	n               int // instances; 0 if there is no ratio
	mean, low, high float64
}

func newBar(solver string, v compare.Verdict) bar {
	if v.Value == 0 {
		return bar{solver: solver}
	}
	b := bar{solver: solver, n: v.Rows, mean: math.Log10(v.Value)}
	if b.low, b.high = math.Log10(v.Low), math.Log10(v.High); math.IsInf(b.low, 0) {
		b.low, b.high = b.mean, b.mean
	}
	return b
}

// leftOut returns a note on the instances that do not count, or "" if all count.
func leftOut(t compare.Table) string {
	var some []string
	for k, solver := range t.Columns[1:] {
		n, v := len(t.Rows), t.Verdicts[k+1]
		if v.Value > 0 {
			n -= v.Rows
		}
		if n > 0 {
			some = append(some, fmt.Sprintf("%s %d", solver, n))
		}
	}
	if len(some) == 0 {
		return ""
	}
	return fmt.Sprintf("Only instances with comparable values of both count. Left out, of %d: %s.", len(t.Rows),
		strings.Join(some, ", "))
}
