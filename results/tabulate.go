package results

import (
	"iter"

	"xcbench/results/compare"
)

// Tabulate sets solvers side by side in one unit: the table has a row for each instance, in order
// of appearance, and a column for each of the solvers. The first solver is the base. All rows of a
// search are samples of one cell. In a unit that means the same only within a counter class, the
// classes say which solvers are compared.
func Tabulate(rows *Rows, unit string, solvers []string, classes compare.Classes) compare.Table {
	return tabulate(compare.DefaultMethod, rows, unit, solvers, classes)
}

// Compare is Tabulate with an interval for the verdict on each solver over all instances, which
// takes up to 20 ms a solver.
func Compare(rows *Rows, unit string, solvers []string, classes compare.Classes) compare.Table {
	m := compare.DefaultMethod
	m.Paired = true
	return tabulate(m, rows, unit, solvers, classes)
}

func tabulate(m compare.Method, rows *Rows, unit string, solvers []string, classes compare.Classes) compare.Table {
	u := mustUnit(unit)
	m.WithinCounter = WithinCounter()
	samples := func(yield func(compare.Sample) bool) {
		for one := range rows.samples(u) {
			one.Row, one.Column, one.Counter = rows.ID(rows.Instance(one.k)), one.Solver, classes[one.Solver].Counter
			if !yield(one.Sample) {
				return
			}
		}
	}
	t := compare.Tabulate(m, compare.Unit{Name: unit, Exact: u.Exact}, solvers, samples)
	t.Solvers = true
	return t
}

// sample is a sample in the unit of a table, without the row and the column of the table.
type sample struct {
	compare.Sample
	k int // the number of the row
}

// samples yields the rows as samples in a unit. It leaves out the searches that ended and have no
// value.
func (r *Rows) samples(u Unit) iter.Seq[sample] {
	return func(yield func(sample) bool) {
		if r.Len() == 0 {
			return
		}
		value := r.Values(u)
		for k := range r.n {
			v, ok := value(k)
			status := r.Status(k)
			switch {
			case !ok && status.Measured():
				continue
			case !ok:
				v = 0
			}
			one := sample{compare.Sample{Status: status, Value: v, Solver: r.SolverAt(k)}, k}
			if m := r.MachineAt(k); m != nil {
				one.Machine = *m
			}
			if !yield(one) {
				return
			}
		}
	}
}

// mustUnit returns the unit of a name that the program chose.
func mustUnit(name string) Unit {
	u, ok := FindUnit(name)
	if !ok {
		panic("results: no unit " + name)
	}
	return u
}

// pairs compares two lists of rows, such as the rows of two programs or of two halves of a run. The
// table has two columns, and a row for each search with the search's label.
func pairs(u Unit, base, other *Rows) compare.Table {
	columns := []string{"base", "other"}
	samples := func(yield func(compare.Sample) bool) {
		for k, rows := range []*Rows{base, other} {
			for one := range rows.samples(u) {
				one.Row, one.Column = rows.ID(rows.Instance(one.k))+" "+one.Solver, columns[k]
				if !yield(one.Sample) {
					return
				}
			}
		}
	}
	return compare.Tabulate(compare.DefaultMethod, compare.Unit{Name: u.Name, Exact: u.Exact}, columns, samples)
}
