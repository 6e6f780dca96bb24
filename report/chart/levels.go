package chart

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/solvers/estimate"
)

// levels shows Knuth's profiles: the nodes and updates of every level of a search tree. It shows
// the trees of one instance, or the largest tree of each family.
func levels(in *Input) (*Plot, error) {
	p := &Plot{Head: []string{"instance", "solver", "level"}}
	units := slices.DeleteFunc(slices.Clone(results.Units), func(u results.Unit) bool { return u.ByLevel == nil })
	addRow := func(id, solver string, k int, l cover.Level) {
		row := []any{id, solver, k}
		for _, u := range units {
			row = append(row, u.ByLevel(l))
		}
		p.row(row...)
	}
	var words []string
	for _, u := range units {
		p.Head, words = append(p.Head, u.Word), append(words, u.Word)
	}
	shown := units
	if in.unit.ByLevel != nil {
		shown, words = []results.Unit{in.unit}, []string{in.unit.Word}
	} else if in.Unit != results.Seconds { // which is the default and means all units of levels
		return nil, optionf("levels have no %s, expected the unit %s", in.unit.Word, strings.Join(words, " or "))
	}
	p.Title = capital(english.List(words)) + " by level" + choose(in.InstanceID == "", ", the largest search trees", " of "+in.InstanceID)
	drawn, err := choose(in.InstanceID == "", in.largestTrees, in.treesOf)(p)
	if err != nil {
		return nil, err
	}
	if len(drawn) == 0 && in.Band.Levels == nil {
		return nil, nothing("no level profile of a search that ended",
			"name the directory of a run; levels.csv in it has the levels, and results.txt has none")
	}
	for _, one := range drawn {
		for k, l := range one.Levels {
			addRow(one.InstanceID(), one.Solver, k, l)
		}
	}
	if in.Band.Levels != nil {
		p.note(fmt.Sprintf("The band of the %s has the 95%% intervals.", in.Band.Name))
		for k, l := range in.Band.Levels {
			addRow(in.InstanceID, in.Band.Name, k, cover.Level{Nodes: whole(l.Nodes.Value), Updates: whole(l.Updates.Value)})
		}
	}
	if len(p.Rows) == 0 {
		return nil, nothing("all levels have 0 nodes and updates", "name a run of other solvers")
	}
	for _, unit := range shown {
		panel := Panel{X: Axis{Label: "level", Low: 0, High: 1}, Y: Axis{Label: unit.Axis, Log: true, Form: short, Low: 1, High: 10}}
		if len(shown) > 1 {
			panel.Title, panel.Y.Label = unit.Axis, ""
		}
		panel.Series = in.curves(drawn, unit)
		if in.Band.Levels != nil {
			panel.Series = append(panel.Series, in.Band.series(unit))
		}
		p.Panels = append(p.Panels, panel)
	}
	return p, nil
}

// curves returns a line for each tree. Solvers with equal levels of one instance share a line. Among the
// largest trees, each family has a colour, and the lines of a second solver are dashed.
func (in *Input) curves(drawn []results.Profile, unit results.Unit) (all []Series) {
	of, solvers := map[string][]Point{}, []string(nil)
	for _, one := range drawn {
		var points []Point
		for k, level := range one.Levels {
			points = append(points, Point{X: float64(k), Y: float64(unit.ByLevel(level))})
		}
		of[one.Solver], solvers = points, append(solvers, one.Solver)
		if in.InstanceID == "" {
			k := slices.IndexFunc(all, func(s Series) bool { return s.Name == one.InstanceID() })
			look := hue(choose(k < 0, len(all), k))
			look.Nth = choose(k < 0, 0, 1)
			all = append(all, Series{Name: choose(k < 0, one.InstanceID(), ""), Look: look, Form: Lines, Points: points})
		}
	}
	if in.InstanceID == "" {
		return all
	}
	return in.lines(Lines, solvers, of, nil)
}

// profiles yields the profiles of the wanted solvers whose answer is believed. An error ends the sequence.
func (in *Input) profiles() iter.Seq2[results.Profile, error] {
	return func(yield func(results.Profile, error) bool) {
		doubted := map[results.Search]bool{}
		for k := range in.rows() {
			if results.Doubted(in.all.At(k).Status) {
				doubted[in.all.Search(k)] = true
			}
		}
		for _, run := range in.Runs {
			for p, err := range run.AllProfiles() {
				if err == nil && (!slices.Contains(in.Solvers, p.Solver) || doubted[p.Key()]) {
					continue
				}
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// treesOf returns the profiles of one instance, of each solver the first run's.
func (in *Input) treesOf(p *Plot) (drawn []results.Profile, err error) {
	of := map[string]results.Profile{}
	for one, err := range in.profiles() {
		if err != nil {
			return nil, err
		}
		if one.InstanceID() != in.InstanceID {
			continue
		}
		if before, twice := of[one.Solver]; !twice {
			of[one.Solver] = one
		} else if !slices.Equal(before.Levels, one.Levels) {
			p.note("The runs differ; of each search, the first run's levels are shown.")
		}
	}
	for _, solver := range in.Solvers {
		if one, has := of[solver]; has {
			drawn = append(drawn, one)
		} else if len(of) > 0 {
			p.note(solver + " is left out: it did not end its search, or its answer is doubted.")
		}
	}
	return drawn, nil
}

// mostTrees is the number of families whose lines a reader can distinguish in one plot of levels.
const mostTrees = 6

// largestTrees returns the largest tree of each family, for the mostTrees families with the largest
// ones, and after each the same tree of a second solver.
func (in *Input) largestTrees(p *Plot) (drawn []results.Profile, err error) {
	trees := familyTrees{}
	for one, err := range in.profiles() {
		if err != nil {
			return nil, err
		}
		trees.take(one)
	}
	shown := in.representatives(slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { return len(trees.of(s)) == 0 }))
	if len(shown) == 0 {
		return nil, nil
	}
	p.note("Solid: " + strings.Join(shown, "; dashed: ") + ".")
	for k, first := range trees.of(shown[0]) {
		if k == mostTrees {
			break
		}
		drawn = append(drawn, first)
		if second := trees[[2]string{shown[len(shown)-1], first.Family}]; len(shown) > 1 && second.InstanceID() == first.InstanceID() {
			drawn = append(drawn, second)
		}
	}
	return drawn, nil
}

// representatives returns the base, or the first solver, and the first solver with another rule in
// the same counter class.
func (in *Input) representatives(names []string) []string {
	base := choose(slices.Contains(names, in.Base), []string{in.Base}, names[:min(1, len(names))])
	for _, name := range names {
		a, b := in.classes[base[0]], in.classes[name]
		if a.Rule != "" && b.Rule != "" && a.Rule != b.Rule && a.Counter != "" && a.Counter == b.Counter {
			return []string{base[0], name}
		}
	}
	return base
}

// familyTrees has the profile of the largest tree that each solver has in each family, by solver and family.
type familyTrees map[[2]string]results.Profile

// take keeps a profile if it is the largest.
func (t familyTrees) take(p results.Profile) {
	at := [2]string{p.Solver, p.Family}
	if before, has := t[at]; !has || nodes(p) > nodes(before) {
		t[at] = p
	}
}

// nodes returns the number of nodes of a tree, which may be beyond all integers.
func nodes(p results.Profile) (sum float64) {
	for _, l := range p.Levels {
		sum += float64(l.Nodes)
	}
	return sum
}

// of returns the trees of a solver, the largest first.
func (t familyTrees) of(solver string) (all []results.Profile) {
	for _, one := range t {
		if one.Solver == solver {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b results.Profile) int {
		return cmp.Or(cmp.Compare(nodes(b), nodes(a)), cmp.Compare(a.InstanceID(), b.InstanceID()))
	})
	return all
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
