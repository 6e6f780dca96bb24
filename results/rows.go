package results

import (
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/columns"
	"xcbench/results/compare"
)

// Rows holds rows in columns, in the order in which they were added. A row takes 8 bytes, and 8 more
// for each unit in which it has a value that is kept; a [Row] takes 184. The name of each instance is
// there once. A nil *Rows has no rows.
type Rows struct {
	n         int
	ids       *columns.Names // of instances, in order of appearance
	solvers   *columns.Names // in order of appearance
	statuses  []cover.Status
	machines  []*compare.Machine
	instances columns.Column[int32]
	solver    columns.Column[int32]
	status    columns.Column[uint8] // an index in statuses
	machine   columns.Column[int32] // an index in machines
	runs      columns.Column[int32]
	values    []columns.Column[float64] // by unit, absent where a row has no value
	counts    []columns.Counts          // by unit, of the counters that have a field
	exact     map[int]*big.Int          // by row, the numbers of solutions that are too large for a counter
	kept      []bool                    // by unit
	has       []bool                    // by unit, whether any row has a value
	id        []byte                    // a buffer
}

// absent is the value of a row without a value.
var absent = math.Inf(-1)

// NewRows returns a table without rows. It keeps the values of rows in the given units; none means
// all.
func NewRows(units ...string) *Rows {
	r := &Rows{ids: columns.NewNames(), solvers: columns.NewNames(),
		statuses: []cover.Status{cover.Solved}, exact: map[int]*big.Int{},
		values: make([]columns.Column[float64], len(Units)), counts: make([]columns.Counts, len(Units)),
		kept: make([]bool, len(Units)), has: make([]bool, len(Units))}
	r.runs.Usual = 1
	for k, u := range Units {
		r.values[k].Usual = absent
		r.kept[k] = len(units) == 0 || slices.Contains(units, u.Name)
	}
	return r
}

// RowsOf returns a table of rows.
func RowsOf(rows []Row) *Rows {
	all := NewRows()
	for k := range rows {
		all.Add(&rows[k])
	}
	return all
}

// Add appends a row. It copies what it keeps.
func (r *Rows) Add(row *Row) {
	k := r.n
	r.n++
	r.id = append(append(append(r.id[:0], row.Family...), '/'), row.Name...)
	r.instances.Set(k, int32(r.ids.Number(string(r.id))))
	r.solver.Set(k, int32(r.solvers.Number(row.Solver)))
	r.status.Set(k, uint8(indexOf(&r.statuses, row.Status)))
	r.runs.Set(k, int32(row.Runs))
	if last := len(r.machines) - 1; last >= 0 && r.machines[last] == row.Machine {
		r.machine.Set(k, int32(last))
	} else {
		r.machine.Set(k, int32(r.machineNumber(row.Machine)))
	}
	if row.Big != nil && r.kept[unitOrder(Solutions)] {
		r.exact[k] = row.Big
	}
	for u := range Units {
		switch unit := &Units[u]; {
		case !r.kept[u]:
		case unit.count != nil:
			n := *unit.count(row)
			r.has[u] = r.has[u] || n != cover.Uncounted
			r.counts[u].Set(k, n)
		default:
			if v, ok := unit.of(row); ok {
				r.has[u] = true
				r.values[u].Set(k, v)
			}
		}
	}
}

// indexOf returns the index of a value in a short list. It appends a new value.
func indexOf[T comparable](list *[]T, v T) int {
	k := slices.Index(*list, v)
	if k < 0 {
		k = len(*list)
		*list = append(*list, v)
	}
	return k
}

// machineNumber returns the number of a machine. Equal machines share one.
func (r *Rows) machineNumber(m *compare.Machine) int {
	k := slices.IndexFunc(r.machines, func(other *compare.Machine) bool {
		return m == other || m != nil && other != nil && *m == *other
	})
	if k < 0 {
		k = len(r.machines)
		r.machines = append(r.machines, m)
	}
	return k
}

// Len returns the number of rows.
func (r *Rows) Len() int {
	if r == nil {
		return 0
	}
	return r.n
}

// At returns row k, from 0. Values in units that are not kept are 0.
func (r *Rows) At(k int) Row {
	id, solver := r.ID(r.Instance(k)), r.SolverAt(k)
	family, name, _ := strings.Cut(id, "/")
	row := Row{Family: family, Name: name, Solver: solver, Status: r.Status(k), Machine: r.MachineAt(k),
		Runs: int(r.runs.At(k)), Big: r.exact[k]}
	for u := range Units {
		switch unit := &Units[u]; {
		case !r.kept[u]:
		case unit.count != nil:
			*unit.count(&row) = r.counts[u].At(k)
		default:
			if v := r.values[u].At(k); v != absent {
				unit.set(&row, v)
			}
		}
	}
	return row
}

// All yields the rows.
func (r *Rows) All() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for k := range r.Len() {
			if !yield(r.At(k)) {
				return
			}
		}
	}
}

// Instances returns the number of instances.
func (r *Rows) Instances() int {
	if r == nil {
		return 0
	}
	return r.ids.Count()
}

// ID returns the id of an instance. Instances are numbered in order of appearance, from 0.
func (r *Rows) ID(instance int) string { return r.ids.Name(instance) }

// Find returns the number of the instance with an id.
func (r *Rows) Find(id string) (instance int, ok bool) {
	if r == nil {
		return 0, false
	}
	return r.ids.Find(id)
}

// Instance returns the number of a row's instance.
func (r *Rows) Instance(k int) int { return int(r.instances.At(k)) }

// Solvers returns the solvers in order of appearance.
func (r *Rows) Solvers() (all []string) {
	if r == nil {
		return nil
	}
	for k := range r.solvers.Count() {
		all = append(all, r.solvers.Name(k))
	}
	return all
}

// SolverAt returns the solver of a row.
func (r *Rows) SolverAt(k int) string { return r.solvers.Name(int(r.solver.At(k))) }

// Status returns the status of a row.
func (r *Rows) Status(k int) cover.Status { return r.statuses[r.status.At(k)] }

// Statuses returns the statuses of all rows.
func (r *Rows) Statuses() (all []cover.Status) {
	var seen [math.MaxUint8 + 1]bool
	for k := range r.Len() {
		seen[r.status.At(k)] = true
	}
	for k, s := range r.statuses {
		if seen[k] {
			all = append(all, s)
		}
	}
	return all
}

// MachineAt returns the machine of a row, or nil.
func (r *Rows) MachineAt(k int) *compare.Machine { return r.machines[r.machine.At(k)] }

// Values returns the function that has the value of a row in a unit, and whether the row has one.
func (r *Rows) Values(u Unit) func(k int) (float64, bool) {
	n := unitOrder(u.Name)
	if u.count != nil {
		return func(k int) (float64, bool) {
			count := r.counts[n].At(k)
			return float64(max(count, 0)), r.has[n] && count != cover.Uncounted
		}
	}
	return func(k int) (float64, bool) {
		v := r.values[n].At(k)
		return v, v != absent
	}
}

// Has reports whether row k has a value in a unit.
func (r *Rows) Has(u Unit, k int) bool {
	_, ok := r.Values(u)(k)
	return ok
}
