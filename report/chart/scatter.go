package chart

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// The families of a scatter plot with colours of their own: at most mostColours, of at least fewestMembers
// instances.
const (
	mostColours   = 6
	fewestMembers = 10
)

// scatter compares two solvers with one point per instance. It shows the diagonal, and the lines where
// one solver takes ten times as much as the other. Unsolved searches are on the edges.
func scatter(in *Input) (*Plot, error) {
	if in.Base != "" { // with the first other solver
		in.baseFirst()
		in.Solvers = in.Solvers[:min(2, len(in.Solvers))]
	}
	if n := len(in.Solvers); n != 2 {
		return nil, optionf("%s (%s), expected two; or name a base, which is compared with the first other solver",
			english.Count(n, "solver"), strings.Join(in.Solvers, ", "))
	}
	a, b := in.Solvers[0], in.Solvers[1]
	p := &Plot{Head: []string{"family", "instance", a + " " + in.Unit, b + " " + in.Unit, a + " status", b + " status"}}
	rows := in.table().Rows
	edge, err := in.edge(rows)
	if err != nil {
		return nil, err
	}
	byFamily := map[string][]Point{}
	var less [3]int // instances on which a takes less, none, or b
	for _, row := range rows {
		x, y := row.Cells[0], row.Cells[1]
		if x.Status == "" || y.Status == "" {
			p.note("Instances with a result of only one solver are left out.")
			continue
		}
		at := Point{X: edge.place(x), Y: edge.place(y), Name: row.Label}
		family, name, _ := strings.Cut(row.Label, "/")
		p.row(family, name, digits(x), digits(y), x.Status, y.Status)
		less[1+cmp.Compare(at.X, at.Y)]++
		byFamily[family] = append(byFamily[family], at)
	}
	if len(byFamily) == 0 {
		return nil, nothing("no instance has results of both solvers", "name two with --solver")
	}
	p.Title = in.verdict(less)
	panel := edge.panel(in.unit)
	panel.Y, panel.Square, panel.Series = panel.X, true, grouped(byFamily)
	panel.X.Label, panel.Y.Label = a+": "+panel.X.Label, b+": "+panel.X.Label
	word := choose(in.unit.Form == results.AsDuration, []string{"slower", "faster"}, []string{"more", "less"})
	panel.Guides = append(panel.Guides, Guide{Factor: 1}, Guide{Factor: 10, Text: b + " 10× " + word[0]},
		Guide{Factor: 0.1, Text: b + " 10× " + word[1]})
	p.Panels = []Panel{panel}
	return p, nil
}

// verdict says which solver takes less, and on how many instances.
func (in *Input) verdict(less [3]int) string {
	first, second, n := in.Solvers[0], in.Solvers[1], less[0]
	if less[2] >= less[0] {
		first, second, n = second, first, less[2]
	}
	what := choose(in.unit.Form == results.AsDuration, "is faster", "has less "+in.unit.Word)
	return fmt.Sprintf("%s %s than %s on %d of %d", first, what, second, n, less[0]+less[1]+less[2])
}

// grouped returns a series for each of the largest families, and one for all others.
func grouped(families map[string][]Point) (all []Series) {
	rest := Series{Look: Look{Color: muted, Bare: true}}
	names := largestFirst(families)
	for k, name := range names {
		points := families[name]
		if k < mostColours && len(points) >= fewestMembers {
			all = append(all, Series{Name: fmt.Sprintf("%s (%d)", name, len(points)), Look: hue(k), Points: points})
		} else {
			rest.Points = append(rest.Points, points...)
		}
	}
	if others := len(names) - len(all); len(all) > 0 && others > 0 {
		rest.Name = fmt.Sprintf("%s (%d)", english.Count(others, "other family"), len(rest.Points))
	}
	return append(all, rest)
}

// largestFirst returns the names of groups by their size.
func largestFirst[T any](groups map[string][]T) []string {
	return slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return cmp.Or(len(groups[b])-len(groups[a]), strings.Compare(a, b))
	})
}

// edge returns where searches that were not solved are on an axis: at the time limit if a search was stopped
// there, or else beyond all values. It has no text if all were solved.
func (in *Input) edge(rows []compare.Row) (Guide, error) {
	most, some, zeros, missing, late := 0., false, false, false, false
	for _, row := range rows {
		for _, cell := range row.Cells {
			if cell.Status != cover.Solved {
				missing, late = missing || cell.Status != "", late || cell.Status == cover.Timeout
				continue
			}
			most, some, zeros = max(most, cell.Center), some || cell.Center > 0, zeros || cell.Center == 0
		}
	}
	switch {
	case !some:
		return Guide{}, noValue(zeros)
	case late && in.limit > 0 && in.Unit == results.Seconds:
		return Guide{X: max(most, in.limit), Text: "limit of " + formOf(in.unit)(in.limit)}, nil
	case missing:
		return Guide{X: math.Pow(10, math.Log10(most)+0.3), Text: "not solved"}, nil
	}
	return Guide{X: most}, nil
}

// place returns the place of a cell on an axis with an edge.
func (edge Guide) place(c compare.Cell) float64 {
	return choose(c.Status == cover.Solved, c.Center, edge.X)
}

// panel returns a panel with the unit across, and the edge.
func (edge Guide) panel(u results.Unit) Panel {
	return Panel{X: Axis{Label: u.Axis, Log: true, Form: formOf(u), High: edge.X},
		Guides: choose(edge.Text == "", nil, []Guide{edge})}
}

// digits returns the value of a solved search for CSV, or "" if it was not solved.
func digits(c compare.Cell) any { return choose[any](c.Status == cover.Solved, c.Center, "") }

// baseFirst moves the base before all other solvers. Without a base, the first solver is the base.
func (in *Input) baseFirst() {
	in.Base = cmp.Or(in.Base, in.Solvers[0])
	others := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { return s == in.Base })
	in.Solvers = append([]string{in.Base}, others...)
}

// noValue says that no search has a place on an axis of logarithms.
func noValue(zeros bool) error {
	if zeros {
		return nothing("no value is above 0", "name another --unit")
	}
	return nothing("no search was solved", "measure with a longer --timeout, or easier instances")
}
