package chart

import (
	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

// medians sets solvers side by side in one unit: a line for each instance, in order of appearance, and
// a column for each of the solvers. An instance has no line if no row of it counts: a row counts if
// it has a value, or a status in place of one.
type medians struct {
	ids   []string   // of the lines
	cells [][]median // by line and column
}

// median is the median of the samples of a search.
type median struct {
	Status cover.Status // the worst status of the samples; "" if there is none
	Center float64      // in an exact unit the most frequent value; 0 if it is not solved
}

// table returns the medians of the wanted solvers on all instances.
func (in *Input) table() medians {
	var m medians
	searches := in.all.Searches(in.Solvers)
	summary := stats.NewSummarizer(in.unit.Exact, stats.DefaultMethod.Confidence)
	for instance := range in.all.Instances() {
		line, any := make([]median, len(in.Solvers)), false
		for column := range line {
			var samples []float64
			for _, k := range searches.Of(instance, column) {
				row := in.all.At(int(k))
				v, ok := in.unit.Of(row)
				if !ok && row.Measured() {
					continue
				}
				if results.Worse(row.Status, line[column].Status) {
					line[column].Status = row.Status
				}
				samples, any = append(samples, v), true
			}
			if line[column].Status == cover.Solved {
				line[column].Center = summary.Of(samples).Center
			}
		}
		if any {
			m.ids, m.cells = append(m.ids, in.all.ID(instance)), append(m.cells, line)
		}
	}
	return m
}

// of returns the given lines.
func (m medians) of(lines []int) (some medians) {
	for _, line := range lines {
		some.ids, some.cells = append(some.ids, m.ids[line]), append(some.cells, m.cells[line])
	}
	return some
}
