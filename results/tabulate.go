package results

import "xcbench/results/compare"

// Tabulate sets solvers side by side in one unit: the table has a row for each instance, in order
// of appearance, and a column for each of the solvers. The first solver is the base. All rows of a
// search are samples of one cell. In a unit that means the same only within a counter class, the
// classes say which solvers are compared.
func Tabulate(rows []Row, unit string, solvers []string, classes compare.Classes) compare.Table {
	return tabulate(compare.DefaultMethod, rows, unit, solvers, classes)
}

// Compare is Tabulate with an interval for the verdict on each solver over all instances, which
// takes up to 20 ms a solver.
func Compare(rows []Row, unit string, solvers []string, classes compare.Classes) compare.Table {
	m := compare.DefaultMethod
	m.Paired = true
	return tabulate(m, rows, unit, solvers, classes)
}

func tabulate(m compare.Method, rows []Row, unit string, solvers []string, classes compare.Classes) compare.Table {
	u := mustUnit(unit)
	m.WithinCounter = WithinCounter()
	samples := func(yield func(compare.Sample) bool) {
		for _, r := range rows {
			one, ok := u.sample(r)
			one.Counter = classes[r.Solver].Counter
			if ok && !yield(one) {
				return
			}
		}
	}
	t := compare.Tabulate(m, compare.Unit{Name: unit, Exact: u.Exact}, solvers, samples)
	t.Solvers = true
	return t
}

// sample returns a row as a sample of its solver on its instance. It reports false if the search
// ended but the unit was not measured.
func (u Unit) sample(r Row) (compare.Sample, bool) {
	value, ok := u.Of(r)
	one := compare.Sample{Row: r.InstanceID(), Column: r.Solver, Status: r.Status, Value: value, Solver: r.Solver}
	if r.Machine != nil {
		one.Machine = *r.Machine
	}
	return one, ok || !r.Measured()
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
func pairs(u Unit, base, other []Row) compare.Table {
	columns := []string{"base", "other"}
	samples := func(yield func(compare.Sample) bool) {
		for k, rows := range [][]Row{base, other} {
			for _, r := range rows {
				one, ok := u.sample(r)
				one.Row, one.Column = r.Key().Label(), columns[k]
				if ok && !yield(one) {
					return
				}
			}
		}
	}
	return compare.Tabulate(compare.DefaultMethod, compare.Unit{Name: u.Name, Exact: u.Exact}, columns, samples)
}
