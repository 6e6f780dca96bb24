// Package chart draws results. Each kind of plot is one file and one row in the table of kinds
// below. A plot is a [Figure], which can be written as SVG, PNG or PDF; its data can be written as
// CSV. The same input gives the same bytes.
//
// frequencies.go draws the solutions of a puzzle, not results.
//
// Start reading at cactus.go, the simplest kind, whose lines stairs.go draws. alike.go merges
// curves that are equal; theme.go, axis.go and style.go have the looks; figure.go lays out a
// figure, and save.go writes it.
package chart

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"xcbench/corpus"
	"xcbench/internal/spelling"
	"xcbench/results"
	"xcbench/results/tree"
)

// Kind is a kind of plot.
type Kind struct {
	Name    string
	Summary string // what it shows, in a few words
	draw    func(Input) (*Figure, error)
}

// kinds are the kinds of plots, in the order of the documentation. Trees have kinds in trees.go.
var kinds = []Kind{
	{"cactus", "the number of instances solved within a time", cactus},
	{"levels", "nodes and updates by level, for one instance or the largest trees", levels},
	{"times", "time of each solver on each instance, one row per instance", times},
	{"growth", "time against the size of instances, with growth factors", growth},
	{"scatter", "one solver against another, instance by instance", scatter},
	{"ecdf", "the share of the instances solved within a time", ecdf},
	{"profile", "the share of the instances solved within a factor of the best time", profile},
	{"box", "quartiles over the instances, or over the scrambled copies of each", box},
	{"bars", "mean ratio to a base solver, by family", bars},
}

// Kinds returns all kinds of plots.
func Kinds() []Kind { return slices.Concat(kinds, treeKinds) }

// Find returns the kind with the given name. The error suggests the nearest name.
func Find(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return Kind{}, optionf("unknown kind of plot %q%s", name, spelling.Hint(name, names))
}

// Draw draws a figure. Notes in the figure say what had to be left out. The error is an
// [OptionError], or an [EmptyError] if nothing can be drawn.
func (k Kind) Draw(in Input) (*Figure, error) {
	if err := in.resolve(k); err != nil {
		return nil, err
	}
	f, err := k.draw(in)
	if err != nil {
		return nil, err
	}
	if in.lacking > 0 {
		f.note(fmt.Sprintf("Left out: %d samples without a value in %s.", in.lacking, in.Unit))
	}
	if in.Unit == results.Updates {
		f.note(in.looks.classes(in.Solvers))
	}
	if in.unit.Form == results.AsDuration {
		f.note(in.looks.starts(in.Solvers))
	}
	f.kind = k.Name
	f.title = cmp.Or(in.Title, f.title)
	f.untitled, f.noteless, f.narrow = in.Untitled, in.NoNotes, in.Narrow
	f.width, f.zoom, f.dpi = in.column(), in.zoom(), in.DPI
	return f, nil
}

// Input says what to draw. Only Runs must be set, or Trees for a kind of tree.
type Input struct {
	Runs       []results.Run
	Trees      []*tree.Sketch // for kinds of trees, which use only Trees and how to draw
	Solvers    []string       // to draw, in this order; all solvers of the runs if empty
	InstanceID string         // for plots of one instance
	Unit       string         // the name of a unit in [results.Units] that has a flag; results.Seconds if empty
	Base       string         // the solver that others are compared with; the first solver if empty
	Band       Band           // of levels of InstanceID: an estimate to draw beside the levels of the runs
	Title      string         // replaces the plot's own title
	Untitled   bool           // no title is drawn; files still record it
	NoNotes    bool           // no notes are drawn; the description of an SVG still has them
	Narrow     bool           // one column of a paper wide instead of two
	Width      float64        // in millimetres; if 0, Narrow says it
	FontSize   float64        // of the labels of axes, in points; normalSize if 0
	DPI        int            // pixels per inch of a PNG; normalDPI if 0

	unit    results.Unit // the unit with the name Unit
	looks   looks
	all     *results.Rows // of all runs
	limit   float64       // the longest time limit, in seconds
	lacking int           // rows that are left out because they have no value in the unit
}

// OptionError says which option of a plot cannot be met.
type OptionError struct{ Text string }

func (e *OptionError) Error() string { return e.Text }

func optionf(format string, args ...any) error { return &OptionError{fmt.Sprintf(format, args...)} }

// resolve sets the defaults, and rejects options that do not fit the runs.
func (in *Input) resolve(k Kind) error {
	in.looks = looks(results.AllClasses(in.Runs))
	in.all, in.limit = results.AllRows(in.Runs)
	known := in.all.Solvers()
	// Those that are drawn come first: they take the colours that differ most.
	in.looks = in.looks.settled(in.Solvers).settled(known)
	if err := cmp.Or(in.resolveSizes(), in.resolveUnit(), in.checkInstance(k)); err != nil {
		return err
	}
	if n := in.all.Len(); n > 0 && in.lacking == n {
		return nothing("no sample has a value in "+in.Unit, "name another --unit")
	}
	wanted := in.Solvers
	if in.Base != "" {
		wanted = append(slices.Clone(wanted), in.Base)
	}
	for _, name := range wanted {
		if len(known) > 0 && !slices.Contains(known, name) {
			return optionf("no result of solver %q%s", name, spelling.Hint(name, known))
		}
	}
	if len(in.Solvers) == 0 {
		in.Solvers = results.SolversOf(in.Runs)
	}
	return nil
}

// checkInstance rejects an instance that the results do not have, and any for a kind of plot that shows
// all. A plot of growth may name a family.
func (in *Input) checkInstance(k Kind) error {
	if in.InstanceID == "" || in.all.Len() == 0 {
		return nil
	}
	var known []string
	for n := range in.all.Instances() {
		id := in.all.ID(n)
		known = append(known, id)
		if original, _, isCopy := corpus.Original(id); isCopy {
			known = append(known, original)
		}
		if family, _, _ := strings.Cut(id, "/"); k.Name == "growth" {
			known = append(known, family)
		}
	}
	switch {
	case !slices.Contains(known, in.InstanceID):
		return optionf("no result of instance %q%s", in.InstanceID, spelling.Hint(in.InstanceID, known))
	case !slices.Contains([]string{"levels", "growth", "box"}, k.Name):
		return optionf("%s shows all instances, expected no --instance; --filter selects some", k.Name)
	}
	return nil
}

// resolveUnit sets the unit, and counts the rows that were measured without it.
func (in *Input) resolveUnit() error {
	var names []string
	for _, u := range results.Units {
		if u.Flag != "" {
			names = append(names, u.Name)
		}
	}
	in.Unit = cmp.Or(in.Unit, results.Seconds)
	if !slices.Contains(names, in.Unit) {
		return optionf("unknown unit %q%s", in.Unit, spelling.Hint(in.Unit, names))
	}
	in.unit, _ = results.FindUnit(in.Unit)
	for k := range in.all.Len() {
		if !in.counts(k) {
			in.lacking++
		}
	}
	return nil
}

// counts reports whether a row has a value in the unit, or is of a search without any value.
func (in *Input) counts(k int) bool {
	_, has := in.unit.Of(in.all.At(k))
	return has || !in.all.At(k).Measured()
}

// rows yields the numbers of the rows of the wanted solvers.
func (in *Input) rows() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := range in.all.Len() {
			if slices.Contains(in.Solvers, in.all.At(k).Solver) && !yield(k) {
				return
			}
		}
	}
}

// table sets the wanted solvers side by side on all instances.
func (in *Input) table() *results.Medians { return in.all.Medians(in.Unit, in.Solvers) }
