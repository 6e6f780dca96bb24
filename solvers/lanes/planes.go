package lanes

import (
	"math/bits"

	"xcbench/cover"
)

// Planes are another layout of the state, for problems like sudokus of side 9: 321 to 384 items with at
// most 9 options each. Plane k is the set of items that have option k left:
//
//	plane 0 | ... | plane 8 | open set | fresh claims: a set of the items for each claim of an item
//
// A plane fits into one vector of AVX-512, so the items with one option are found in 20 instructions,
// all at once. Lanes take 100, because almost half of their bits would be empty. A row takes 512
// bytes instead of 704. This matters, since the rows do not fit into the first cache.
const (
	planeCount = 9
	planeWords = 6 // of 64 items
	planeItems = planeWords * 64
	vector     = 8 // words
)

// An item may have 8 claims: one loop goes through 64 words, 8 for each of them.
const maxPlaneClaims = 8

// outside has, for one claim of each item a, the options of a outside the claim, as in claims.
type outside [planeCount][vector]uint64

// planar reports whether states of p can be planes, and are smaller than with lanes.
func planar(p *cover.Problem) bool {
	n := p.Primary()
	return n > 32*(planeCount+1) && n <= planeItems && p.Degree() <= planeCount
}

// bit returns the bit of a state for a place: an item * maxOptions + the number of its option.
func (t *tables) bit(place uint32) uint32 {
	if t.planes {
		return place%maxOptions*planeItems + place/maxOptions
	}
	return place
}

// left returns the options that an item has left in a state, as bits of a lane.
func (t *tables) left(state []uint64, item int) uint16 {
	if t.planes {
		return leftInPlanes(state, item)
	}
	return lane(state, item)
}

func leftInPlanes(state []uint64, item int) uint16 {
	s, w, bit := (*[planeCount * planeWords]uint64)(state), item/64, item%64
	plane := func(k int) uint64 { return s[k*planeWords+w] >> bit & 1 << k }
	return uint16(plane(0) | plane(1) | plane(2) | plane(3) | plane(4) | plane(5) | plane(6) | plane(7) | plane(8))
}

// addPlaneClaim is addClaim for planes.
func (t *tables) addPlaneClaim(slot, a int, out uint16, c claim) {
	if slot == len(t.outside) {
		t.outside = append(t.outside, outside{})
		for k := range planeCount {
			fillOnes(t.outside[slot][k][:])
		}
		t.claimOf = append(t.claimOf, make([]uint32, vector*64)...)
	}
	for k := range planeCount {
		t.outside[slot][k][a/64] &^= uint64(^out>>k&1) << (a % 64)
	}
	if slot == 0 && len(t.planeClaims) == 0 {
		t.planeClaims = append(t.planeClaims, claim{}) // its row removes nothing
	}
	t.claimOf[slot*vector*64+a] = uint32(len(t.planeClaims))
	t.planeClaims = append(t.planeClaims, c)
}

// pairClaims gives each claim of an item a on an item b the place of the claim of b on a in fresh. If it
// is not fresh, b has no option outside a, and so the claim on b removes nothing.
func (t *tables) pairClaims() {
	for place, k := range t.claimOf {
		if k == 0 {
			continue
		}
		a, b := place%(vector*64), int(t.planeClaims[k].b)
		back := planeItems // of no item, so always fresh
		for other := b; other < len(t.claimOf); other += vector * 64 {
			if k := uint16(t.claimOf[other]); k != 0 && int(t.planeClaims[k].b) == a {
				back = other
			}
		}
		t.claimOf[place] |= uint32(back) << 16
	}
}

// fillClaimRows makes the row of each claim of planes. It removes the options of b that do not contain a.
func (t *tables) fillClaimRows(ps places) {
	t.claimRows = aligned(len(t.planeClaims) * t.width)
	fillOnes(t.claimRows)
	for k, c := range t.planeClaims {
		row := t.claimRows[k*t.width:]
		for rest := c.rest; rest != 0; rest &= rest - 1 {
			for _, place := range ps.of(int(t.options[int(c.b)*maxOptions+bits.TrailingZeros16(rest)])) {
				bit := t.bit(place)
				row[bit/64] &^= 1 << (bit % 64)
			}
		}
	}
}
