package results

import (
	"iter"

	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results/compare"
)

// Medians has the medians of solvers on instances, in one unit. A median takes 9 bytes.
type Medians struct {
	Unit    string
	Columns []string // the solvers
	rows    *Rows
	lines   []int32   // instances, in order of appearance
	centers []float64 // by line and column
	status  []uint8   // by line and column, an index in statuses
	known   []cover.Status
}

// Median is the median of the samples of a search.
type Median struct {
	Status cover.Status // the worst status of the samples; "" if there is none
	Center float64      // in an exact unit the most frequent value; 0 if there is no value
}

// Measured reports whether there is a value.
func (m Median) Measured() bool { return m.Status.Measured() }

// Medians sets solvers side by side in one unit: a line for each instance, in order of appearance,
// and a column for each of the solvers.
func (r *Rows) Medians(unit string, solvers []string) *Medians {
	m := &Medians{Unit: unit, Columns: solvers, rows: r, known: []cover.Status{""}}
	if r.Len() == 0 {
		return m
	}
	u := mustUnit(unit)
	value, searches, wanted := r.Values(u), r.Searches(solvers), make([]bool, r.solvers.Count())
	for _, solver := range solvers {
		if at, ok := r.solvers.Find(solver); ok {
			wanted[at] = true
		}
	}
	counts := func(k int) bool {
		_, ok := value(k)
		return ok || !r.Status(k).Measured()
	}
	seen := make([]bool, r.Instances())
	for k := range r.n {
		if at := r.Instance(k); !seen[at] && wanted[r.solver.At(k)] && counts(k) {
			seen[at] = true
			m.lines = append(m.lines, int32(at))
		}
	}
	summary := stats.NewSummarizer(u.Exact, stats.DefaultMethod.Confidence)
	m.centers, m.status = make([]float64, len(m.lines)*len(solvers)), make([]uint8, len(m.lines)*len(solvers))
	var samples []float64
	for line, instance := range m.lines {
		for column := range solvers {
			var worst cover.Status
			samples = samples[:0]
			for _, k := range searches.Of(int(instance), column) {
				if !counts(int(k)) {
					continue
				}
				if status := r.Status(int(k)); compare.Worse(status, worst) {
					worst = status
				}
				v, _ := value(int(k))
				samples = append(samples, v)
			}
			at := line*len(solvers) + column
			m.status[at] = uint8(indexOf(&m.known, worst))
			if worst.Measured() {
				m.centers[at] = summary.Of(samples).Center
			}
		}
	}
	return m
}

// Of returns the given lines.
func (m *Medians) Of(lines []int) *Medians {
	if len(lines) == m.Len() {
		return m
	}
	some, n := *m, len(m.Columns)
	some.lines, some.centers, some.status = nil, nil, nil
	for _, line := range lines {
		some.lines = append(some.lines, m.lines[line])
		some.centers = append(some.centers, m.centers[line*n:line*n+n]...)
		some.status = append(some.status, m.status[line*n:line*n+n]...)
	}
	return &some
}

// Len returns the number of lines.
func (m *Medians) Len() int { return len(m.lines) }

// ID returns the instance of a line.
func (m *Medians) ID(line int) string { return m.rows.ID(int(m.lines[line])) }

// Instance returns the number of the instance of a line.
func (m *Medians) Instance(line int) int { return int(m.lines[line]) }

// Cell returns the median of a line and a column.
func (m *Medians) Cell(line, column int) Median {
	at := line*len(m.Columns) + column
	return Median{m.known[m.status[at]], m.centers[at]}
}

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
