package compare

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Collection holds the groups of files in the order of their tables. It makes one table at a time.
type Collection struct {
	Warnings []string // about the options and about files with a torn end
	Faults   []string // lines that could not be read
	Versions []string // "SOLVER: VERSION" of the solvers that are other programs
	Machines []string // if there are several, whose times cannot be compared

	units  []results.Unit
	parts  []part
	united bool       // counters of all kinds of machines are in one table
	made   tabulation // what all tables have in common
}

// part has the groups with the same keys of tables, by place.
type part struct {
	config [][2]string
	groups []placed
}

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// shapes yields each table without its values: for each part, the units that have values.
func (d *Collection) shapes() iter.Seq[*tabulation] {
	return func(yield func(*tabulation) bool) {
		test := stats.NewUTest(d.made.Method.Method)
		for k, p := range d.parts {
			counts := p
			if d.united {
				counts = d.together(k)
			}
			for _, unit := range d.units {
				t, in := d.made, p
				if t.unit, t.test = unit, test; unit.Exact {
					in = counts
				}
				t.config = in.config
				if t.fill(in.groups); len(t.rows) > 0 && !yield(&t) {
					return
				}
			}
		}
	}
}

// together returns the parts of the package of part k, as counters are the same on every machine. It
// returns nothing if an earlier part has them already.
func (d *Collection) together(k int) part {
	pkg := func(p part) string {
		at := slices.IndexFunc(p.config, func(c [2]string) bool { return c[0] == "pkg" })
		if at < 0 {
			return ""
		}
		return p.config[at][1]
	}
	all, several := d.parts[k], false
	for n, p := range d.parts {
		switch {
		case n == k || pkg(p) != pkg(all):
		case n < k:
			return part{}
		default:
			several = true
			all.groups = append(slices.Clip(all.groups), p.groups...)
			all.config = slices.DeleteFunc(slices.Clone(all.config), func(c [2]string) bool { return !slices.Contains(p.config, c) })
		}
	}
	if several {
		all.groups = joined(all.groups)
	}
	return all
}

// joined returns the groups of several tables by place, with those of the same cell in one.
func joined(groups []placed) (all []placed) {
	for k := range groups {
		groups[k].table = 0
	}
	slices.SortStableFunc(groups, func(a, b placed) int { return a.compare(b.place) })
	for _, g := range groups {
		if last := len(all) - 1; last < 0 || all[last].place != g.place {
			one := *g.Group
			all = append(all, placed{g.place, &one})
		} else {
			one := all[last].Group
			one.rows = append(slices.Clip(one.rows), g.rows...)
			one.residue = append(slices.Clip(one.residue), g.residue...)
		}
	}
	return all
}

// checkSize returns an error if a table is too large.
func (d *Collection) checkSize() error {
	if int64(len(d.made.labels))*int64(len(d.made.columns)) <= mostCells {
		return nil
	}
	for t := range d.shapes() {
		if rows, cols := len(t.rows), len(t.cols); int64(rows)*int64(cols) > mostCells {
			return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: "+
				"choose other keys for rows or columns", rows, cols, mostCells)
		}
	}
	return nil
}

// Tables yields the tables. Each is made when it is asked for.
func (d *Collection) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		for t := range d.shapes() {
			if !yield(t.table()) {
				return
			}
		}
	}
}

// Overlap reports whether the columns of some tables have rows in common. Its zero value is ready
// for use.
type Overlap struct {
	some    bool   // a row has samples in the base and in another column
	columns bool   // there are several columns
	first   string // the first column of the first table
	tables  int
}

// Add takes a table into account.
func (o *Overlap) Add(t Table) {
	if o.tables++; o.tables == 1 {
		o.first = t.Columns[0]
	}
	// Several tables of one column each have several columns, unless it is the same column.
	o.columns = o.columns || len(t.Columns) > 1 || t.Columns[0] != o.first
	for _, row := range t.Rows {
		for k := 1; k < len(row.Cells) && !o.some; k++ {
			o.some = row.Cells[0].Has() && row.Cells[k].Has()
		}
		if o.some {
			return
		}
	}
}

// None reports whether there are several columns, but no column has a row in common with the base.
func (o *Overlap) None() bool { return o.columns && !o.some }

// config returns the keys and values of a table.
func config(key benchproc.Key) [][2]string {
	var all [][2]string
	for _, f := range key.Projection().FlattenedFields() {
		if v := key.Get(f); v != "" {
			all = append(all, [2]string{f.Name, v})
		}
	}
	return all
}

// varying returns a warning if the samples of a group differ in keys that no table, row or column has.
func (g *Group) varying() string {
	if len(g.residue) < 2 {
		return ""
	}
	var names []string
	for _, f := range benchproc.NonSingularFields(g.residue) {
		names = append(names, f.Name)
	}
	return "samples of one cell vary in " + strings.Join(names, ",")
}
