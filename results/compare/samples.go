package compare

import (
	"cmp"
	"math"
	"slices"

	"xcbench/cover"
)

// Unit is the unit of a table's values.
type Unit struct {
	Name  string
	Exact bool // a counter: every sample of a group should have the same value
}

// place is the position of a group. Tables in different units count as one here, because a group
// has values in several units.
type place struct{ table, row, col int32 }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.table, q.table), cmp.Compare(p.row, q.row), cmp.Compare(p.col, q.col))
}

// group is one cell in all units.
type group struct {
	place
	residue int32  // the number of its set of residual keys
	status  uint8  // the index in store.statuses of the status of its worst sample
	counter uint8  // the number in store.counters of the counter class of its samples; 0 if it is unknown
	solver  uint16 // the number in store.solvers of the solver of its samples
	machine uint16 // the number in store.machines of the machine of its samples
}

// The numbers in a group with samples of several solvers, or of several counter classes.
const (
	severalSolvers  = math.MaxUint16
	severalCounters = math.MaxUint8
)

// sameCounter reports whether updates mean the same in two groups. If the class of either group is
// unknown, they mean the same only for the same solver.
func (g *group) sameCounter(h *group) bool {
	if g.counter == 0 || h.counter == 0 {
		return g.solver == h.solver
	}
	return g.counter == h.counter
}

// sample is one value of a group.
type sample struct {
	group int32
	value float64 // not a number if the search was stopped
}

// store holds samples by unit and group, in order of arrival. A value takes 16 bytes and a group 24
// bytes. So a million rows fit into memory, whether they are samples of a few cells or of a
// million.
type store struct {
	at       map[place]int32
	groups   []group
	statuses []cover.Status // of groups; the first is "", for the rows of other programs
	solvers  map[string]uint16
	counters map[string]uint8
	machines machines
	units    []string // in order of appearance
	unitAt   map[string]int
	samples  [][]sample // by unit
}

func newStore() store {
	return store{at: map[place]int32{}, unitAt: map[string]int{}, statuses: []cover.Status{""},
		solvers: map[string]uint16{"": 0}, counters: map[string]uint8{"": 0}}
}

// group returns the number of the group at a place, and whether the group is new. The solver, the
// counter class and the machine are those of the sample that will be added.
func (s *store) group(at place, solver, counter []byte, on Machine) (id int32, fresh bool) {
	machine := s.machines.number(on)
	of, class := numberOf(s.solvers, solver, severalSolvers), numberOf(s.counters, counter, severalCounters)
	id, ok := s.at[at]
	if !ok {
		id = int32(len(s.groups))
		s.at[at] = id
		s.groups = append(s.groups, group{place: at, solver: of, counter: class, machine: machine})
		return id, true
	}
	g := &s.groups[id]
	if g.solver != of {
		g.solver = severalSolvers
	}
	if g.machine != machine {
		g.machine = severalMachines
	}
	switch {
	case g.counter == class || class == 0:
	case g.counter == 0: // the lines of classes came after the first samples, as in a resumed run
		g.counter = class
	default:
		g.counter = severalCounters
	}
	return id, false
}

// numberOf numbers words in order of appearance, up to most. All further words have number most.
func numberOf[N uint8 | uint16](known map[string]N, word []byte, most N) N {
	n, ok := known[string(word)]
	if !ok {
		n = N(min(len(known), int(most)))
		if n < most {
			known[string(word)] = n
		}
	}
	return n
}

// ended records how a search of a group ended. A group keeps the worst status of its searches.
func (s *store) ended(id int32, status cover.Status) {
	g := &s.groups[id]
	if now := s.statuses[g.status]; status == now || quality(status) > quality(now) {
		return
	}
	k := slices.Index(s.statuses, status) // a handful
	if k < 0 {
		k = len(s.statuses)
		s.statuses = append(s.statuses, status)
	}
	g.status = uint8(k)
}

// quality orders statuses from worst to best: no value, a reached budget, solved, and a value that
// is not of a search.
func quality(status cover.Status) int {
	switch {
	case status == "":
		return 3
	case status == cover.Solved:
		return 2
	case status.Measured():
		return 1
	}
	return 0
}

// measured reports whether samples with this status have a value. The rows of other programs have
// no status, and always have a value.
func measured(status cover.Status) bool { return quality(status) > 0 }

// add adds a value to a group.
func (s *store) add(id int32, unit string, value float64) {
	k, ok := s.unitAt[unit]
	if !ok {
		k = len(s.units)
		s.unitAt[unit] = k
		s.units, s.samples = append(s.units, unit), append(s.samples, nil)
	}
	s.samples[k] = append(s.samples[k], sample{id, value})
}

// arrange sorts groups by place and the samples of each unit by group. Groups get new numbers.
func (s *store) arrange() {
	order := make([]int32, len(s.groups))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortFunc(order, func(a, b int32) int { return s.groups[a].compare(s.groups[b].place) })
	groups := make([]group, len(order))
	for k, at := range order {
		groups[k] = s.groups[at]
	}
	s.groups, s.at = groups, nil
	number := inverse(order)
	inParallel(len(s.samples), func(u int) {
		all := s.samples[u]
		for k := range all {
			all[k].group = number[all[k].group]
		}
		slices.SortFunc(all, func(a, b sample) int { return cmp.Compare(a.group, b.group) })
	})
}

// inverse returns the position of each number in a list of the numbers from 0.
func inverse(numbers []int32) []int32 {
	at := make([]int32, len(numbers))
	for k, n := range numbers {
		at[n] = int32(k)
	}
	return at
}
