package compare

import (
	"slices"

	"xcbench/results"
)

// Tabulate sets solvers side by side in one unit: the table has a row for each instance, in order
// of appearance, and a column for each of the solvers. The first solver is the base. All rows of a
// search are samples of one cell. In a unit that means the same only within a choice rule or a counter
// class, the classes say which solvers are compared.
func Tabulate(rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	return tabulate(DefaultMethod, rows, unit, solvers, classes)
}

// Judge is Tabulate with an interval for the verdict on each solver over all instances, which takes up
// to 20 ms a solver.
func Judge(rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	m := DefaultMethod
	m.Paired = true
	return tabulate(m, rows, unit, solvers, classes)
}

func tabulate(m Method, rows *results.Rows, unit string, solvers []string, classes results.Classes) Table {
	t := newTabulation(results.MustUnit(unit), solvers)
	for row := range rows.All() {
		t.add(row.InstanceID(), row.Solver, classOf(classes[row.Solver]), row)
	}
	table := t.table(m)
	table.Solvers, table.Searches = true, true
	if !table.Exact && slices.Contains(RankUnits, unit) {
		table.Started = make([]bool, len(solvers))
		for k, name := range solvers {
			table.Started[k] = classes[name].TimesStart
		}
	}
	return table
}

// tabulation sorts rows in memory into the groups of a table.
type tabulation struct {
	store
	unit    results.Unit
	columns []string
	colsOf  map[string][]int // a column may be given twice
	rows    []string
	rowOf   map[string]int
}

func newTabulation(u results.Unit, columns []string) *tabulation {
	t := &tabulation{newStore(), u, columns, map[string][]int{}, nil, map[string]int{}}
	for k, name := range columns {
		t.colsOf[name] = append(t.colsOf[name], k)
	}
	return t
}

// add adds a sample to a row and a column. It leaves out a search that ended and has no value, and
// columns that the table does not have.
func (t *tabulation) add(row, column string, class [2]string, r results.Row) {
	v, ok := t.unit.Of(r)
	if len(t.colsOf[column]) == 0 || !ok && r.Measured() {
		return
	}
	at, known := t.rowOf[row]
	if !known {
		at = len(t.rows)
		t.rowOf[row], t.rows = at, append(t.rows, row)
	}
	for _, col := range t.colsOf[column] {
		t.put(group{place: place{row: at, col: col}, status: r.Status, solver: r.Solver, class: class,
			machine: t.machine(r.On()), samples: []sample{{value: v}}})
	}
}

func (t *tabulation) table(m Method) Table {
	unit := Unit{t.unit.Name, t.unit.Exact}
	d := &Collection{method: m, units: []Unit{unit}, rows: t.rows, cols: t.columns, allColumns: true}
	d.fill(&t.store)
	for table := range d.Tables() {
		return table
	}
	return Table{Unit: unit.Name, Exact: unit.Exact, Alpha: m.Alpha, Columns: t.columns}
}
