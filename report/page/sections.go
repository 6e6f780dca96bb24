package page

import (
	"context"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// section shows everything about one instance.
type section struct {
	Anchor, ID, Title, Summary string
	Filter                     filterKeys
	Picture                    figure
	Profile                    figure
	Figures                    table
}

// figure is a drawing within the page.
type figure struct {
	Kind, Caption string
	SVG, Narrow   template.HTML
	Notes         []string
}

// sections returns the section of every instance.
func (s *study) sections(ctx context.Context, pictures bool) []section {
	units, of := results.UnitsShown(results.InDetails, s.rows), map[string]map[string]compare.Row{}
	for _, u := range units {
		of[u.Name] = s.comparison(u.Name, s.shown)
	}
	var all []section
	room := mostProfiles
	for k, instance := range s.shown {
		id := s.id(instance)
		one := section{Anchor: anchor(id), ID: id, Title: s.known[id].Title, Summary: s.summary(instance),
			Filter: s.filterKeys(instance), Profile: s.profile(instance, room/(len(s.shown)-k), room), Figures: s.figures(instance, units, of)}
		room -= len(one.Profile.SVG)
		if in, ok := s.known[id]; ok && pictures {
			one.Picture = pictureOf(ctx, in)
		}
		all = append(all, one)
	}
	return all
}

// summary describes the size of a problem and the number of its solutions in one line.
func (s *study) summary(instance int) string {
	var parts []string
	if in := s.known[s.id(instance)]; in.Items > 0 {
		parts = append(parts, english.GroupedCount(in.Items, "item"), english.GroupedCount(in.Options, "option"))
	}
	solved := "not solved"
	if r, ok := s.firstSolved(instance); ok {
		solved = english.GroupedCountOf(r.CountText(), "solution")
	}
	return strings.Join(append(parts, solved), ", ")
}

// figures returns the table of an instance: the value of each column in each unit. The medians are by unit and instance.
func (s *study) figures(instance int, units []results.Unit, of map[string]map[string]compare.Row) table {
	id, heads := s.id(instance), []string{"solver", "status"}
	for _, u := range units {
		if u.Name == results.Seconds {
			heads = append(heads, ">median time", ">95% interval")
		} else {
			heads = append(heads, ">"+u.Word)
		}
	}
	t := report.Table{Title: "Solvers on " + id, Columns: report.Heads(append(heads, ">samples")...)}
	for k, c := range s.columns {
		r, ok := s.sample(instance, k)
		if !ok {
			continue
		}
		var values []report.Cell
		for _, u := range units {
			value, cell := report.Cell{}, compare.Cell{}
			if cells := of[u.Name][id].Cells; cells != nil { // some sample of the instance has a value
				cell = cells[k]
			}
			if _, has := u.Of(r); has && cell.Measured() {
				value = printed(u, cell.Center)
			}
			switch {
			case u.Name != results.Seconds:
				values = append(values, value)
			case cell.Measured():
				values = append(values, value, report.Cell{Text: interval(cell)})
			default:
				values = append(values, report.Cell{Text: "stopped after " + english.Duration(r.Search)}, report.Cell{})
			}
		}
		t.Add(report.SolverName(c.name, s.classes), status(r.Status), values, len(s.searches(instance, k)))
	}
	return sheet("", t)
}

// printed returns a value in the form of its unit.
func printed(u results.Unit, value float64) report.Cell {
	switch u.Form {
	case results.AsDuration:
		return report.Value(english.Duration(value), value)
	case results.AsBytes:
		return report.Value(benchunit.Scale(value, benchunit.Decimal)+"B", value)
	}
	return grouped(strconv.FormatInt(int64(math.Round(value)), 10))
}

// interval returns the confidence interval of the median, at 95% or more. It is empty if there are
// too few samples.
func interval(c compare.Cell) string {
	if !(c.Lo > 0) || math.IsInf(c.Hi, 0) {
		return ""
	}
	return fmt.Sprintf("%s to %s", english.Duration(c.Lo), english.Duration(c.Hi))
}
