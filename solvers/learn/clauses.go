package learn

import (
	"cmp"
	"slices"
)

// A learned clause is in words, one after the other:
//
//	size  distance  used  literals ...
//
// Its place is the index of its size. distance is the least number of levels that its literals were
// spread over at a conflict. used is the number of the last conflict that it took part in.
const (
	distanceAt = 1 + iota
	usedAt
	literalsAt
)

// A watch says that a clause watches a literal.
type watch struct {
	clause  int32
	blocker literal // another one of the clause
}

const (
	// keepFirst is how many clauses are kept before the first time that some are forgotten, and
	// keepMore how many more each time after. 2,000 to 8,000 make no difference beyond noise.
	keepFirst = 2000
	keepMore  = 200
	// short is the size up to which clauses of two levels are kept for good. In other clauses, two
	// levels mean little: an option that is guessed makes hundreds false, so there are few levels.
	// Without this bound, 12,266 of 35,092 clauses were kept of queen6x6, in twice the time.
	short = 8
)

// store has the learned clauses.
type store struct {
	words   []int32
	places  []int32   // of all clauses, in increasing order
	watches [][]watch // by literal
	keep    int       // how many clauses to keep until some are forgotten
	sorted  []int32
	peak    int64
}

func newStore(literals int) store { return store{watches: make([][]watch, literals)} }

func (s *store) begin() {
	s.words, s.places, s.keep, s.peak = s.words[:0], s.places[:0], keepFirst, 0
	s.unwatch()
}

func (s *store) unwatch() {
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
}

// literals returns the literals of the clause at a place.
func (s *store) literals(place int32) []literal {
	return s.words[place+literalsAt : place+literalsAt+s.words[place]]
}

// bytes returns the size of the clauses and their watches.
func (s *store) bytes() int64 { return 4*int64(len(s.words)) + 20*int64(len(s.places)) }

// add stores a clause of at least two literals, and watches the first two.
func (s *store) add(c []literal, distance, used int32) (place int32) {
	place = int32(len(s.words))
	s.words = append(s.words, int32(len(c)), distance, used)
	s.words = append(s.words, c...)
	s.places = append(s.places, place)
	s.watch(place)
	s.peak = max(s.peak, s.bytes())
	return place
}

func (s *store) watch(place int32) {
	c := s.literals(place)
	s.watches[c[0]] = append(s.watches[c[0]], watch{place, c[1]})
	s.watches[c[1]] = append(s.watches[c[1]], watch{place, c[0]})
}

// forget drops half of the clauses that are not kept for good: those of the most levels first, then those
// that took part in no conflict for longest. It also drops the clauses that are true at level 0, unless
// they are the cause of that, and moves the others together.
func (x *search) forget() {
	x.sorted = x.sorted[:0]
	for _, at := range x.places {
		if size := x.words[at]; size > 2 && (size > short || x.words[at+distanceAt] > 2) && !x.holds(at) {
			x.sorted = append(x.sorted, at)
		}
	}
	slices.SortFunc(x.sorted, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x.words[b+distanceAt], x.words[a+distanceAt]),
			cmp.Compare(x.words[a+usedAt], x.words[b+usedAt]), cmp.Compare(a, b))
	})
	for _, at := range x.sorted[:len(x.sorted)/2] {
		x.words[at+distanceAt] = forgotten
	}
	kept, to := 0, int32(0)
	for _, at := range x.places {
		c := x.literals(at)
		holds := x.holds(at)
		if x.words[at+distanceAt] == forgotten || !holds && x.settled(c) {
			x.show(Forgotten, c...)
			continue
		}
		if holds {
			x.why[c[0]>>1] = known.of(to)
		}
		x.places[kept] = to
		kept++
		to += int32(copy(x.words[to:], x.words[at:int(at)+literalsAt+len(c)]))
		x.spend(len(c))
	}
	x.words, x.places = x.words[:to], x.places[:kept]
	x.unwatch()
	for _, at := range x.places {
		x.watch(at)
	}
	x.keep += keepMore
}

const forgotten = -1

// holds reports whether the clause at a place made its first literal true.
func (x *search) holds(at int32) bool {
	l := x.words[at+literalsAt]
	return x.value[l] > 0 && x.why[l>>1] == known.of(at)
}

// settled reports whether a clause has a literal that is true at level 0.
func (x *search) settled(c []literal) bool {
	return slices.ContainsFunc(c, func(l literal) bool { return x.value[l] > 0 && x.level[l>>1] == 0 })
}
