package page

import (
	"slices"

	"xcbench/report/chart"
)

// runPlots are the kinds of plots that show a whole run, in the order of the page. The first one is
// shown below the ranking.
var runPlots = []struct {
	name  string
	input func(*study) chart.Input
}{
	{"cactus", (*study).everything},
	{"profile", (*study).everything},
	{"scatter", (*study).leaders},
	{"ecdf", (*study).everything},
	{"box", (*study).everything},
	{"bars", (*study).everything},
	{"times", (*study).everything},
	{"growth", (*study).everything},
	{"levels", (*study).everything},
	{"trend", func(s *study) chart.Input { return chart.Input{Runs: s.given} }},
}

func (s *study) everything() chart.Input { return chart.Input{Runs: s.runs, Solvers: s.names()} }

// leaders compares the first two solvers of the ranking.
func (s *study) leaders() chart.Input {
	in := s.everything()
	if r, _ := s.rank(s.rows); len(r.Standings) > 1 {
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

// plots draws all plots of the page. It leaves out kinds that cannot be drawn from these runs.
func (s *study) plots(made chart.Made) (first figure, others []figure) {
	room := mostPlots
	kinds := chart.Kinds()
	for _, one := range runPlots {
		k := slices.IndexFunc(kinds, func(k chart.Kind) bool { return k.Name == one.name })
		if k < 0 {
			continue
		}
		drawn, err := kinds[k].Draw(one.input(s))
		if err != nil || drawn.Empty() {
			continue
		}
		document, err := drawn.Encode(".svg", made)
		if err != nil {
			continue
		}
		f := figure{Kind: one.name}
		f.SVG, err = inline(string(document), one.name+"-")
		if err == nil && len(f.SVG) > min(mostPlot, room) {
			f.SVG, err = inline(withoutSpots(string(document)), one.name+"-")
			f.Notes = append(f.Notes, "There are too many points to show the values of each.")
		}
		if err != nil || len(f.SVG) > min(mostPlot, room) {
			continue
		}
		room -= len(f.SVG)
		if one.name == runPlots[0].name {
			first = f
		} else {
			others = append(others, f)
		}
	}
	return first, others
}
