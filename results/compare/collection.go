package compare

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"

	"xcbench/internal/stats"
)

// Collection holds samples in the order of the tables. It makes one table at a time.
type Collection struct {
	Warnings []string // about the options and about files with a torn end
	Faults   []string // lines that could not be read
	Versions []string // "SOLVER: VERSION" of the solvers that are other programs
	Machines []string // if there are several, whose times cannot be compared

	method     Method
	units      []Unit
	tables     []benchproc.Key         // nil if there is one table without keys
	rows       []string                // labels
	cols       []string                // labels
	united     map[int][]benchproc.Key // by table, all that count as this one in exact units
	allColumns bool                    // tables have all columns, with or without samples
	solvers    bool                    // the columns are solvers, and the rows are instances
	store      *store
	groups     []*group // by table, row and column
}

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// fill sorts the groups of a store.
func (d *Collection) fill(s *store) {
	d.store = s
	for _, g := range s.groups {
		d.groups = append(d.groups, g)
	}
	slices.SortFunc(d.groups, func(a, b *group) int { return a.compare(b.place) })
}

// builders yields a builder for each table: for each value of the keys, the units that have values.
func (d *Collection) builders() iter.Seq[*builder] {
	return func(yield func(*builder) bool) {
		test := stats.NewUTest(d.method.Method)
		for from := 0; from < len(d.groups); {
			to := from
			for to < len(d.groups) && d.groups[to].table == d.groups[from].table {
				to++
			}
			for unit := range d.units {
				if b := newBuilder(d, d.groups[from:to], unit, test); len(b.rows) > 0 && !yield(b) {
					return
				}
			}
			from = to
		}
	}
}

// checkSize returns an error if a table is too large.
func (d *Collection) checkSize() error {
	if int64(len(d.rows))*int64(len(d.cols)) <= mostCells {
		return nil
	}
	for b := range d.builders() {
		if rows, cols := len(b.rows), len(b.cols); int64(rows)*int64(cols) > mostCells {
			return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: "+
				"choose other keys for rows or columns", rows, cols, mostCells)
		}
	}
	return nil
}

// Tables yields the tables. Each is made when it is asked for.
func (d *Collection) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		for b := range d.builders() {
			if !yield(b.table()) {
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

// shared returns the configuration that the keys of some tables have in common.
func shared(tables []benchproc.Key) (all [][2]string) {
	for _, one := range config(tables[0]) {
		differs := func(k benchproc.Key) bool { return !slices.Contains(config(k), one) }
		if !slices.ContainsFunc(tables, differs) {
			all = append(all, one)
		}
	}
	return all
}

// keptResidues is how many different residues a group keeps. They suffice to name a key that varies.
const keptResidues = 4

// varying returns a warning if the samples of a group differ in keys that no table, row or column has.
func (g *group) varying() string {
	if len(g.residue) < 2 {
		return ""
	}
	var names []string
	for _, f := range benchproc.NonSingularFields(g.residue) {
		names = append(names, f.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("samples of one cell vary in %s", strings.Join(names, ","))
}
