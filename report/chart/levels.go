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
	var units []results.Unit
	var words []string
	for _, u := range levelUnits() {
		p.Head = append(p.Head, u.Word)
		if in.unit.ByLevel == nil || in.Unit == u.Name {
			units, words = append(units, u), append(words, u.Word)
		}
	}
	if in.unit.ByLevel == nil && in.Unit != results.Seconds { // which is the default and means all units of levels
		return nil, optionf("levels have no %s, expected the unit %s", in.unit.Word, strings.Join(words, " or "))
	}
	p.Title = capital(english.List(words)) + " by level" + choose(in.InstanceID == "", ", the largest search trees", " of "+in.InstanceID)
	all, others, err := in.shown(p)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0 && others:
		return nil, optionf("no level profile of instance %q", in.InstanceID)
	case len(all) == 0 && in.Band.Levels == nil:
		return nil, nothing("no level profile of a search that ended",
			"name the directory of a run; levels.csv in it has the levels, and results.txt has none")
	}
	lines := choose(in.InstanceID == "", in.largestTrees, in.treesOf)
	points := 0
	for n, unit := range units {
		panel := Panel{X: Axis{Label: "level", Low: 0, High: 1}, Y: Axis{Label: unit.Axis, Log: true, Form: short, Low: 1, High: 10}}
		if len(units) > 1 {
			panel.Title, panel.Y.Label = unit.Axis, ""
		}
		for _, line := range lines(p, all, unit) {
			panel.Series = append(panel.Series, line.series(unit))
			points += len(line.all[0])
			for k := 0; n == 0 && k < len(line.solvers); k++ {
				for at, l := range line.all[k] {
					p.levelRow(line.id, line.solvers[k], at, l)
				}
			}
		}
		if n == 0 && in.InstanceID != "" { // by solver, whichever share a line
			slices.SortStableFunc(p.Rows, func(a, b []string) int {
				return slices.Index(in.Solvers, a[1]) - slices.Index(in.Solvers, b[1])
			})
		}
		if in.Band.Levels != nil {
			panel.Series = append(panel.Series, in.Band.series(unit))
		}
		p.Panels = append(p.Panels, panel)
	}
	if in.Band.Levels != nil {
		p.note(fmt.Sprintf("The band of the %s has the 95%% intervals.", in.Band.Name))
		for k, l := range in.Band.Levels {
			points++
			p.levelRow(in.InstanceID, in.Band.Name, k, cover.Level{Nodes: whole(l.Nodes.Value), Updates: whole(l.Updates.Value)})
		}
	}
	if points == 0 {
		return nil, nothing("all levels have 0 nodes and updates", "name a run of other solvers")
	}
	return p, nil
}

// levelLine is one line of a plot of levels.
type levelLine struct {
	name, id string
	solvers  []string // with equal levels in the unit
	look     Look
	all      [][]cover.Level // by solver
}

func (l levelLine) series(unit results.Unit) Series {
	s := Series{Name: l.name, Look: l.look, Form: Lines}
	for k, level := range l.all[0] {
		value := float64(unit.ByLevel(level))
		s.Points = append(s.Points, Point{X: float64(k), Y: value,
			Tip: fmt.Sprintf("%s, %s: %s %s on level %d", l.id, strings.Join(l.solvers, " = "), english.Whole(value), unit.Axis, k)})
	}
	return s
}

// levelRow adds the values of a level to the data.
func (p *Plot) levelRow(id, solver string, k int, l cover.Level) {
	fields := []any{id, solver, k}
	for _, u := range levelUnits() {
		fields = append(fields, u.ByLevel(l))
	}
	p.row(fields...)
}

// levelUnits returns the units that levels have.
func levelUnits() []results.Unit {
	return slices.DeleteFunc(slices.Clone(results.Units), func(u results.Unit) bool { return u.ByLevel == nil })
}

// profiles yields the profiles of the wanted solvers whose answer is believed. An error ends the sequence.
func (in *Input) profiles() iter.Seq2[results.Profile, error] {
	return func(yield func(results.Profile, error) bool) {
		doubted := in.doubted()
		for _, run := range in.Runs {
			for p, err := range run.AllProfiles() {
				if err == nil && (!slices.Contains(in.Solvers, p.Solver) || doubted[p.Key()] != "") {
					continue
				}
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// doubted returns the searches whose answer is not believed, with their statuses.
func (in *Input) doubted() map[results.Search]cover.Status {
	all := map[results.Search]cover.Status{}
	for k := range in.rows() {
		if status := in.all.At(k).Status; results.Doubted(status) {
			all[in.all.Search(k)] = status
		}
	}
	return all
}

// shown returns the profiles of the instance that is asked for, or else of the instances with the largest
// tree of each family by each solver; of each search the first run's. Others reports whether other
// instances have profiles.
func (in *Input) shown(plot *Plot) (all []results.Profile, others bool, err error) {
	ids := map[string]bool{in.InstanceID: true}
	if in.InstanceID == "" {
		var trees Trees
		for p, err := range in.profiles() {
			if err != nil {
				return nil, false, err
			}
			trees.Take(p)
		}
		ids = trees.Instances()
	}
	seen := map[results.Search][]cover.Level{}
	for p, err := range in.profiles() {
		if err != nil {
			return nil, false, err
		}
		if !ids[p.InstanceID()] {
			others = true
			continue
		}
		if before, twice := seen[p.Key()]; !twice {
			seen[p.Key()], all = p.Levels, append(all, p)
		} else if !slices.Equal(before, p.Levels) {
			plot.note("The runs differ; of each search, the first run's levels are shown.")
		}
	}
	return all, others, nil
}

// treesOf returns the lines of one instance. Solvers with equal profiles share a line.
func (in *Input) treesOf(p *Plot, all []results.Profile, unit results.Unit) (lines []levelLine) {
	found := map[string][]cover.Level{}
	for _, one := range all {
		found[one.Solver] = one.Levels
	}
	var names []string
	doubted := in.doubted()
	for _, solver := range in.Solvers {
		if _, ok := found[solver]; ok {
			names = append(names, solver)
		} else if status := doubted[results.Search{InstanceID: in.InstanceID, Solver: solver}]; status != "" {
			p.note(fmt.Sprintf("%s is left out: its answer has the status %s.", solver, status))
		} else {
			p.note(solver + " did not end its search.")
		}
	}
	same := func(a, b cover.Level) bool { return unit.ByLevel(a) == unit.ByLevel(b) }
	groups, curves := in.merge(names, func(a, b string) bool { return slices.EqualFunc(found[a], found[b], same) })
	var firsts []string
	for _, g := range groups {
		firsts = append(firsts, g[0])
	}
	looks := in.looks(firsts)
	for k, g := range groups {
		line := levelLine{name: curves[k], id: in.InstanceID, solvers: g, look: looks[g[0]]}
		for _, solver := range g {
			line.all = append(line.all, found[solver])
		}
		lines = append(lines, line)
	}
	return lines
}

// mostTrees is the number of families whose lines a reader can distinguish in one plot of levels.
const mostTrees = 6

// largestTrees returns lines for the largest trees: the largest tree of each family, for the
// mostTrees families with the largest ones. Each family has a colour; the lines of a second solver are
// dashed.
func (in *Input) largestTrees(p *Plot, all []results.Profile, _ results.Unit) (lines []levelLine) {
	names := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool {
		return !slices.ContainsFunc(all, func(p results.Profile) bool { return p.Solver == s })
	})
	shown := in.representatives(names)
	p.note("Solid: " + strings.Join(shown, "; dashed: ") + ".")
	for k, tree := range largestOf(all, shown[0]) {
		for _, one := range all {
			nth := slices.Index(shown, one.Solver)
			if nth < 0 || one.InstanceID() != tree.InstanceID() {
				continue
			}
			look := hue(k)
			look.Nth = nth
			lines = append(lines, levelLine{choose(nth == 0, one.InstanceID(), ""), one.InstanceID(), []string{one.Solver}, look, [][]cover.Level{one.Levels}})
		}
	}
	return lines
}

// representatives returns the base, or the first solver, and the first solver with another rule in
// the same counter class.
func (in *Input) representatives(names []string) []string {
	base := in.Base
	if !slices.Contains(names, base) {
		base = names[0]
	}
	mine := in.classes[base]
	for _, name := range names {
		if c := in.classes[name]; c.Rule != "" && mine.Rule != "" && c.Rule != mine.Rule && c.Counter != "" && c.Counter == mine.Counter {
			return []string{base, name}
		}
	}
	return []string{base}
}

// nodesOf returns the size of a tree.
func nodesOf(p results.Profile) (sum float64) {
	for _, l := range p.Levels {
		sum += float64(l.Nodes)
	}
	return sum
}

// Trees finds the largest tree that each solver has in each family. Its zero value is ready for use.
type Trees struct{ largest map[[2]string]largestTree }

type largestTree struct {
	id    string
	nodes float64
}

// Take takes a profile into account.
func (t *Trees) Take(p results.Profile) {
	at, nodes := [2]string{p.Family, p.Solver}, nodesOf(p)
	if before, ok := t.largest[at]; ok && nodes <= before.nodes {
		return
	}
	if t.largest == nil {
		t.largest = map[[2]string]largestTree{}
	}
	t.largest[at] = largestTree{p.InstanceID(), nodes}
}

// Instances returns the instances of the trees. A plot of the largest trees needs no other profiles.
func (t *Trees) Instances() map[string]bool {
	ids := map[string]bool{}
	for _, one := range t.largest {
		ids[one.id] = true
	}
	return ids
}

// largestOf returns the profile with the most nodes that a solver has in each family. It keeps the
// mostTrees largest profiles, the largest first.
func largestOf(all []results.Profile, solver string) []results.Profile {
	var trees []results.Profile
	for _, p := range all {
		if p.Solver == solver {
			trees = append(trees, p)
		}
	}
	slices.SortStableFunc(trees, func(a, b results.Profile) int { return cmp.Compare(nodesOf(b), nodesOf(a)) })
	seen := map[string]bool{}
	trees = slices.DeleteFunc(trees, func(p results.Profile) bool {
		twice := seen[p.Family]
		seen[p.Family] = true
		return twice
	})
	slices.SortStableFunc(trees, func(a, b results.Profile) int {
		return cmp.Or(cmp.Compare(nodesOf(b), nodesOf(a)), cmp.Compare(a.InstanceID(), b.InstanceID()))
	})
	return trees[:min(len(trees), mostTrees)]
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
			line.Points = append(line.Points, Point{X: float64(k), Y: at.Value, Low: max(at.Low, at.Value/10), High: at.High,
				Tip: fmt.Sprintf("%s: %s %s on level %d", b.Name, english.Whole(at.Value), unit.Axis, k)})
		}
	}
	return line
}

// whole rounds a number to one that levels can have.
func whole(x float64) int64 { return int64(math.Round(min(x, math.MaxInt64/2))) }
