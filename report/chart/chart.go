// Package chart draws results. Each kind of plot is one file and one row in the table of kinds below:
// it turns groups of samples, levels or a tree into a [Plot], which is data. One renderer draws it on a
// sheet of paths and texts of gonum, which is written as SVG, PNG or PDF. The same input gives the same bytes.
//
// Start reading at stairs.go, the simplest kinds, and at plot.go, the data. look.go has the colours and
// marks of solvers; render.go lays out a plot, panel.go draws a panel, and file.go writes a sheet.
package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/internal/spelling"
	"xcbench/results"
	"xcbench/results/tree"
)

// Kind is a kind of plot.
type Kind struct {
	Name     string
	Summary  string // what it shows, in a few words
	OfTree   bool   // it draws a search tree instead of results
	instance bool   // it can show one instance
	plot     func(*Input) (*Plot, error)
}

// kinds are the kinds of plots, in the order of the documentation.
var kinds = []Kind{
	{Name: "cactus", Summary: "the number of instances solved within a time, or their share", plot: cactus},
	{Name: "profile", Summary: "the share of the instances solved within a factor of the best time", plot: profile},
	{Name: "scatter", Summary: "one solver against another, instance by instance", plot: scatter},
	{Name: "families", Summary: "mean ratio to a base solver, by family", plot: families},
	{Name: "levels", Summary: "nodes and updates by level, for one instance or the largest trees", instance: true, plot: levels},
	{Name: "growth", Summary: "time against the size of instances, with growth factors", instance: true, plot: growth},
	{Name: "box", Summary: "quartiles over the instances, or over the scrambled copies of each", instance: true, plot: box},
	{Name: "tree", Summary: "a search tree: every node as wide as its share of the leaves", OfTree: true, plot: icicle},
	{Name: "heatmap", Summary: "the nodes of a search tree by level and number of children", OfTree: true, plot: heatmap},
}

// former has what took the place of kinds that are gone.
var former = map[string]string{
	"ecdf": "'plot cactus --share'", "bars": "'plot families'", "times": "'xcbench cmp'", "trend": "'xcbench cmp --trend'",
}

// Kinds returns all kinds of plots.
func Kinds() []Kind { return slices.Clone(kinds) }

// Find returns the kind with the given name. The error suggests the nearest name, or names what took the
// place of a former kind.
func Find(name string) (Kind, error) {
	var names []string
	for _, k := range kinds {
		if names = append(names, k.Name); k.Name == name {
			return k, nil
		}
	}
	if now := former[name]; now != "" {
		return Kind{}, optionf("there is no kind of plot %q; use %s", name, now)
	}
	return Kind{}, optionf("unknown kind of plot %q%s", name, spelling.Hint(name, names))
}

// Draw makes a plot. Its notes say what had to be left out. The error is an [OptionError], or an
// [EmptyError] if nothing can be drawn.
func (k Kind) Draw(in Input) (*Plot, error) {
	if err := cmp.Or(in.resolveSizes(), in.resolve(k)); err != nil {
		return nil, err
	}
	p, err := k.plot(&in)
	if err != nil {
		return nil, err
	}
	if in.lacking > 0 {
		p.note(fmt.Sprintf("Left out: %s without a value in %s.", english.GroupedCount(in.lacking, "sample"), in.Unit))
	}
	p.note(in.counters())
	if in.unit.Form == results.AsDuration {
		p.note(in.starts())
	}
	p.Title, p.in = cmp.Or(in.Title, p.Title), &in
	return p, nil
}

// Input says what to draw. Only Runs must be set, or Trees for a kind of tree.
type Input struct {
	Runs       []results.Run
	Trees      []*tree.Sketch // for kinds of trees, which use only Trees and how to draw
	Solvers    []string       // to draw, in this order; all solvers of the runs if empty
	InstanceID string         // for plots of one instance
	Unit       string         // the name of a unit in [results.Units]; results.Seconds if empty
	Base       string         // the solver that others are compared with; the first solver if empty
	Share      bool           // of cactus: shares of the instances, not their number
	Band       Band           // of levels of InstanceID: an estimate to draw beside the levels of the runs
	Title      string         // replaces the plot's own title
	Untitled   bool           // no title is drawn; files still record it
	NoNotes    bool           // no notes are drawn; the description of an SVG still has them
	Width      float64        // in millimetres; TwoColumns if 0
	FontSize   float64        // of the labels of axes, in points; normalSize if 0
	DPI        int            // pixels per inch of a PNG; 144 if 0

	unit    results.Unit // the unit with the name Unit
	classes results.Classes
	all     *results.Rows // of all runs
	limit   float64       // the longest time limit, in seconds
	lacking int           // rows that are left out because they have no value in the unit
}

// OptionError says which option of a plot cannot be met.
type OptionError struct{ Text string }

func (e *OptionError) Error() string { return e.Text }

func optionf(format string, args ...any) error { return &OptionError{fmt.Sprintf(format, args...)} }

// The widths of the columns of a paper, in millimetres.
const (
	OneColumn  = 3.5 * 25.4
	TwoColumns = 7.2 * 25.4
)

// normalSize is the size of the labels of axes without an option, in points.
const normalSize = 9.

// resolveSizes sets the default sizes, and rejects those that cannot be drawn. Beyond its bounds, an image is blank
// or takes gigabytes, and text leaves no room for data.
func (in *Input) resolveSizes() error {
	in.DPI = cmp.Or(in.DPI, 144) // sharp on screens with two pixels per point
	in.Width, in.FontSize = cmp.Or(in.Width, TwoColumns), cmp.Or(in.FontSize, normalSize)
	for _, size := range []struct {
		value, low, high float64
		what, as         string
	}{
		{float64(in.DPI), 36, 1200, "%g dots per inch", "--dpi 300"},
		{in.Width, 60, 400, "a width of %g mm", "--width 84mm"},
		{in.FontSize, 4, 18, "a font of %g points", "--font-size 12"},
	} {
		if !(size.value >= size.low && size.value <= size.high) {
			return optionf(size.what+", expected %g to %g, as in %s", size.value, size.low, size.high, size.as)
		}
	}
	return nil
}

// narrow reports whether the plot is as wide as one column of a paper, rather than two.
func (in *Input) narrow() bool { return in.Width < 127 }

// width returns the width of the plot in points, before zoom.
func (in *Input) width() float64 { return in.Width / 25.4 * 72 / in.zoom() }

// zoom returns how many times as large as usual everything is drawn.
func (in *Input) zoom() float64 { return in.FontSize / normalSize }

// resolve sets the defaults, and rejects options that do not fit the runs.
func (in *Input) resolve(k Kind) error {
	in.classes = results.AllClasses(in.Runs)
	in.all, in.limit = results.AllRows(in.Runs)
	if in.Share && k.Name != "cactus" {
		return optionf("%s has no shares, expected --share with cactus", k.Name)
	}
	if k.OfTree {
		if len(in.Trees) != 1 {
			return optionf("%d trees, expected one", len(in.Trees))
		}
		return nil
	}
	in.resolveUnit()
	switch n, known := in.all.Len(), in.all.Solvers(); {
	case n == 0 && in.Band.Levels != nil:
		return nil
	case n == 0:
		return nothing("there are no results", "name a run that has some")
	case in.lacking == n:
		return nothing("no sample has a value in "+in.Unit, "name another --unit")
	default:
		for _, name := range append(slices.Clone(in.Solvers), cmp.Or(in.Base, known[0])) {
			if !slices.Contains(known, name) {
				return optionf("no result of solver %q%s", name, spelling.Hint(name, known))
			}
		}
	}
	if len(in.Solvers) == 0 {
		in.Solvers = results.SolversOf(in.Runs)
	}
	return in.checkInstance(k)
}

// checkInstance rejects an instance that the results do not have, and any for a kind of plot that shows
// all. For growth it may name a family, and for copies their original.
func (in *Input) checkInstance(k Kind) error {
	if in.InstanceID == "" {
		return nil
	}
	var known []string
	for n := range in.all.Instances() {
		id := in.all.ID(n)
		original, _, _ := corpus.Original(id)
		family, _, _ := strings.Cut(id, "/")
		known = append(known, id, original, family)
	}
	switch {
	case !slices.Contains(known, in.InstanceID):
		return optionf("no result of instance %q%s", in.InstanceID, spelling.Hint(in.InstanceID, known))
	case !k.instance:
		return optionf("%s shows all instances, expected no --instance; --filter selects some", k.Name)
	}
	return nil
}

// resolveUnit sets the unit, and counts the rows that were measured without it.
func (in *Input) resolveUnit() {
	in.Unit = cmp.Or(in.Unit, results.Seconds)
	in.unit, _ = results.FindUnit(in.Unit)
	for k := range in.all.Len() {
		if _, has := in.unit.Of(in.all.At(k)); !has && in.all.At(k).Measured() {
			in.lacking++
		}
	}
}

// table sets the wanted solvers side by side on all instances.
func (in *Input) table() compare.Table { return compare.Compare(in.all, in.Unit, in.Solvers, nil) }
