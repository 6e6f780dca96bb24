package compare

import (
	"iter"
	"math"
	"slices"

	"golang.org/x/perf/benchproc"

	"xcbench/internal/columns"
	"xcbench/internal/stats"
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
	names      *columns.Names            // of rows, in place of labels; or nil
	cols       []string                  // labels
	united     map[int32][]benchproc.Key // by table, all that count as this one in exact units
	allColumns bool                      // tables have all columns, with or without samples
	solvers    bool                      // the columns are solvers, and the rows are instances
	varying    []string                  // warnings, by residue; nil if no cell varies
	store      *store
	order      []int32 // groups by table, row and column
	times      sorting // results by group
	counts     sorting // the same in exact units
	parts      []part  // by table and unit
}

// part is the stretch of groups whose values in a unit become one table.
type part struct{ table, unit, from, to int32 }

// mostCells is the greatest number of cells of a table.
const mostCells = 20_000_000

// fill sorts the results of a store, and divides them into parts.
func (d *Collection) fill(s *store) {
	d.store, s.slots = s, nil
	d.order = make([]int32, s.number)
	for k := range d.order {
		d.order[k] = int32(k)
	}
	slices.SortFunc(d.order, func(a, b int32) int { return s.at(a).compare(s.at(b).place) })
	d.times = s.sorted(func(k int) int32 { return s.group.At(k) })
	if d.counts = d.times; s.exact.Any() {
		d.counts = s.sorted(s.exactOf)
	}
	for from := 0; from < len(d.order); {
		table, to := s.at(d.order[from]).table, from
		for to < len(d.order) && s.at(d.order[to]).table == table {
			to++
		}
		for u := range d.units {
			if slices.ContainsFunc(d.order[from:to], func(id int32) bool { return d.has(id, u) }) {
				d.parts = append(d.parts, part{table, int32(u), int32(from), int32(to)})
			}
		}
		from = to
	}
}

// label returns the label of a row.
func (d *Collection) label(row int32) string {
	if d.names != nil {
		return shortLabel(d.names.Name(int(row)))
	}
	return d.rows[row]
}

// results returns the results of a group that may have a value in a unit.
func (d *Collection) results(id int32, unit int) []int32 {
	if d.units[unit].Exact {
		return d.counts.of(id)
	}
	return d.times.of(id)
}

// has reports whether a group has a value in a unit.
func (d *Collection) has(id int32, unit int) bool {
	return slices.ContainsFunc(d.results(id, unit), func(k int32) bool {
		return !math.IsNaN(d.store.values[unit].At(int(k)))
	})
}

// appendValues appends the values of a group in a unit.
func (d *Collection) appendValues(to []float64, id int32, unit int) []float64 {
	for _, k := range d.results(id, unit) {
		if v := d.store.values[unit].At(int(k)); !math.IsNaN(v) {
			to = append(to, v)
		}
	}
	return to
}

// checkSize returns an error if a table is too large.
func (d *Collection) checkSize() error {
	if int64(max(len(d.rows), d.names.Count()))*int64(len(d.cols)) <= mostCells {
		return nil
	}
	test := stats.NewUTest(d.method.Method)
	for _, p := range d.parts {
		b := newBuilder(d, p, test)
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
		test := stats.NewUTest(d.method.Method)
		for _, p := range d.parts {
			if !yield(newBuilder(d, p, test).table()) {
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
	for _, row := range t.All() {
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
