package compare

import (
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
	rows       []string // labels
	cols       []string // labels
	allColumns bool     // tables have all columns, with or without samples
	solvers    bool     // the columns are solvers, and the rows are instances
	searches   bool     // all samples are of searches
	runs       int      // inputs; 0 if the samples are not of inputs
	store      *store
	parts      []part
}

// part has the groups with the same keys of tables. Counters are the same on every machine, so one
// part has the counters of all parts that differ in the machine only.
type part struct{ times, counts cells }

// cells are groups by row and column.
type cells struct {
	groups []*group
	config [][2]string
}

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// fill sorts the groups of a store into parts.
func (d *Collection) fill(s *store) {
	d.store = s
	all := s.sorted()
	for from, to := 0, 0; from < len(all); from = to {
		for to < len(all) && all[to].table == all[from].table {
			to++
		}
		some := cells{groups: all[from:to]}
		d.parts = append(d.parts, part{some, some})
	}
}

// builders yields a builder for each table: for each part, the units that have values.
func (d *Collection) builders() iter.Seq[*builder] {
	return func(yield func(*builder) bool) {
		test := stats.NewUTest(d.method.Method)
		for _, p := range d.parts {
			for unit := range d.units {
				if b := newBuilder(d, p, unit, test); len(b.rows) > 0 && !yield(b) {
					return
				}
			}
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
func shared(tables [][][2]string) [][2]string {
	return slices.DeleteFunc(slices.Clone(tables[0]), func(one [2]string) bool {
		return slices.ContainsFunc(tables, func(other [][2]string) bool { return !slices.Contains(other, one) })
	})
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
	return "samples of one cell vary in " + strings.Join(names, ",")
}
