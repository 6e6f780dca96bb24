package infer

import "math/bits"

// mask is a set of items, or an option of a [list]. If masks take one word, hi is 0.
type mask struct{ lo, hi uint64 }

func (m mask) and(n mask) mask     { return mask{m.lo & n.lo, m.hi & n.hi} }
func (m mask) or(n mask) mask      { return mask{m.lo | n.lo, m.hi | n.hi} }
func (m mask) without(n mask) mask { return mask{m.lo &^ n.lo, m.hi &^ n.hi} }
func (m mask) meets(n mask) bool   { return m.lo&n.lo|m.hi&n.hi != 0 }
func (m mask) count() int          { return bits.OnesCount64(m.lo) + bits.OnesCount64(m.hi) }

// first returns m with its lowest bit only.
func (m mask) first() mask {
	if m.lo != 0 {
		return mask{lo: m.lo & -m.lo}
	}
	return mask{hi: m.hi & -m.hi}
}

// unless returns m without the items of lo and hi, or m itself if nothing else would be left.
func (m mask) unless(lo, hi uint64) mask {
	if rest := (mask{m.lo &^ lo, m.hi &^ hi}); rest.lo|rest.hi != 0 {
		return rest
	}
	return m
}

// lowest returns the set of the n lowest bits.
func lowest(n int) mask {
	return mask{1<<n - 1, 1<<max(n-64, 0) - 1}
}
