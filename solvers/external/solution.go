package external

import (
	"fmt"
	"hash/maphash"
	"slices"
	"xcbench/cover"
)

// maxSeen bounds the solutions that are remembered.
const maxSeen = 1 << 20

// solution checks a solution and shows it to the visitor, given the indices of its options in p. It returns false if the run
// is over.
func (r *run) solution(options []int) (more bool) {
	if r.limit > 0 && r.found >= r.limit {
		if r.told() {
			return r.refute("asked for at most %d", r.limit)
		}
		r.over = true
		return false
	}
	r.last = append(r.last[:0], options...)
	r.base = r.base[:0]
	for _, o := range options {
		if o < 0 || o >= r.p.Options() {
			return r.refute("option %d does not exist: there are %d options", o+1, r.p.Options())
		}
		r.base = append(r.base, r.p.ToBase(o))
	}
	if err := r.checker.Check(r.base); err != nil {
		return r.refute("%s", err)
	}
	hash := maphash.String(r.seed, fmt.Sprint(slices.Sorted(slices.Values(r.base))))
	if r.seen[hash] {
		return r.refute("it repeats an earlier solution")
	}
	if len(r.seen) < maxSeen {
		r.seen[hash] = true
	}
	r.found++
	r.over = r.visit != nil && !r.visit(r.base)
	return !r.over
}

// refute ends the run with a solution that is wrong.
func (r *run) refute(format string, args ...any) bool {
	r.fault = cover.Wrongf("solution %d: %s", r.found+1, fmt.Sprintf(format, args...))
	r.over = true
	return false
}

// count records solutions that are not shown. It returns false if there are more than the limit that
// the engine was told.
func (r *run) count(n int64) bool {
	if r.found += n; r.limit > 0 && !r.told() {
		r.found = min(r.found, r.limit)
	}
	return r.limit == 0 || r.found <= r.limit
}

// told reports whether the program was told the limit.
func (r *run) told() bool { return r.engine.codec.args != nil || r.engine.spec.has(Solutions) }
