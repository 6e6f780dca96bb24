package results

import (
	"cmp"
	"slices"
)

// Searches sorts rows by instance and column, wherever they are in a file.
type Searches struct {
	*Rows
	Columns []string
	starts  []int32 // by search, where its rows begin in order; and the end
	order   []int32
	alias   []int // by column, the first column with the same name
}

// Searches sorts the rows by instance and solver. The solvers are the columns.
func (r *Rows) Searches(columns []string) *Searches {
	s := &Searches{Rows: r, Columns: columns, alias: make([]int, len(columns))}
	if r == nil {
		return s
	}
	columnOf := make([]int, r.solvers.Count()) // plus 1
	for k, name := range columns {
		s.alias[k] = k
		if at, ok := r.solvers.Find(name); ok && columnOf[at] > 0 {
			s.alias[k] = columnOf[at] - 1
		} else if ok {
			columnOf[at] = k + 1
		}
	}
	s.starts = make([]int32, r.Instances()*len(columns)+2)
	search := func(k int) int { // -1 if its solver has no column
		if c := columnOf[r.solver.At(k)]; c > 0 {
			return r.Instance(k)*len(columns) + c - 1
		}
		return -1
	}
	n := 0
	for k := range r.n {
		if at := search(k); at >= 0 {
			s.starts[at+2]++
			n++
		}
	}
	for k := 2; k < len(s.starts); k++ {
		s.starts[k] += s.starts[k-1]
	}
	s.order = make([]int32, n)
	for k := range r.n { // starts[at+1] moves to the end of its search, where the next one begins
		if at := search(k); at >= 0 {
			s.order[s.starts[at+1]] = int32(k)
			s.starts[at+1]++
		}
	}
	return s
}

// Of returns the rows of an instance and a column, in their order.
func (s *Searches) Of(instance, column int) []int32 {
	at := instance*len(s.Columns) + s.alias[column]
	return s.order[s.starts[at]:s.starts[at+1]]
}

// distinct sorts the rows of a search, and leaves out each that repeats another one: it has the
// same status, the same number of runs, and the same value in every unit that is kept.
func (r *Rows) distinct(rows []int32) []int32 {
	compare := func(a, b int32) int {
		j, k := int(a), int(b)
		order := cmp.Or(cmp.Compare(r.status.At(j), r.status.At(k)), cmp.Compare(r.runs.At(j), r.runs.At(k)))
		for u := 0; u < len(Units) && order == 0; u++ {
			switch {
			case !r.has[u]:
			case Units[u].count != nil:
				order = cmp.Compare(r.counts[u].At(j), r.counts[u].At(k))
			default:
				order = cmp.Compare(r.values[u].At(j), r.values[u].At(k))
			}
		}
		return order
	}
	slices.SortFunc(rows, compare)
	return slices.CompactFunc(rows, func(a, b int32) bool { return compare(a, b) == 0 })
}
