package compare

import (
	"cmp"
	"iter"
	"slices"

	"golang.org/x/perf/benchproc"

	"xcbench/cover"
)

// Collection holds samples in the order of the tables. It makes one table at a time, because the
// tables of a million rows take more memory than the samples.
type Collection struct {
	Warnings []string // about the options and about files with a torn end
	Faults   []string // lines that could not be read
	Versions []string // "SOLVER: VERSION" of the solvers that are other programs
	Machines []string // if there are several, whose times cannot be compared

	method     Method
	units      []Unit
	tables     []benchproc.Key           // nil if there is one table without keys
	rows       []string                  // labels
	cols       []string                  // labels
	united     map[int32][]benchproc.Key // by table, all that count as this one in exact units
	allColumns bool                      // tables have all columns, with or without samples
	solvers    bool                      // the columns are solvers, and the rows are instances
	machines   machines
	varying    []string // warnings, by residue; nil if no cell varies
	statuses   []cover.Status
	groups     []group    // by table, row and column
	samples    [][]sample // by unit and group
	parts      []part     // by table and unit
}

// part is the stretch of a unit's samples that becomes one table.
type part struct{ table, unit, from, to int32 }

// mostCells is the greatest number of cells of a table. A cell takes 104 bytes.
const mostCells = 20_000_000

// fill arranges the samples of a store and divides them into parts.
func (d *Collection) fill(s *store) {
	s.arrange()
	d.statuses, d.groups, d.samples, d.machines = s.statuses, s.groups, s.samples, s.machines
	for u, all := range d.samples {
		for from := 0; from < len(all); {
			table := d.groups[all[from].group].table
			to := from
			for to < len(all) && d.groups[all[to].group].table == table {
				to++
			}
			d.parts = append(d.parts, part{table, int32(u), int32(from), int32(to)})
			from = to
		}
	}
	slices.SortFunc(d.parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.unit, b.unit))
	})
}

// checkSize returns an error if a table is too large.
func (d *Collection) checkSize() error {
	if int64(len(d.rows))*int64(len(d.cols)) <= mostCells {
		return nil
	}
	b := newBuilder(d)
	for _, p := range d.parts {
		b.choose(p)
		if rows, cols := len(b.starts)-1, len(b.cols); int64(rows)*int64(cols) > mostCells {
			return queryf("a table of %d rows and %d columns is too large, expected at most %d cells: "+
				"choose other keys for rows or columns", rows, cols, mostCells)
		}
	}
	return nil
}

// Tables yields the tables. Each is made when it is asked for.
func (d *Collection) Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		b := newBuilder(d)
		for _, p := range d.parts {
			b.choose(p)
			if !yield(b.table(p)) {
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
