// Package chart draws results: one file a kind of plot, each a row in the table
// of kinds below. A plot is a [Figure], which is written as SVG, PNG or PDF, and
// whose data is written as CSV; the same input gives the same bytes.
//
// It imports results, solvers, corpus, tree, cover and what is below them, and gonum's plot. Start
// reading at cactus.go; alike.go has what solvers share, theme.go, axis.go and style.go have the
// looks, figure.go and save.go the paper.
package chart

import (
	"cmp"
	"fmt"
	"slices"

	"xcbench/internal/spelling"
	"xcbench/results"
	"xcbench/results/tree"
)

// Kind is one way to draw results.
type Kind struct {
	Name    string
	Summary string // what it shows, for the list of kinds
	draw    func(Input) (*Figure, error)
}

// kinds are all ways, in the order of the documentation; those of trees are in trees.go.
var kinds = []Kind{
	{"cactus", "instances solved within a time, or within a number of updates", cactus},
	{"levels", "nodes and updates by level, for one instance or the largest trees", levels},
	{"times", "time of each solver on each instance, a row an instance", times},
	{"growth", "time, or another unit, against the size, with growth factors", growth},
	{"trend", "change over several runs, against the first", trend},
	{"scatter", "one solver against another, instance by instance", scatter},
	{"ecdf", "the share of the instances solved within a time", ecdf},
	{"profile", "the share of the instances solved within a factor of the best solver", profile},
	{"box", "quartiles over the instances, or over the scrambled copies of each", box},
	{"bars", "mean ratio to a base solver, by family", bars},
}

// Kinds returns all kinds of plots.
func Kinds() []Kind { return slices.Concat(kinds, treeKinds) }

// Find returns the kind of a name. The error suggests the nearest.
func Find(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return Kind{}, &OptionError{fmt.Sprintf("unknown kind of plot %q%s", name, spelling.Hint(name, names))}
}

// Draw makes the figure. What cannot be drawn is left out and said in the figure's notes; if
// nothing can, the figure says so. The error is an [OptionError].
func (k Kind) Draw(in Input) (*Figure, error) {
	if err := in.resolve(); err != nil {
		return nil, err
	}
	f, err := k.draw(in)
	if err != nil {
		return nil, err
	}
	if in.lacking > 0 {
		f.note(fmt.Sprintf("Left out: %d samples without a value in %s.", in.lacking, in.Unit))
	}
	f.kind = k.Name
	if in.Title != "" {
		f.title = in.Title
	}
	f.width = twoColumns
	if in.Narrow {
		f.width = oneColumn
	}
	return f, nil
}

// Input is what to draw. All but the runs, or the trees, may be left empty.
type Input struct {
	Runs       []results.Run
	Trees      []*tree.Sketch // for kinds of trees, which look at nothing else but title and width
	Solvers    []string       // to draw, in this order; all that there are if empty
	InstanceID string         // for plots of one
	Unit       string         // the name of a unit with a flag in [results.Units]; results.Seconds if empty
	Base       string         // the solver that others are set against; the first if empty
	Title      string         // in place of the plot's own
	Narrow     bool           // as wide as one column of a paper instead of two

	unit    results.Unit // the unit of that name
	looks   looks
	lacking int // rows that were left out, since they have no value in the unit
}

// OptionError says that a plot cannot be drawn with the options it was given.
type OptionError struct{ Text string }

func (e *OptionError) Error() string { return e.Text }

func optionf(format string, args ...any) error { return &OptionError{fmt.Sprintf(format, args...)} }

// resolve fills in what was left empty, and refuses what the runs do not have.
func (in *Input) resolve() error {
	in.looks = looks(results.AllClasses(in.Runs))
	var known []string
	rows, _ := results.AllRows(in.Runs)
	for _, r := range rows {
		if !slices.Contains(known, r.Solver) {
			known = append(known, r.Solver)
		}
	}
	if err := in.resolveUnit(); err != nil {
		return err
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
		in.Solvers = known
		slices.SortStableFunc(in.Solvers, in.looks.compare)
	}
	return nil
}

// resolveUnit finds the unit, and leaves out the rows that were measured without it.
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
	if in.unit.Always {
		return nil
	}
	in.Runs = slices.Clone(in.Runs)
	for k := range in.Runs {
		in.Runs[k].Rows = slices.DeleteFunc(slices.Clone(in.Runs[k].Rows), func(r results.Row) bool {
			_, ok := in.unit.Of(r)
			if !ok && r.Measured() {
				in.lacking++
			}
			return !ok && r.Measured()
		})
	}
	return nil
}

// rows are those of the wanted solvers, of all runs together.
func (in *Input) rows() (rows []results.Row, limit float64) {
	all, limit := results.AllRows(in.Runs)
	for _, r := range all {
		if slices.Contains(in.Solvers, r.Solver) {
			rows = append(rows, r)
		}
	}
	return rows, limit
}
