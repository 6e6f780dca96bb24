package chart

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/solvers/estimate"
)

// levels shows Knuth's profiles: the nodes and updates of every level of a search tree. It shows
// the trees of one instance, or the largest tree of each family.
func levels(in *Input) (*Plot, error) {
	p := &Plot{Head: []string{"instance", "solver", "level", "nodes", "updates"}}
	var shown []results.Unit
	var words []string
	for _, u := range results.Units {
		if u.ByLevel != nil && (in.Unit == results.Seconds || in.Unit == u.Name) { // seconds are the default
			shown, words = append(shown, u), append(words, u.Word)
		}
	}
	if len(shown) == 0 {
		return nil, optionf("levels have no %s, expected the unit nodes or updates", in.unit.Word)
	}
	p.Title = capital(english.List(words)) + " by level" + choose(in.InstanceID == "", ", the largest search trees", " of "+in.InstanceID)
	trees, err := in.trees(p)
	if err != nil {
		return nil, err
	}
	drawn := in.drawn(p, trees)
	for _, one := range drawn {
		for k, l := range one.Levels {
			p.row(one.InstanceID, one.Solver, k, l.Nodes, l.Updates)
		}
	}
	for k, l := range in.Band.Levels {
		p.note(fmt.Sprintf("The band of the %s has the 95%% intervals.", in.Band.Name))
		p.row(in.InstanceID, in.Band.Name, k, whole(l.Nodes.Value), whole(l.Updates.Value))
	}
	if len(p.Rows) == 0 {
		return nil, nothing("no level profile of a search that ended",
			"name the directory of a run; levels.csv in it has the levels, and results.txt has none")
	}
	for _, unit := range shown {
		panel := Panel{X: Axis{Label: "level", Low: 0, High: 1}, Y: Axis{Label: unit.Axis, Log: true, Form: short, Low: 1, High: 10},
			Series: in.curves(drawn, unit)}
		if in.Band.Levels != nil {
			panel.Series = append(panel.Series, in.Band.series(unit))
		}
		p.Panels = append(p.Panels, panel)
	}
	return p, nil
}

// curves returns a line for each tree. Solvers with equal levels of one instance share a line.
func (in *Input) curves(drawn []results.Profile, unit results.Unit) (all []Series) {
	of := map[string][]Point{}
	for k, one := range drawn {
		s := Series{Name: one.InstanceID, Look: hue(k), Form: Lines}
		for level, l := range one.Levels {
			s.Points = append(s.Points, Point{X: float64(level), Y: float64(unit.ByLevel(l))})
		}
		of[one.Solver], all = s.Points, append(all, s)
	}
	if in.InstanceID == "" {
		return all
	}
	return in.lines(Lines, in.Solvers, of, nil)
}

// trees returns the profiles of wanted solvers whose answer is believed: the largest of each solver in each
// family, or of the instance. The largest come first.
func (in *Input) trees(p *Plot) ([]results.Profile, error) {
	doubted, largest := map[results.Search]bool{}, map[[2]string]results.Profile{}
	for k := range in.all.Len() {
		if results.Doubted(in.all.At(k).Status) {
			doubted[in.all.Search(k)] = true
		}
	}
	for _, run := range in.Runs {
		for one, err := range run.AllProfiles() {
			if err != nil {
				return nil, err
			}
			if !slices.Contains(in.Solvers, one.Solver) || doubted[one.Search] || in.InstanceID != "" && one.InstanceID != in.InstanceID {
				continue
			}
			family, _, _ := strings.Cut(one.InstanceID, "/")
			at := [2]string{one.Solver, family}
			before, has := largest[at]
			if has && in.InstanceID != "" && !slices.Equal(before.Levels, one.Levels) {
				p.note("The runs differ; of each search, the levels with the most nodes are shown.")
			}
			if !has || nodes(one) > nodes(before) {
				largest[at] = one
			}
		}
	}
	return slices.SortedFunc(maps.Values(largest), func(a, b results.Profile) int {
		return cmp.Or(cmp.Compare(nodes(b), nodes(a)), cmp.Compare(a.InstanceID, b.InstanceID))
	}), nil
}

// nodes returns the number of nodes of a tree, which may be beyond all integers.
func nodes(p results.Profile) (sum float64) {
	for _, l := range p.Levels {
		sum += float64(l.Nodes)
	}
	return sum
}

// mostTrees is the number of families whose lines a reader can distinguish in one plot of levels.
const mostTrees = 6

// drawn returns the trees to draw: of InstanceID, or the largest ones of the base, or of the first solver with a tree.
func (in *Input) drawn(p *Plot, trees []results.Profile) (drawn []results.Profile) {
	if in.InstanceID == "" {
		in.baseFirst()
	}
	for _, solver := range in.Solvers {
		of := slices.DeleteFunc(slices.Clone(trees), func(t results.Profile) bool { return t.Solver != solver })
		switch {
		case in.InstanceID == "" && len(of) > 0:
			p.Title += " of " + solver
			return of[:min(len(of), mostTrees)]
		case in.InstanceID != "" && len(of) == 0:
			p.note(solver + " is left out: it did not end its search, or its answer is doubted.")
		}
		drawn = append(drawn, of...)
	}
	return drawn
}

// A Band is an estimate of the levels of one search tree, for the kind levels.
type Band struct {
	Name   string
	Levels []estimate.Level
}

// series returns a dashed line of the values, and the intervals. An interval that begins at 0 reaches
// down to a tenth of its value, as an axis of logarithms has no 0.
func (b *Band) series(unit results.Unit) Series {
	line := Series{Name: b.Name, Look: Look{Color: muted, Nth: 1}, Form: Lines}
	for k, l := range b.Levels {
		at := choose(unit.Name == results.Nodes, l.Nodes, l.Updates)
		if at.Value > 0 {
			line.Points = append(line.Points, Point{X: float64(k), Y: at.Value, Low: max(at.Low, at.Value/10), High: at.High})
		}
	}
	return line
}

// whole rounds a number to one that levels can have.
func whole(x float64) int64 { return int64(math.Round(min(x, math.MaxInt64/2))) }
