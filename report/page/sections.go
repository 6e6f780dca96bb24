package page

import (
	"context"
	"html/template"
	"strings"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/results"
)

// section shows everything about one instance.
type section struct {
	Anchor, ID, Title, Summary string
	Filter                     *filterKeys
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
	var shown []shownUnit
	for _, u := range results.UnitsShown(results.InDetails, s.rows) {
		shown = append(shown, shownUnit{u, s.table(u.Name)})
	}
	var all []section
	room := mostProfiles
	for k, instance := range s.shown {
		id := s.id(instance)
		one := section{Anchor: anchor(id), ID: id, Title: s.known[id].Title, Summary: s.summary(instance),
			Filter: s.filterKeys(instance), Profile: s.profile(instance, room/(len(s.shown)-k), room), Figures: s.figures(instance, shown)}
		room -= len(one.Profile.SVG)
		if in, ok := s.known[id]; ok && pictures {
			one.Picture = pictureOf(ctx, in)
		}
		all = append(all, one)
	}
	return all
}

// shownUnit is a unit with the medians of every instance and column.
type shownUnit struct {
	results.Unit
	medians map[string][]compare.Cell // by instance
}

// summary describes the size of a problem and the number of its solutions in one line.
func (s *study) summary(instance int) string {
	var parts []string
	if in := s.known[s.id(instance)]; in.Items > 0 {
		parts = append(parts, english.GroupedCount(in.Items, "item"), english.GroupedCount(in.Options, "option"))
	}
	if one, ok := s.firstSolved(instance); ok {
		parts = append(parts, english.GroupedCountOf(one.sample().CountText(), "solution"))
	} else {
		parts = append(parts, "not solved")
	}
	return strings.Join(parts, ", ")
}

// figures returns the table of an instance: the value of each column in each unit.
func (s *study) figures(instance int, shown []shownUnit) table {
	id := s.id(instance)
	t := table{Caption: "Solvers on " + id, Heads: []head{{"solver", false}, {"status", false}}}
	for _, u := range shown {
		if u.Name == results.Seconds {
			t.Heads = append(t.Heads, head{"median time", true}, head{"95% interval", true})
		} else {
			t.Heads = append(t.Heads, head{u.Word, true})
		}
	}
	t.Heads = append(t.Heads, head{"samples", true}, head{"command", false})
	for k, c := range s.columns {
		one, ok := s.cell(instance, c)
		if !ok {
			continue
		}
		sample := one.sample()
		line := row{Cells: []entry{{Text: c.heading(), Head: true, Short: true}, status(string(sample.Status))}}
		for _, u := range shown {
			cell := u.medians[id][k]
			_, has := u.Of(sample)
			switch {
			case !cell.Measured() && u.Name == results.Seconds:
				line.Cells = append(line.Cells, entry{Text: "stopped after " + english.Duration(sample.Search), Number: true}, blank())
			case !cell.Measured() || !has:
				line.Cells = append(line.Cells, blank())
			default:
				line.Cells = append(line.Cells, printed(u.Unit, cell.Center))
			}
			if u.Name == results.Seconds && cell.Measured() {
				line.Cells = append(line.Cells, entry{Text: interval(cell), Number: true})
			}
		}
		command := entry{Command: shell(s.command(id, c, s.records[c.run]))} // no command has no button
		line.Cells = append(line.Cells, whole(int64(len(one.rows))), command)
		t.Rows = append(t.Rows, line)
	}
	return t
}
