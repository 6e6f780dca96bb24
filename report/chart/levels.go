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
			p.levelRow(one.InstanceID(), one.Solver, k, l)
		}
	}
	if in.Band.Levels != nil {
		p.note(fmt.Sprintf("The band of the %s has the 95%% intervals.", in.Band.Name))
		for k, l := range in.Band.Levels {
			p.levelRow(in.InstanceID, in.Band.Name, k, cover.Level{Nodes: whole(l.Nodes.Value), Updates: whole(l.Updates.Value)})
		}
	}
	if len(p.Rows) == 0 {
		return nil, nothing("all levels have 0 nodes and updates", "name a run of other solvers")
	}
	for _, unit := range units {
		panel := Panel{X: Axis{Label: "level", Low: 0, High: 1}, Y: Axis{Label: unit.Axis, Log: true, Form: short, Low: 1, High: 10}}
		if len(units) > 1 {
			panel.Title, panel.Y.Label = unit.Axis, ""
		}
		lines := drawn
		if in.InstanceID != "" {
			lines = in.merged(drawn, unit)
		}
		for _, one := range lines {
			panel.Series = append(panel.Series, one.series(unit))
		}
		if in.Band.Levels != nil {
			panel.Series = append(panel.Series, in.Band.series(unit))
		}
		p.Panels = append(p.Panels, panel)
	}
	return p, nil
}

// profiled is a profile as a line of a plot.
type profiled struct {
	results.Profile
	name string // in the legend
	look Look
}

func (l profiled) series(unit results.Unit) Series {
	s := Series{Name: l.name, Look: l.look, Form: Lines}
	for k, level := range l.Levels {
		s.Points = append(s.Points, Point{X: float64(k), Y: float64(unit.ByLevel(level)), Name: l.Solver})
	}
	return s
}

// merged returns a line for each group of solvers with equal levels.
func (in *Input) merged(drawn []profiled, unit results.Unit) (lines []profiled) {
	of, names, firsts := map[string]profiled{}, []string(nil), []string(nil)
	for _, one := range drawn {
		of[one.Solver], names = one, append(names, one.Solver)
	}
	same := func(a, b cover.Level) bool { return unit.ByLevel(a) == unit.ByLevel(b) }
	groups, curves := merge(names, func(a, b string) bool { return slices.EqualFunc(of[a].Levels, of[b].Levels, same) })
	for k, g := range groups {
		line := of[g[0]]
		line.Solver, line.name = curves[k], curves[k]
		lines, firsts = append(lines, line), append(firsts, g[0])
	}
	looks := in.looks(firsts)
	for k := range lines {
		lines[k].look = looks[firsts[k]]
	}
	return lines
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

// read returns the profiles of some instances, of each search the first run's.
func (in *Input) read(plot *Plot, ids []string) (all []results.Profile, err error) {
	seen := map[results.Search][]cover.Level{}
	for p, err := range in.profiles() {
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, p.InstanceID()) {
			continue
		}
		if before, twice := seen[p.Key()]; !twice {
			seen[p.Key()], all = p.Levels, append(all, p)
		} else if !slices.Equal(before, p.Levels) {
			plot.note("The runs differ; of each search, the first run's levels are shown.")
		}
	}
	return all, nil
}

// treesOf returns the profiles of one instance.
func (in *Input) treesOf(p *Plot) (drawn []profiled, err error) {
	all, err := in.read(p, []string{in.InstanceID})
	doubted := in.doubted()
	for _, solver := range in.Solvers {
		if k := slices.IndexFunc(all, func(p results.Profile) bool { return p.Solver == solver }); k >= 0 {
			drawn = append(drawn, profiled{Profile: all[k]})
		} else if status := doubted[results.Search{InstanceID: in.InstanceID, Solver: solver}]; status != "" {
			p.note(fmt.Sprintf("%s is left out: its answer has the status %s.", solver, status))
		} else if len(all) > 0 {
			p.note(solver + " did not end its search.")
		}
	}
	return drawn, err
}

// mostTrees is the number of families whose lines a reader can distinguish in one plot of levels.
const mostTrees = 6

// largestTrees returns the largest tree of each family, for the mostTrees families with the largest
// ones. Each family has a colour; the lines of a second solver are dashed.
func (in *Input) largestTrees(p *Plot) (drawn []profiled, err error) {
	var trees familyTrees
	for p, err := range in.profiles() {
		if err != nil {
			return nil, err
		}
		trees.take(p)
	}
	shown := in.representatives(slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool { return len(trees.of(s)) == 0 }))
	if len(shown) == 0 {
		return nil, nil
	}
	p.note("Solid: " + strings.Join(shown, "; dashed: ") + ".")
	ids := trees.of(shown[0])
	ids = ids[:min(len(ids), mostTrees)]
	all, err := in.read(p, ids)
	for k, id := range ids {
		for _, one := range all {
			if nth := slices.Index(shown, one.Solver); nth >= 0 && one.InstanceID() == id {
				look := hue(k)
				look.Nth = nth
				drawn = append(drawn, profiled{one, choose(nth == 0, id, ""), look})
			}
		}
	}
	return drawn, err
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

// familyTrees finds the largest tree that each solver has in each family.
type familyTrees struct{ largest map[[2]string]largestTree } // by solver and family

type largestTree struct {
	id    string
	nodes float64
}

// take takes a profile into account.
func (t *familyTrees) take(p results.Profile) {
	at, one := [2]string{p.Solver, p.Family}, largestTree{id: p.InstanceID()}
	for _, l := range p.Levels {
		one.nodes += float64(l.Nodes)
	}
	if t.largest == nil {
		t.largest = map[[2]string]largestTree{}
	}
	if before, ok := t.largest[at]; !ok || one.nodes > before.nodes {
		t.largest[at] = one
	}
}

// of returns the instances of the trees of a solver, the largest first.
func (t *familyTrees) of(solver string) (ids []string) {
	var trees []largestTree
	for at, one := range t.largest {
		if at[0] == solver {
			trees = append(trees, one)
		}
	}
	slices.SortFunc(trees, func(a, b largestTree) int { return cmp.Or(cmp.Compare(b.nodes, a.nodes), cmp.Compare(a.id, b.id)) })
	for _, one := range trees {
		ids = append(ids, one.id)
	}
	return ids
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
