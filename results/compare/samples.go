package compare

import (
	"cmp"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/internal/columns"
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

// store holds results in columns, in order of arrival. A result takes 4 bytes, and 8 more for each
// value; a group takes 24 bytes, and 4 to 8 in a table that finds it. So millions of rows fit into
// memory, whether they are samples of a few cells or of a million.
type store struct {
	slots    []int32 // a hash table of groups by their places: a number plus 1, or 0
	number   int     // of groups
	groups   columns.Column[group]
	statuses []cover.Status // of groups; the first is "", for the rows of other programs
	solvers  map[string]uint16
	counters map[string]uint8
	machines machines
	units    []string // in order of appearance
	unitAt   map[string]int

	results int                   // so many results there are
	group   columns.Column[int32] // by result
	exact   columns.Column[int32] // by result, the group of its counters, if it is another one; or -1
	values  []columns.Values      // by unit and result; not a number where a result has none
}

func newStore() store {
	return store{slots: make([]int32, 16), unitAt: map[string]int{}, statuses: []cover.Status{""},
		solvers: map[string]uint16{"": 0}, counters: map[string]uint8{"": 0},
		groups: columns.Column[group]{Usual: group{status: math.MaxUint8}},
		exact:  columns.Column[int32]{Usual: -1}}
}

// at returns a group.
func (s *store) at(id int32) *group { return s.groups.Ref(int(id)) }

// slot returns the slot of the group at a place, or the empty slot where it belongs.
func (s *store) slot(at place) *int32 {
	mask := uint64(len(s.slots) - 1)
	sum := (uint64(at.row)*0x9e3779b97f4a7c15 ^ uint64(at.col)<<32 ^ uint64(at.table)) * 0xbf58476d1ce4e5b9
	for k := sum >> 20 & mask; ; k = (k + 1) & mask {
		if n := &s.slots[k]; *n == 0 || s.at(*n-1).place == at {
			return n
		}
	}
}

// find returns the number of the group at a place, and whether the group is new. The solver, the
// counter class and the machine are those of the result that will be added.
func (s *store) find(at place, solver, counter []byte, on Machine) (id int32, fresh bool) {
	machine := s.machines.number(on)
	of, class := numberOf(s.solvers, solver, severalSolvers), numberOf(s.counters, counter, severalCounters)
	slot := s.slot(at)
	if *slot == 0 {
		if 4*(s.number+1) > 3*len(s.slots) {
			s.slots = make([]int32, 2*len(s.slots))
			for k := range s.number {
				*s.slot(s.at(int32(k)).place) = int32(k + 1)
			}
			slot = s.slot(at)
		}
		s.groups.Set(s.number, group{place: at, solver: of, counter: class, machine: machine})
		s.number++
		*slot = int32(s.number)
		return *slot - 1, true
	}
	id = *slot - 1
	g := s.at(id)
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
	g := s.at(id)
	if !Worse(status, s.statuses[g.status]) {
		return
	}
	k := slices.Index(s.statuses, status) // a handful
	if k < 0 {
		k = len(s.statuses)
		s.statuses = append(s.statuses, status)
	}
	g.status = uint8(k)
}

// Worse reports whether a status takes the place of the status that a group has so far.
func Worse(status, now cover.Status) bool { return status != now && quality(status) <= quality(now) }

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

// begin begins a result. Its counters are of group exact, and its other values of group id.
func (s *store) begin(id, exact int32) {
	s.group.Set(s.results, id)
	if exact != id {
		s.exact.Set(s.results, exact)
	}
	s.results++
}

// add adds a value to the result that has begun. A second value in a unit begins a result of its own.
func (s *store) add(unit string, value float64) {
	u, ok := s.unitAt[unit]
	if !ok {
		u = len(s.units)
		s.unitAt[unit] = u
		s.units, s.values = append(s.units, unit), append(s.values, columns.NewValues())
	}
	k := s.results - 1
	if !math.IsNaN(s.values[u].At(k)) {
		s.begin(s.group.At(k), s.exactOf(k))
		k++
	}
	s.values[u].Set(k, value)
}

// exactOf returns the group of the counters of a result.
func (s *store) exactOf(k int) int32 {
	if id := s.exact.At(k); id >= 0 {
		return id
	}
	return s.group.At(k)
}

// sorting has results by group, in order of arrival.
type sorting struct {
	starts []int32 // by group, where its results begin in order; and the end
	order  []int32
}

// sorted sorts results by the groups that a function gives them.
func (s *store) sorted(group func(k int) int32) sorting {
	by := sorting{make([]int32, s.number+2), make([]int32, s.results)}
	for k := range s.results {
		by.starts[group(k)+2]++
	}
	for k := 2; k < len(by.starts); k++ {
		by.starts[k] += by.starts[k-1]
	}
	for k := range s.results { // starts[g+1] moves to the end of group g, where the next one begins
		at := &by.starts[group(k)+1]
		by.order[*at] = int32(k)
		*at++
	}
	return by
}

func (by *sorting) of(id int32) []int32 { return by.order[by.starts[id]:by.starts[id+1]] }

// inverse returns the position of each number in a list of the numbers from 0.
func inverse(numbers []int32) []int32 {
	at := make([]int32, len(numbers))
	for k, n := range numbers {
		at[n] = int32(k)
	}
	return at
}
