package page

import (
	"html/template"
	"slices"
	"strings"

	"xcbench/report/chart"
	"xcbench/results"
)

// A page has so many bytes of profiles at most, and so many instances whose profiles show the values
// of their points.
const (
	mostProfiles = 3 << 20
	mostTips     = 60
)

// profile draws the nodes by level of the solvers on an instance. The figure is empty without levels.
func (s *study) profile(instance int) figure {
	id := s.id(instance)
	family, name, _ := strings.Cut(id, "/")
	run := results.Run{Rows: s.rowsOf(instance), Classes: results.AllClasses(s.runs)}
	for _, c := range s.columns {
		if levels := s.levels[search{instance, c.number}]; len(levels) > 0 {
			run.Profiles = append(run.Profiles, results.Profile{Family: family, Name: name, Solver: c.name, Levels: levels})
		}
	}
	if len(run.Profiles) == 0 {
		return figure{}
	}
	drawn, err := draw("levels", chart.Input{Runs: []results.Run{run}, InstanceID: id, Unit: results.Nodes,
		Solvers: s.names(), Narrow: true, Untitled: true, NoNotes: true})
	if err != nil {
		return figure{}
	}
	return figure{Caption: drawn.Title, SVG: template.HTML(drawn.Inline(len(s.shown) <= mostTips)), Notes: drawn.Notes}
}

// rowsOf returns the rows of some instances.
func (s *study) rowsOf(instances ...int) *results.Rows {
	rows := &results.Rows{}
	for _, instance := range instances {
		for _, c := range s.columns {
			for _, k := range s.searches.Of(instance, c.number) {
				rows.Add(s.rows.At(int(k)))
			}
		}
	}
	return rows
}

// draw draws a kind of plot.
func draw(kind string, in chart.Input) (*chart.Plot, error) {
	kinds := chart.Kinds()
	return kinds[slices.IndexFunc(kinds, func(k chart.Kind) bool { return k.Name == kind })].Draw(in)
}
