package report

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// mostTrees is how many families a plot of levels can take before its lines are no
// longer told apart.
const mostTrees = 6

// PlotLevels draws the nodes by level of the largest tree of each family, of the
// mostTrees families where that has most nodes, one line a choice rule, to path.svg and
// path.png. All solvers of a rule have the same nodes, so the line stands for all.
func PlotLevels(profiles []results.Profile, path string) error {
	p := newPlot("Nodes by level: the largest search trees, one of a family", "level", "nodes")
	p.X.Tick.Marker, p.Y.Tick.Marker = tens{}, logTicks{powers}
	drawn := 0
	for k, id := range largest(profiles) {
		lines := rulesOf(profiles, id)
		for _, rule := range []cover.Rule{cover.MRV, cover.First} {
			levels, ok := lines[rule]
			if !ok {
				continue
			}
			drawn++
			line, err := plotter.NewLine(logNodes(levels))
			if err != nil {
				return err
			}
			line.Color, line.Width = hue(k), vg.Points(1.4)
			if rule == cover.First {
				line.Dashes = []vg.Length{vg.Points(4), vg.Points(2.5)}
			}
			p.Add(line)
			p.Legend.Add(fmt.Sprintf("%s, %s", id, rule), line)
		}
	}
	if drawn == 0 {
		p.Title.Text += "\n(no solver finished)"
	}
	legendBeside(p)
	return save(p, path, 7.2*vg.Inch, 3.8*vg.Inch)
}

// Trees returns the profiles that [PlotLevels] draws, of those that each yields, which
// may be too many to be kept. The order in which profiles stand, if trees are equally
// large, is that which sort gives them.
func Trees(each iter.Seq2[results.Profile, error], sort func([]results.Profile)) ([]results.Profile, error) {
	var totals, trees []results.Profile
	for p, err := range each {
		if err != nil {
			return nil, err
		}
		sum := cover.Level{}
		for _, l := range p.Levels {
			sum.Nodes += l.Nodes
		}
		p.Levels = []cover.Level{sum}
		totals = append(totals, p)
	}
	sort(totals)
	ids := largest(totals)
	for p, err := range each {
		if err != nil {
			return nil, err
		}
		if slices.Contains(ids, p.ID()) {
			trees = append(trees, p)
		}
	}
	sort(trees)
	return trees, nil
}

// legendBeside makes room for the legend at the right of the data, where it hides
// none.
func legendBeside(p *plot.Plot) {
	p.Legend.Top = true
	p.Legend.ThumbnailWidth = vg.Points(22)
	p.Legend.Padding = vg.Points(1)
	p.X.Max += (p.X.Max - p.X.Min) * 0.4
}

// largest returns the instance with most nodes of each family, by the rule mrv if
// any solver has it, for the mostTrees families where it has most.
func largest(profiles []results.Profile) []string {
	rule := cover.First
	if slices.ContainsFunc(profiles, func(p results.Profile) bool { return ruleOf(p.Solver) == cover.MRV }) {
		rule = cover.MRV
	}
	var families, ids []string
	var nodes []int64
	for _, p := range profiles {
		if ruleOf(p.Solver) != rule {
			continue
		}
		total := int64(0)
		for _, l := range p.Levels {
			total += l.Nodes
		}
		k := slices.Index(families, p.Family)
		if k < 0 {
			families, ids, nodes = append(families, p.Family), append(ids, p.ID()), append(nodes, total)
		} else if total > nodes[k] {
			ids[k], nodes[k] = p.ID(), total
		}
	}
	if len(ids) <= mostTrees {
		return ids
	}
	least := slices.Sorted(slices.Values(nodes))[len(nodes)-mostTrees]
	var some []string
	for k, id := range ids {
		if nodes[k] >= least && len(some) < mostTrees {
			some = append(some, id)
		}
	}
	return some
}

// rulesOf returns the levels of an instance by choice rule.
func rulesOf(profiles []results.Profile, id string) map[cover.Rule][]cover.Level {
	lines := map[cover.Rule][]cover.Level{}
	for _, p := range profiles {
		if p.ID() == id {
			lines[ruleOf(p.Solver)] = p.Levels
		}
	}
	return lines
}

func ruleOf(solver string) cover.Rule {
	v, _ := solvers.Find(solver)
	return v.Rule
}

func logNodes(levels []cover.Level) plotter.XYs {
	var points plotter.XYs
	for k, l := range levels {
		if l.Nodes > 0 {
			points = append(points, plotter.XY{X: float64(k), Y: math.Log10(float64(l.Nodes))})
		}
	}
	return points
}
