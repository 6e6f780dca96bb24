package chart

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/spelling"
	"xcbench/results"
)

// levelLine is one line of a plot of levels.
type levelLine struct {
	name   string // for the label
	spoken string // for texts, as in "queens/8, dlx_index"
	line   draw.LineStyle
	glyph  draw.GlyphStyle
	levels []cover.Level
}

// levels draws Knuth's profiles: the nodes and updates of every level of a search tree. It shows
// the trees of one instance, or the largest tree of each family.
func levels(in Input) (*Figure, error) {
	f := &Figure{head: []string{"instance", "solver", "level"}}
	var units []results.Unit
	var words []string
	for _, u := range levelUnits() {
		f.head = append(f.head, u.Word)
		if in.unit.ByLevel == nil || in.Unit == u.Name {
			units, words = append(units, u), append(words, u.Word)
		}
	}
	if in.unit.ByLevel == nil && in.Unit != results.Seconds { // which is the default and means all units of levels
		return nil, optionf("levels have no %s, expected the unit %s", in.unit.Word, strings.Join(words, " or "))
	}
	f.title = capital(english.List(words)) + " by level"
	all, others, err := in.shown()
	if err != nil {
		return nil, err
	}
	if differ, err := in.runsDiffer(); err != nil {
		return nil, err
	} else if differ {
		f.note("The runs differ; of each search, the first run's levels are shown.")
	}
	if len(all) == 0 && !others && in.Band.Levels == nil {
		return nil, nothing("no level profile of a search that ended",
			"name the directory of a run; levels.csv in it has the levels, and results.txt has none")
	}
	lines := largestTrees
	switch {
	case in.InstanceID == "":
		f.title += ", the largest search trees"
	case len(all) == 0 && others:
		return nil, in.noProfile()
	default:
		lines = treesOf
		f.title += " on " + in.InstanceID
	}
	for _, unit := range units {
		profiles := lines(f, in, all, unit)
		p := levelPanel(f, profiles, unit, in.InstanceID != "", in.Band)
		if len(units) > 1 {
			p.plot.Title.Text, p.plot.Y.Label.Text = unit.Axis, ""
		}
		f.add(p)
	}
	if !slices.ContainsFunc(f.panels(), func(p *panel) bool { return len(p.spots) > 0 }) {
		return nil, nothing("all levels have 0 nodes and updates", "name a run of other solvers")
	}
	return f, nil
}

// profiles yields the profiles of the wanted solvers, one for each search whose answer is believed. An
// error ends the sequence.
func (in *Input) profiles() iter.Seq2[results.Profile, error] {
	return func(yield func(results.Profile, error) bool) {
		seen, doubted := map[results.Search]bool{}, in.doubted()
		for _, run := range in.Runs {
			for p, err := range run.AllProfiles() {
				if err == nil && (!slices.Contains(in.Solvers, p.Solver) || doubted[p.Key()] != "") {
					continue
				}
				if len(in.Runs) > 1 && err == nil {
					if seen[p.Key()] {
						continue
					}
					seen[p.Key()] = true
				}
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// shown returns the profiles of the instance that is asked for. If no instance is asked for, it takes
// the instance with the largest tree of each family by each solver. Others reports whether other
// instances have profiles.
func (in *Input) shown() (all []results.Profile, others bool, err error) {
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
	for p, err := range in.profiles() {
		if err != nil {
			return nil, false, err
		}
		if ids[p.InstanceID()] {
			all = append(all, p)
		} else {
			others = true
		}
	}
	return all, others, nil
}

// noProfile is the error that the instance that is asked for has no profile.
func (in *Input) noProfile() error {
	var ids []string
	seen := map[string]bool{}
	for p, err := range in.profiles() {
		if id := p.InstanceID(); err == nil && !seen[id] {
			seen[id], ids = true, append(ids, id)
		}
	}
	return optionf("no level profile of instance %q%s", in.InstanceID, spelling.Hint(in.InstanceID, ids))
}

// runsDiffer reports whether two runs have different profiles of a search.
func (in *Input) runsDiffer() (bool, error) {
	if len(in.Runs) < 2 {
		return false, nil
	}
	seen, doubted := map[results.Search][]cover.Level{}, in.doubted()
	for _, run := range in.Runs {
		for p, err := range run.AllProfiles() {
			if err != nil {
				return false, err
			}
			if !slices.Contains(in.Solvers, p.Solver) || doubted[p.Key()] != "" {
				continue
			}
			if before, twice := seen[p.Key()]; twice && !slices.Equal(before, p.Levels) {
				return true, nil
			}
			seen[p.Key()] = p.Levels
		}
	}
	return false, nil
}

// doubted returns the searches of the wanted solvers whose answer is not believed, with their
// statuses.
func (in *Input) doubted() map[results.Search]cover.Status {
	all := map[results.Search]cover.Status{}
	for k := range in.rows() {
		if status := in.all.At(k).Status; results.Doubted(status) {
			all[in.all.Search(k)] = status
		}
	}
	return all
}

// treesOf returns the profiles of one instance. Solvers with equal profiles share a line.
func treesOf(f *Figure, in Input, all []results.Profile, unit results.Unit) []levelLine {
	found := map[string][]cover.Level{}
	var names []string
	for _, p := range all {
		found[p.Solver] = p.Levels
	}
	first, doubted := len(f.rows) == 0, in.doubted()
	for _, solver := range in.Solvers {
		if _, ok := found[solver]; !ok {
			note := solver + " did not end its search."
			if status := doubted[results.Search{InstanceID: in.InstanceID, Solver: solver}]; status != "" {
				note = fmt.Sprintf("%s is left out: its answer has the status %s.", solver, status)
			}
			f.note(note)
			continue
		}
		names = append(names, solver)
		if first {
			f.levelRows(in.InstanceID, solver, found[solver])
		}
	}
	if in.stoppedShort(in.InstanceID) {
		f.note("Searches that stopped at a budget are shown up to there.")
	}
	var lines []levelLine
	same := func(a, b cover.Level) bool { return unit.ByLevel(a) == unit.ByLevel(b) }
	for _, g := range in.looks.merge(names, unit.Word,
		func(a, b string) bool { return slices.EqualFunc(found[a], found[b], same) }) {
		look := g.style()
		f.note(g.note())
		lines = append(lines, levelLine{g.name(), g.spoken(), look.line(), look.glyph(), found[g.solvers[0]]})
	}
	if in.Band.Levels != nil {
		lines = append(lines, in.Band.line())
		f.note(in.Band.note())
		if first {
			f.levelRows(in.InstanceID, in.Band.Name, in.Band.line().levels)
		}
	}
	return lines
}

// stoppedShort reports whether a search of the instance was stopped at a budget.
func (in *Input) stoppedShort(id string) bool {
	for k := range in.rows() {
		if in.all.At(k).Status == cover.Limit && in.all.ID(in.all.Instance(k)) == id {
			return true
		}
	}
	return false
}

func (f *Figure) levelRows(id, solver string, levels []cover.Level) {
	for k, l := range levels {
		fields := []any{id, solver, k}
		for _, u := range levelUnits() {
			fields = append(fields, u.ByLevel(l))
		}
		f.row(fields...)
	}
}

// levelUnits returns the units that levels have.
func levelUnits() []results.Unit {
	return slices.DeleteFunc(slices.Clone(results.Units), func(u results.Unit) bool { return u.ByLevel == nil })
}

// levelPanel draws profiles in one unit, in front of a band. A level with the value 0 is a gap in the
// line.
func levelPanel(f *Figure, profiles []levelLine, unit results.Unit, labelled bool, band Band) *panel {
	p := &panel{plot: newPlot("level", unit.Axis)}
	lines, labels := &strands{}, &endLabels{apart: true}
	p.plot.Add(band.behind(unit), lines)
	deepest := 0
	var reach span
	for _, line := range profiles {
		deepest = max(deepest, len(line.levels)-1)
	}
	for _, line := range profiles {
		var points plotter.XYs
		total, peak := 0., math.Inf(-1)
		flush := func() {
			lines.add(points, line.line, line.glyph)
			points = nil
		}
		for k, l := range line.levels {
			value := float64(unit.ByLevel(l))
			total += value
			y, ok := log(value)
			if !ok {
				flush()
				continue
			}
			points = append(points, plotter.XY{X: float64(k), Y: y})
			peak = max(peak, y)
			reach.take(y)
			p.point(float64(k), y, fmt.Sprintf("%s: %s %s on level %d", line.spoken, english.Whole(value),
				unit.Axis, k))
		}
		flush()
		if labelled && !math.IsInf(peak, -1) {
			labels.add(line.name, 0, peak, line.line, line.glyph)
		} else if labelled {
			f.note(line.spoken + ": no " + unit.Axis + ".")
		}
	}
	if len(labels.labels) > 0 {
		p.plot.Add(labels)
	}
	p.plot.X.Tick.Marker, p.plot.Y.Tick.Marker = counts{}, nearTicks{english.PowerOfTen}
	within(&p.plot.X, span{high: float64(deepest)}, 1)
	withinPowers(&p.plot.Y, band.reach(unit, reach))
	offFrame(p.plot)
	return p
}
