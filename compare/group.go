package compare

import (
	"cmp"
	"maps"
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
//
// A cell may have several members: the searches of a family, if a row is a family. Each is a group of
// its own, because samples of different searches must not be mixed.
type place struct{ table, row, col, member int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.table, q.table), cmp.Compare(p.row, q.row), cmp.Compare(p.col, q.col),
		cmp.Compare(p.member, q.member))
}

// group is one cell in all units, or one member of it.
type group struct {
	place
	status  cover.Status    // the worst of its samples; "" if they are rows of other programs
	solver  string          // of its samples, or several
	class   [2]string       // the choice rule and the counter class of its samples, or several; "" if unknown
	started bool            // see [results.Class]
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
	unit  int32
	run   int32 // the number of its input
	value float64
}

// values returns the values in a unit.
func (g *group) values(unit int) (values []float64) {
	for _, s := range g.samples {
		if int(s.unit) == unit {
			values = append(values, s.value)
		}
	}
	return values
}

// timed returns the values in a unit, and the run of each.
func (g *group) timed(unit int) (values []float64, runs []int32) {
	for _, s := range g.samples {
		if int(s.unit) == unit {
			values, runs = append(values, s.value), append(runs, s.run)
		}
	}
	return values, runs
}

// has reports whether there is a value in a unit.
func (g *group) has(unit int) bool {
	return slices.ContainsFunc(g.samples, func(s sample) bool { return int(s.unit) == unit })
}

// join adds the samples of another group.
func (g *group) join(h *group) {
	if g.solver != h.solver {
		g.solver = several
	}
	if g.machine != h.machine {
		g.machine = severalMachines
	}
	for k, class := range h.class {
		switch {
		case g.class[k] == class || class == "":
		case g.class[k] == "": // the lines of classes came after the first samples, as in a resumed run
			g.class[k] = class
		default:
			g.class[k] = several
		}
	}
	if results.Worse(h.status, g.status) {
		g.status = h.status
	}
	for _, key := range h.residue {
		if len(g.residue) < keptResidues && !slices.Contains(g.residue, key) {
			g.residue = append(g.residue, key)
		}
	}
	g.samples = append(g.samples, h.samples...)
}

// classOf returns what a run records of a solver as far as it decides which values can be compared.
func classOf(c results.Class) [2]string { return [2]string{string(c.Rule), c.Counter} }

// comparable reports whether values of two groups in a unit can be compared: nodes within a choice rule,
// and updates within a counter class. If the class of either group is unknown, a solver is compared
// only with itself.
func (g *group) comparable(h *group, same results.Agreement) bool {
	var x, y string
	switch same {
	case results.SameRule:
		x, y = g.class[0], h.class[0]
	case results.SameCounter:
		x, y = g.class[1], h.class[1]
	default:
		return true
	}
	if x == "" || y == "" {
		return g.solver == h.solver
	}
	return x == y
}

// store has the groups by their places.
type store struct {
	groups   map[place]*group
	machines []results.Machine // in order of appearance
	units    []string          // in order of appearance
	unitAt   map[string]int
}

func newStore() store { return store{groups: map[place]*group{}, unitAt: map[string]int{}} }

// put adds a group, or its samples to the group at its place.
func (s *store) put(g group) {
	if old := s.groups[g.place]; old != nil {
		old.join(&g)
		return
	}
	g.residue, g.samples = slices.Clone(g.residue), slices.Clone(g.samples)
	s.groups[g.place] = &g
}

// sorted returns the groups by table, row and column.
func (s *store) sorted() []*group {
	return slices.SortedFunc(maps.Values(s.groups), func(g, h *group) int { return g.compare(h.place) })
}

// machine returns the number of a machine.
func (s *store) machine(on results.Machine) int {
	n := slices.Index(s.machines, on)
	if n < 0 {
		n = len(s.machines)
		s.machines = append(s.machines, on)
	}
	return n
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

// together reports whether the times of two groups can be compared.
func (s *store) together(g, h *group) bool {
	return g.machine != severalMachines && h.machine != severalMachines &&
		s.machines[g.machine].Same(s.machines[h.machine])
}
