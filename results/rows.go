package results

import (
	"iter"
	"slices"

	"xcbench/cover"
)

// Rows are samples in the order in which they were added. Their instances are numbered from 0, in order of
// appearance. The zero value has no rows.
type Rows struct {
	list     []Row
	ids      []string // of the instances
	at       map[string]int
	instance []int32 // by row
	solvers  []string
	machines []Machine
}

// RowsOf returns a table of rows.
func RowsOf(rows []Row) *Rows {
	all := &Rows{}
	for _, row := range rows {
		all.Add(row)
	}
	return all
}

// Add appends a row.
func (r *Rows) Add(row Row) {
	id := row.InstanceID()
	k, ok := r.at[id]
	if !ok {
		if r.at == nil {
			r.at = map[string]int{}
		}
		k = len(r.ids)
		r.at[id], r.ids = k, append(r.ids, id)
	}
	r.list, r.instance = append(r.list, row), append(r.instance, int32(k))
	if !slices.Contains(r.solvers, row.Solver) {
		r.solvers = append(r.solvers, row.Solver)
	}
	if !slices.Contains(r.machines, row.On()) {
		r.machines = append(r.machines, row.On())
	}
}

// Len returns the number of rows.
func (r *Rows) Len() int { return len(r.list) }

// At returns row k, from 0.
func (r *Rows) At(k int) Row { return r.list[k] }

// All yields the rows.
func (r *Rows) All() iter.Seq[Row] { return slices.Values(r.list) }

// Instances returns the number of instances.
func (r *Rows) Instances() int { return len(r.ids) }

// ID returns the id of an instance.
func (r *Rows) ID(instance int) string { return r.ids[instance] }

// Find returns the number of the instance with an id.
func (r *Rows) Find(id string) (instance int, ok bool) {
	instance, ok = r.at[id]
	return instance, ok
}

// Instance returns the number of a row's instance.
func (r *Rows) Instance(k int) int { return int(r.instance[k]) }

// Search returns the search of a row.
func (r *Rows) Search(k int) Search { return Search{r.ID(r.Instance(k)), r.list[k].Solver} }

// Solvers returns the solvers.
func (r *Rows) Solvers() []string { return slices.Clone(r.solvers) }

// Statuses returns the statuses of all rows, in order of appearance.
func (r *Rows) Statuses() (all []cover.Status) {
	for row := range r.All() {
		if !slices.Contains(all, row.Status) {
			all = append(all, row.Status)
		}
	}
	return all
}

// Machines returns the machines of the rows, in order of appearance. A row that does not say where it
// was measured has the zero value.
func (r *Rows) Machines() []Machine { return r.machines }

// Has reports whether any row has a value in a unit.
func (r *Rows) Has(u Unit) bool {
	for row := range r.All() {
		if _, ok := u.Of(row); ok {
			return true
		}
	}
	return false
}

// Searches sorts the rows by instance and solver, wherever they are in a file. It returns a function that returns
// the rows of an instance and one of the solvers, in their order.
func (r *Rows) Searches(solvers []string) func(instance, solver int) []int32 {
	rows := make([][]int32, r.Instances()*len(solvers))
	for k := range r.Len() {
		for n, name := range solvers { // a solver may be given twice
			if name == r.list[k].Solver {
				at := &rows[r.Instance(k)*len(solvers)+n]
				*at = append(*at, int32(k))
			}
		}
	}
	return func(instance, solver int) []int32 { return rows[instance*len(solvers)+solver] }
}

// Where returns the rows that pass.
func (r *Rows) Where(pass func(Row) bool) *Rows {
	all := &Rows{}
	for row := range r.All() {
		if pass(row) {
			all.Add(row)
		}
	}
	return all
}

// Sorted returns the rows in the order of their instances. The rows of an instance stay in order.
func (r *Rows) Sorted(compare func(a, b string) int) *Rows {
	list := slices.Collect(r.All())
	slices.SortStableFunc(list, func(a, b Row) int { return compare(a.InstanceID(), b.InstanceID()) })
	return RowsOf(list)
}

// Append appends rows. The solvers' names get an ending.
func (r *Rows) Append(rows *Rows, ending string) {
	for row := range rows.All() {
		row.Solver += ending
		r.Add(row)
	}
}
