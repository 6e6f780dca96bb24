package compare

import (
	"iter"

	"xcbench/cover"
)

// Sample is one measurement in memory.
type Sample struct {
	Row, Column string
	Status      cover.Status // how the search ended; "" if the value is not of a search
	Value       float64      // in the unit of the table; ignored if the search was stopped

	Solver, Counter string // the solver and its counter class, for units that mean the same only within a class

	Machine Machine // the zero value if it is unknown
}

// Tabulate compares samples that are in memory. The table has the given columns; the first column
// is the base. The rows are those of the samples, in order of appearance. Samples of other columns
// are left out.
func Tabulate(m Method, unit Unit, columns []string, samples iter.Seq[Sample]) Table {
	s := newStore()
	colsOf, rowOf := map[string][]int32{}, map[string]int32{} // a column may be given twice
	for k, name := range columns {
		colsOf[name] = append(colsOf[name], int32(k))
	}
	var rows []string
	for one := range samples {
		for _, col := range colsOf[one.Column] {
			row, ok := rowOf[one.Row]
			if !ok {
				row = int32(len(rows))
				rowOf[one.Row], rows = row, append(rows, one.Row)
			}
			id, _ := s.find(place{0, row, col}, []byte(one.Solver), []byte(one.Counter), one.Machine)
			s.ended(id, one.Status)
			s.begin(id, id)
			s.add(unit.Name, one.Value)
		}
	}
	d := &Collection{method: m, units: []Unit{unit}, rows: rows, cols: columns, allColumns: true}
	d.fill(&s)
	for t := range d.Tables() {
		return t
	}
	return Table{Unit: unit.Name, Exact: unit.Exact, Alpha: m.Alpha, Columns: columns}
}
