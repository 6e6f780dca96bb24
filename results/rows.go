package results

import (
	"iter"
	"slices"

	"xcbench/cover"
)

// Rows are samples in the order in which they were added. Their instances and solvers are numbered
// from 0, in order of appearance. A nil *Rows has no rows.
type Rows struct {
	list      []Row
	instances names
	solvers   names
	instance  []int32 // by row
	machines  []Machine
}

// names numbers strings in order of appearance.
type names struct {
	all []string
	at  map[string]int
}

func (n *names) number(name string) int {
	k, ok := n.at[name]
	if !ok {
		if n.at == nil {
			n.at = map[string]int{}
		}
		k = len(n.all)
		n.at[name], n.all = k, append(n.all, name)
	}
	return k
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
	r.list = append(r.list, row)
	r.instance = append(r.instance, int32(r.instances.number(row.InstanceID())))
	r.solvers.number(row.Solver)
	if last := len(r.machines) - 1; last < 0 || r.machines[last] != row.On() {
		if m := row.On(); !slices.Contains(r.machines, m) {
			r.machines = append(r.machines, m)
		}
	}
}

// Len returns the number of rows.
func (r *Rows) Len() int {
	if r == nil {
		return 0
	}
	return len(r.list)
}

// At returns row k, from 0.
func (r *Rows) At(k int) Row { return r.list[k] }

// All yields the rows.
func (r *Rows) All() iter.Seq[Row] {
	if r == nil {
		r = &Rows{}
	}
	return slices.Values(r.list)
}

// Instances returns the number of instances.
func (r *Rows) Instances() int {
	if r == nil {
		return 0
	}
	return len(r.instances.all)
}

// ID returns the id of an instance.
func (r *Rows) ID(instance int) string { return r.instances.all[instance] }

// Find returns the number of the instance with an id.
func (r *Rows) Find(id string) (instance int, ok bool) {
	if r == nil {
		return 0, false
	}
	instance, ok = r.instances.at[id]
	return instance, ok
}

// Instance returns the number of a row's instance.
func (r *Rows) Instance(k int) int { return int(r.instance[k]) }

// Search returns the search of a row.
func (r *Rows) Search(k int) Search { return Search{r.ID(r.Instance(k)), r.list[k].Solver} }

// Solvers returns the solvers.
func (r *Rows) Solvers() []string {
	if r == nil {
		return nil
	}
	return slices.Clone(r.solvers.all)
}

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
func (r *Rows) Machines() []Machine {
	if r == nil {
		return nil
	}
	return r.machines
}

// Has reports whether any row has a value in a unit.
func (r *Rows) Has(u Unit) bool {
	for row := range r.All() {
		if _, ok := u.Of(row); ok {
			return true
		}
	}
	return false
}

// Searches sorts rows by instance and column, wherever they are in a file.
type Searches struct {
	*Rows
	Columns []string
	rows    [][]int32 // by instance and column
}

// Searches sorts the rows by instance and solver. The solvers are the columns.
func (r *Rows) Searches(columns []string) *Searches {
	s := &Searches{r, columns, make([][]int32, r.Instances()*len(columns))}
	columnsOf := map[string][]int{} // a column may be given twice
	for k, name := range columns {
		columnsOf[name] = append(columnsOf[name], k)
	}
	for k := range r.Len() {
		for _, column := range columnsOf[r.list[k].Solver] {
			at := &s.rows[r.Instance(k)*len(columns)+column]
			*at = append(*at, int32(k))
		}
	}
	return s
}

// Of returns the rows of an instance and a column, in their order.
func (s *Searches) Of(instance, column int) []int32 { return s.rows[instance*len(s.Columns)+column] }

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
