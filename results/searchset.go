package results

import "xcbench/internal/columns"

// searchSet is a set of searches. A search takes a bit, and an instance 8 bytes.
type searchSet struct {
	known, others *columns.Names // of instances
	solvers       *columns.Names
	bits          columns.Column[uint64] // by instance, the first 64 solvers that it has; the others follow the known
	rest          map[[2]int]bool
}

// newSearchSet returns a set without searches. The known are instances that the set may have, or nil.
func newSearchSet(known *columns.Names) *searchSet {
	return &searchSet{known: known, others: columns.NewNames(), solvers: columns.NewNames(), rest: map[[2]int]bool{}}
}

// add adds the search of a profile. It returns the profile with names that may be kept, and reports
// whether the search is new.
func (s *searchSet) add(p Profile) (Profile, bool) {
	id := p.InstanceID()
	instance, ok := s.known.Find(id)
	if ok {
		id = s.known.Name(instance)
	} else {
		n := int(s.others.Number(id))
		id, instance = s.others.Name(n), s.known.Count()+n
	}
	solver := int(s.solvers.Number(p.Solver))
	n := len(p.Family)
	p.Family, p.Name, p.Solver = id[:n], id[n+1:], s.solvers.Name(solver)
	if solver < 64 {
		before := s.bits.At(instance)
		s.bits.Set(instance, before|1<<solver)
		return p, before&(1<<solver) == 0
	}
	at := [2]int{instance, solver}
	fresh := !s.rest[at]
	s.rest[at] = true
	return p, fresh
}
