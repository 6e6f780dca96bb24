package chart

import (
	"fmt"
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
	f.title = capital(list(words)) + " by level"
	all, note := in.profiles()
	f.note(note)
	if len(all) == 0 && in.Band.Levels == nil {
		return nothing(f.title,
			"no level profile: they are in levels.csv of run directories, of searches that ended"), nil
	}
	lines := largestTrees
	if in.InstanceID != "" {
		lines = treesOf
		f.title += " on " + in.InstanceID
	} else {
		f.title += ", the largest search trees"
	}
	for _, unit := range units {
		profiles, err := lines(f, in, all, unit)
		if err != nil {
			return nil, err
		}
		p := levelPanel(f, profiles, unit, in.InstanceID != "", in.Band)
		if len(units) > 1 {
			p.plot.Title.Text, p.plot.Y.Label.Text = unit.Axis, ""
		}
		f.add(p)
	}
	if !slices.ContainsFunc(f.panels(), func(p *panel) bool { return len(p.spots) > 0 }) {
		return nothing(f.title,
			"all levels have 0 nodes and updates, which have no place on an axis of logarithms"), nil
	}
	return f, nil
}

// profiles returns the profiles of the wanted solvers, one for each search whose answer is believed.
func (in *Input) profiles() (all []results.Profile, note string) {
	seen := map[results.Search]results.Levels{}
	doubted := in.doubted()
	for _, run := range in.Runs {
		for _, p := range run.Profiles {
			at := p.Key()
			before, twice := seen[at]
			switch {
			case !slices.Contains(in.Solvers, p.Solver) || doubted[at] != "":
			case !twice:
				seen[at] = p.Levels
				all = append(all, p)
			case before != p.Levels:
				note = "The runs differ; of each search, the first run's levels are shown."
			}
		}
	}
	return all, note
}

// doubted returns the searches of the wanted solvers whose answer is not believed, with their
// statuses.
func (in *Input) doubted() map[results.Search]cover.Status {
	all := map[results.Search]cover.Status{}
	rows, _ := in.rows()
	for _, r := range rows {
		if results.Doubted(r.Status) {
			all[r.Key()] = r.Status
		}
	}
	return all
}

// treesOf returns the profiles of one instance. Solvers with equal profiles share a line.
func treesOf(f *Figure, in Input, all []results.Profile, unit results.Unit) ([]levelLine, error) {
	found := map[string][]cover.Level{}
	var ids, names []string
	for _, p := range all {
		if p.InstanceID() == in.InstanceID {
			found[p.Solver] = p.Levels.Unpack()
		}
		if !slices.Contains(ids, p.InstanceID()) {
			ids = append(ids, p.InstanceID())
		}
	}
	if len(found) == 0 && (in.Band.Levels == nil || len(all) > 0) {
		return nil, optionf("no level profile of instance %q%s", in.InstanceID, spelling.Hint(in.InstanceID, ids))
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
	return lines, nil
}

// stoppedShort reports whether a search of the instance was stopped at a budget.
func (in *Input) stoppedShort(id string) bool {
	rows, _ := in.rows()
	return slices.ContainsFunc(rows, func(r results.Row) bool {
		return r.InstanceID() == id && r.Status == cover.Limit
	})
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

// mostMarks is the largest number of levels for which each level has a mark.
const mostMarks = 25

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
			glyph := line.glyph
			if deepest > mostMarks && len(points) > 1 {
				glyph.Shape = nil
			}
			lines.add(points, line.line, glyph)
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
			labels.add(line.name, 0, peak, line.line)
		} else if labelled {
			f.note(line.spoken + ": no " + unit.Axis + ".")
		}
	}
	if len(labels.labels) > 0 {
		p.plot.Add(labels)
	}
	p.plot.X.Tick.Marker, p.plot.Y.Tick.Marker = counts{}, nearTicks{powers}
	within(&p.plot.X, span{high: float64(deepest)}, 1)
	withinPowers(&p.plot.Y, band.reach(unit, reach))
	offFrame(p.plot)
	return p
}
