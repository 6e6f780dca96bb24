package page

import (
	"html/template"
	"slices"

	"xcbench/report/chart"
	"xcbench/results"
)

// readProfiles reads the profiles of the instances with a section, once: for their sections, and for
// the plots.
func (s *study) readProfiles(runs []results.Run, separate bool) error {
	for n, run := range runs {
		s.runs[n].Profiles = []results.Profile{} // in place of all
		for p, err := range run.AllProfiles() {
			if err != nil {
				return err
			}
			p.Solver = columnName(p.Solver, run, separate)
			instance, ok := s.rows.Find(p.InstanceID)
			k := slices.Index(s.names(), p.Solver)
			if !ok || k < 0 || !slices.Contains(s.shown, instance) {
				continue
			}
			if r, ok := s.sample(instance, k); ok && r.Measured() {
				s.runs[n].Profiles = append(s.runs[n].Profiles, p)
				s.profiles[instance] = append(s.profiles[instance], p)
			}
		}
	}
	return nil
}

// A page has so many bytes of profiles at most.
const mostProfiles = 3 << 20

// profile draws the nodes by level of the solvers on an instance. It shows values if it then takes the
// bytes of its share at most. The figure is empty without levels, and if there is no room for it.
func (s *study) profile(instance, share, room int) figure {
	if len(s.profiles[instance]) == 0 {
		return figure{}
	}
	run := results.Run{Rows: s.rowsOf(instance), Classes: s.classes, Profiles: s.profiles[instance]}
	drawn, err := draw("levels", chart.Input{Runs: []results.Run{run}, InstanceID: s.id(instance), Unit: results.Nodes,
		Solvers: s.names(), Width: chart.OneColumn, Untitled: true, NoNotes: true})
	if err != nil {
		return figure{}
	}
	svg, _ := inline(drawn, share, room)
	return figure{Caption: drawn.Title, SVG: svg, Notes: drawn.Notes}
}

// inline returns a plot with the values of its points, if it then takes so many bytes at most. Otherwise
// it returns the plot without them, or "" if that has no room either.
func inline(p *chart.Plot, most, room int) (svg template.HTML, values bool) {
	if svg := p.Inline(true); len(svg) <= min(most, room) {
		return template.HTML(svg), true
	}
	if svg := p.Inline(false); len(svg) <= room {
		return template.HTML(svg), false
	}
	return "", false
}

// draw draws a kind of plot.
func draw(name string, in chart.Input) (*chart.Plot, error) {
	kind, err := chart.Find(name)
	if err != nil {
		return nil, err
	}
	return kind.Draw(in)
}
