package results

import (
	"iter"

	"xcbench/cover"
	"xcbench/internal/stats"
)

// Medians has the medians of solvers on instances, in one unit.
type Medians struct {
	Unit    string
	Columns []string // the solvers
	rows    *Rows
	lines   []int    // instances, in order of appearance
	cells   []Median // by line and column
}

// Median is the median of the samples of a search.
type Median struct {
	Status cover.Status // the worst status of the samples; "" if there is none
	Center float64      // in an exact unit the most frequent value; 0 if there is no value
}

// Measured reports whether there is a value.
func (m Median) Measured() bool { return m.Status.Measured() }

// Medians sets solvers side by side in one unit: a line for each instance, in order of appearance,
// and a column for each of the solvers. An instance has no line if no row of it counts: a row counts if
// it has a value, or a status in place of one.
func (r *Rows) Medians(unit string, solvers []string) *Medians {
	m := &Medians{Unit: unit, Columns: solvers, rows: r}
	u, searches := MustUnit(unit), r.Searches(solvers)
	summary := stats.NewSummarizer(u.Exact, stats.DefaultMethod.Confidence)
	for instance := range r.Instances() {
		line, any := make([]Median, len(solvers)), false
		for column := range solvers {
			var samples []float64
			for _, k := range searches.Of(instance, column) {
				row := r.At(int(k))
				v, ok := u.Of(row)
				if !ok && row.Measured() {
					continue
				}
				if Worse(row.Status, line[column].Status) {
					line[column].Status = row.Status
				}
				samples, any = append(samples, v), true
			}
			if line[column].Measured() {
				line[column].Center = summary.Of(samples).Center
			}
		}
		if any {
			m.lines, m.cells = append(m.lines, instance), append(m.cells, line...)
		}
	}
	return m
}

// Of returns the given lines.
func (m *Medians) Of(lines []int) *Medians {
	some := *m
	some.lines, some.cells = nil, nil
	for _, line := range lines {
		some.lines = append(some.lines, m.lines[line])
		some.cells = append(some.cells, m.cells[line*len(m.Columns):(line+1)*len(m.Columns)]...)
	}
	return &some
}

// Len returns the number of lines.
func (m *Medians) Len() int { return len(m.lines) }

// ID returns the instance of a line.
func (m *Medians) ID(line int) string { return m.rows.ID(m.lines[line]) }

// Cell returns the median of a line and a column.
func (m *Medians) Cell(line, column int) Median { return m.cells[line*len(m.Columns)+column] }

// Cells yields the columns of a line and their medians.
func (m *Medians) Cells(line int) iter.Seq2[int, Median] {
	return func(yield func(int, Median) bool) {
		for k := range m.Columns {
			if !yield(k, m.Cell(line, k)) {
				return
			}
		}
	}
}
