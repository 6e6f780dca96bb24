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
	if err := in.pair(); err != nil {
		return nil, err
	}
	if len(in.Solvers) < 2 {
		return nil, nothing("there are no results", "name a run of two solvers")
	}
	a, b := in.Solvers[0], in.Solvers[1]
	p := &Plot{Head: []string{"family", "instance", a + " " + in.Unit, b + " " + in.Unit, a + " status", b + " status"}}
	c := in.table()
	edge, err := in.edge(c.Rows)
	if err != nil {
		return nil, err
	}
	byFamily := map[string][]Point{}
	var less [3]int // instances on which a takes less, none, or b
	for _, row := range c.Rows {
		x, y := row.Cells[0], row.Cells[1]
		if x.Status == "" || y.Status == "" {
			p.note("Instances with a result of only one solver are left out.")
			continue
		}
		family, name, _ := strings.Cut(row.Label, "/")
		p.row(family, name, digits(x), digits(y), x.Status, y.Status)
		less[1+cmp.Compare(edge.place(x), edge.place(y))]++
		byFamily[family] = append(byFamily[family], Point{X: edge.place(x), Y: edge.place(y),
			Name: row.Label + unsolved(a, x) + unsolved(b, y)})
	}
	if len(byFamily) == 0 {
		return nil, nothing("no instance has results of both solvers", "name two with --solver")
	}
	p.Title = in.verdict(less)
	panel := Panel{X: edge.axis(in.unit, a+": "+in.unit.Axis), Y: edge.axis(in.unit, b+": "+in.unit.Axis), Square: true}
	word := choose(in.unit.Form == results.AsDuration, []string{"slower", "faster"}, []string{"more", "less"})
	panel.Guides = append(edge.guides(), Guide{Factor: 1}, Guide{Factor: 10, Text: b + " 10× " + word[0]},
		Guide{Factor: 0.1, Text: b + " 10× " + word[1]})
	if edge.label != "" {
		panel.Guides = append(panel.Guides, Guide{Y: edge.at})
	}
	panel.Series = grouped(byFamily)
	p.Panels = []Panel{panel}
	return p, nil
}

// verdict says which solver takes less, and on how many instances.
func (in *Input) verdict(less [3]int) string {
	first, second, n := in.Solvers[0], in.Solvers[1], less[0]
	if less[2] >= less[0] {
		first, second, n = second, first, less[2]
	}
	what := choose(in.unit.Form == results.AsDuration, "is faster than", "has less "+in.unit.Word+" than")
	text := fmt.Sprintf("%s %s %s on %d of %d", first, what, second, n, less[0]+less[1]+less[2])
	if less[1] > 0 {
		text += fmt.Sprintf(", and equal on %d", less[1])
	}
	return text
}

// grouped returns a series for each of the largest families, and one for all others.
func grouped(families map[string][]Point) []Series {
	names := slices.SortedFunc(maps.Keys(families), func(a, b string) int {
		return cmp.Or(len(families[b])-len(families[a]), strings.Compare(a, b))
	})
	rest := Series{Look: Look{Color: muted, Bare: true}}
	var all []Series
	others := 0
	for k, name := range names {
		if k < mostColours && len(families[name]) >= fewestMembers {
			all = append(all, Series{Name: fmt.Sprintf("%s (%d)", name, len(families[name])), Look: hue(k), Points: families[name]})
		} else {
			others, rest.Points = others+1, append(rest.Points, families[name]...)
		}
	}
	if rest.Name = fmt.Sprintf("%s (%d)", english.Count(others, "other family"), len(rest.Points)); len(all) == 0 {
		rest.Name = ""
	}
	return choose(others > 0, append(all, rest), all)
}

// edge is where searches that were not solved are on an axis: at the time limit if a search was stopped
// there, or else beyond all values. It has no label if all were solved.
type edge struct {
	at    float64
	label string
}

func (in *Input) edge(rows []compare.Row) (edge, error) {
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
		return edge{}, noValue(zeros)
	case late && in.limit > 0 && in.Unit == results.Seconds:
		return edge{max(most, in.limit), "limit of " + valueForm(in.unit)(in.limit)}, nil
	case missing:
		return edge{math.Pow(10, math.Log10(most)+0.3), "not solved"}, nil
	}
	return edge{at: most}, nil
}

// place returns the place of a cell on the axis.
func (e edge) place(c compare.Cell) float64 {
	return choose(c.Status == cover.Solved, c.Center, e.at)
}

// axis returns the axis of a unit.
func (e edge) axis(u results.Unit, label string) Axis {
	return Axis{Label: label, Log: true, Form: tickForm(u), High: choose(e.label == "", 0, e.at)}
}

// guides returns the edge of the horizontal axis.
func (e edge) guides() []Guide {
	return choose(e.label == "", nil, []Guide{{X: e.at, Text: e.label}})
}

// unsolved returns the status of a solver that did not solve an instance, or "".
func unsolved(solver string, c compare.Cell) string {
	return choose(c.Status == cover.Solved, "", fmt.Sprintf(" (%s: %s)", solver, c.Status))
}

// digits returns the value of a solved search for CSV, or "" if it was not solved.
func digits(c compare.Cell) any { return choose[any](c.Status == cover.Solved, c.Center, "") }

// pair selects two solvers: the two that were asked for, or the base and the first other solver.
// Without results there may be fewer.
func (in *Input) pair() error {
	if in.Base != "" {
		in.baseFirst()
		in.Solvers = in.Solvers[:min(2, len(in.Solvers))]
	}
	if n := len(in.Solvers); n != 2 && in.all.Len() > in.lacking {
		return optionf("%d solvers (%s), expected two; or name a base, which is compared with the first other solver",
			n, strings.Join(in.Solvers, ", "))
	}
	return nil
}

// baseFirst moves the base, or the first solver if there is none, before all other solvers.
func (in *Input) baseFirst() {
	if in.Base == "" && len(in.Solvers) > 0 {
		in.Base = in.Solvers[0]
	}
	others := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { return s == in.Base })
	in.Solvers = append([]string{in.Base}, others...)
}
