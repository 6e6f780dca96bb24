package page

import (
	"slices"

	"xcbench/report/chart"
)

// wholeRun are the kinds of plots that show a run as a whole, in the order of the page, with what they
// draw. The first stands beside the ranking.
var wholeRun = []struct {
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

// leaders sets the first of the ranking against the second.
func (s *study) leaders() chart.Input {
	in := s.everything()
	if r, _ := s.rank(s.rows); len(r.Standings) > 1 {
		in.Solvers = []string{r.Standings[1].Solver, r.Standings[0].Solver}
	}
	return in
}

// A run of a whole corpus has thousands of points. A plot that is larger than mostPlot bytes, or
// than what is left of mostPlots for all of them, goes without the values of its
// points, and is left out if that does not suffice.
const (
	mostPlot  = 1 << 20
	mostPlots = 5 << 19
)

// plots draws the kinds that there are; what cannot be drawn of these runs is left out.
func (s *study) plots(made chart.Made) (first figure, others []figure) {
	room := mostPlots
	kinds := chart.Kinds()
	for _, one := range wholeRun {
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
			f.Notes = append(f.Notes, "There are too many points to tell the values of each.")
		}
		if err != nil || len(f.SVG) > min(mostPlot, room) {
			continue
		}
		room -= len(f.SVG)
		if one.name == wholeRun[0].name {
			first = f
		} else {
			others = append(others, f)
		}
	}
	return first, others
}
