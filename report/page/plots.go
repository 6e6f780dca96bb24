package page

import (
	"html/template"

	"xcbench/report/chart"
	"xcbench/results"
)

// runPlots are the kinds of plots that show a whole run, in the order of the page. The cactus plot is
// beside the ranking.
var runPlots = []string{
	"cactus", "profile", "scatter", "box", "families", "growth", "levels",
}

// plotInput returns what a plot shows: everything, but a scatter plot compares the first two solvers
// of the ranking.
func (s *study) plotInput(plot string) chart.Input {
	in := chart.Input{Runs: s.runs, Solvers: s.names()}
	if plot != "levels" && len(s.runs) > 1 { // as one run, whose rows need not be copied
		in.Runs = []results.Run{{Rows: s.rows, Limit: s.limit, Classes: s.classes}}
	}
	if r := s.ranked; plot == "scatter" && len(r.Standings) > 1 {
		in.Solvers = []string{r.Standings[1].Solver, r.Standings[0].Solver}
	}
	return in
}

// A run of the whole corpus has thousands of points. A plot that exceeds one of these limits loses
// the values of its points. If it is still too large, the page leaves it out.
const (
	mostPlot  = 1 << 20 // bytes of one plot
	mostPlots = 5 << 19 // bytes of all plots
)

// plots draws all plots of the page in so many bytes. It leaves out kinds that cannot be drawn from these runs. Each
// plot has a form for a narrow screen, which shows no values, if there is room for it.
func (s *study) plots(room int) (all []figure) {
	for _, name := range runPlots {
		drawn, err := draw(name, s.plotInput(name))
		if err != nil {
			continue
		}
		f := figure{Kind: name}
		svg, values := inline(drawn, mostPlot, min(mostPlot, room))
		if f.SVG = svg; svg == "" {
			continue
		}
		if !values {
			f.Notes = append(f.Notes, "There are too many points to show the values of each.")
		}
		room -= len(svg)
		in := s.plotInput(name)
		in.Width = chart.OneColumn
		if drawn, err := draw(name, in); err == nil {
			if svg := template.HTML(drawn.Inline(false)); len(svg) <= room {
				f.Narrow = svg
			}
		}
		room -= len(f.Narrow)
		all = append(all, f)
	}
	return all
}
