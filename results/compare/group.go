package compare

import (
	"cmp"
	"slices"

	"golang.org/x/perf/benchproc"

	"xcbench/cover"
	"xcbench/results"
)

// Unit is the unit of a table's values.
type Unit struct {
	Name  string
	Exact bool // a counter: every sample of a group should have the same value
}

// place is the position of a group. Tables in different units count as one here, because a group
// has values in several units.
type place struct{ table, row, col int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.table, q.table), cmp.Compare(p.row, q.row), cmp.Compare(p.col, q.col))
}

// group is one cell in all units.
type group struct {
	place
	status  cover.Status    // the worst of its samples; "" if they are rows of other programs
	solver  string          // of its samples, or several
	counter string          // the counter class of its samples, or several; "" if it is unknown
	machine int             // the number of the machine of its samples, or severalMachines
	residue []benchproc.Key // of its samples with values: the keys that no table, row or column has
	samples []sample
}

// The marks of a group with samples of several solvers, counter classes or machines.
const (
	several         = "\x00"
	severalMachines = -1
)

// sample is one value of a group.
type sample struct {
	unit  int
	value float64
	only  only
}

// only says in which units a sample counts. Times of several machines are in a table for each of
// them, and counters in one table for all.
type only uint8

const (
	always only = iota
	inTimes
	inCounts
)

// values appends the values in a unit to a list.
func (g *group) values(to []float64, unit int, exact bool) []float64 {
	for _, s := range g.samples {
		if s.unit == unit && (s.only == always || (s.only == inCounts) == exact) {
			to = append(to, s.value)
		}
	}
	return to
}

// has reports whether there is a value in a unit.
func (g *group) has(unit int, exact bool) bool { return len(g.values(nil, unit, exact)) > 0 }

// sameCounter reports whether updates mean the same in two groups. If the class of either group is
// unknown, they mean the same only for the same solver.
func (g *group) sameCounter(h *group) bool {
	if g.counter == "" || h.counter == "" {
		return g.solver == h.solver
	}
	return g.counter == h.counter
}

// store has the groups by their places.
type store struct {
	groups   map[place]*group
	machines []results.Machine // in order of appearance
	units    []string          // in order of appearance
	unitAt   map[string]int
}

func newStore() store { return store{groups: map[place]*group{}, unitAt: map[string]int{}} }

// put returns the group at a place, for a result of a solver that ended with a status.
func (s *store) put(at place, solver, counter string, on results.Machine, status cover.Status) *group {
	machine := slices.Index(s.machines, on)
	if machine < 0 {
		machine = len(s.machines)
		s.machines = append(s.machines, on)
	}
	g := s.groups[at]
	if g == nil {
		g = &group{place: at, status: status, solver: solver, counter: counter, machine: machine}
		s.groups[at] = g
		return g
	}
	if g.solver != solver {
		g.solver = several
	}
	if g.machine != machine {
		g.machine = severalMachines
	}
	switch {
	case g.counter == counter || counter == "":
	case g.counter == "": // the lines of classes came after the first samples, as in a resumed run
		g.counter = counter
	default:
		g.counter = several
	}
	if results.Worse(status, g.status) {
		g.status = status
	}
	return g
}

// unit returns the number of a unit.
func (s *store) unit(name string) int {
	u, ok := s.unitAt[name]
	if !ok {
		u = len(s.units)
		s.unitAt[name], s.units = u, append(s.units, name)
	}
	return u
}

// comparable reports whether the times of two groups can be compared.
func (s *store) comparable(g, h *group) bool {
	return g.machine != severalMachines && h.machine != severalMachines &&
		s.machines[g.machine].Same(s.machines[h.machine])
}
