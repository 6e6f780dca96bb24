package external

import (
	"fmt"
	"hash/maphash"
	"slices"

	"xcbench/cover"
)

// A book records the solutions of a run. It checks each and shows it to the visitor.
type book struct {
	p       *cover.Problem
	checker *cover.Checker
	visit   cover.Visitor // or nil
	limit   int64         // 0 for none
	strict  bool          // the engine was told the limit

	found int64
	last  []int // the options of the last solution
	over  bool  // the visitor has seen enough, or there is one more solution than the limit
	fault error // of the solution that ended the run

	base []int
	seen map[uint64]bool // the hashes of the first solutions
	seed maphash.Seed
}

// maxSeen bounds the solutions that are remembered.
const maxSeen = 1 << 20

func newBook(p *cover.Problem, limit int64, visit cover.Visitor) *book {
	return &book{p: p, checker: cover.NewChecker(p), visit: visit, limit: limit, seen: map[uint64]bool{},
		seed: maphash.MakeSeed()}
}

// solution records a solution, given the indices of its options in p. It returns false if the run
// is over.
func (b *book) solution(options []int) (more bool) {
	if b.limit > 0 && b.found >= b.limit {
		if b.strict {
			return b.refute("asked for at most %d", b.limit)
		}
		b.over = true
		return false
	}
	b.last = append(b.last[:0], options...)
	b.base = b.base[:0]
	for _, o := range options {
		if o < 0 || o >= b.p.Options() {
			return b.refute("option %d does not exist: there are %d options", o+1, b.p.Options())
		}
		b.base = append(b.base, b.p.ToBase(o))
	}
	if err := b.checker.Check(b.base); err != nil {
		return b.refute("%s", err)
	}
	hash := maphash.String(b.seed, fmt.Sprint(slices.Sorted(slices.Values(b.base))))
	if b.seen[hash] {
		return b.refute("it repeats an earlier solution")
	}
	if len(b.seen) < maxSeen {
		b.seen[hash] = true
	}
	b.found++
	b.over = b.visit != nil && !b.visit(b.base)
	return !b.over
}

// refute ends the run with a solution that is wrong.
func (b *book) refute(format string, args ...any) bool {
	b.fault = wrongf("solution %d: %s", b.found+1, fmt.Sprintf(format, args...))
	b.over = true
	return false
}

// count records solutions that are not shown. It returns false if there are more than the limit that
// the engine was told.
func (b *book) count(n int64) bool {
	if b.found += n; b.limit > 0 && !b.strict {
		b.found = min(b.found, b.limit)
	}
	return b.limit == 0 || b.found <= b.limit
}
