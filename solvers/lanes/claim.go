package lanes

import "math/bits"

// claim belongs to an item a. If all options that a has left contain item b too, one of them will
// be taken and cover b. Then all other options of b are removed.
type claim struct {
	b    uint16
	rest uint16 // the options of b that do not contain a, as bits of the lane of b
}

// claims has at most one claim of each of the 64 items of a block. The lanes of the block are
// compared all at once.
type claims struct {
	outside [16]uint64 // the lanes of the items a: the options without b, or all ones for no claim
	of      [64]claim
}

// cut removes one option from the lane of one item.
type cut struct {
	item uint16
	stay uint16 // all bits of the lane except one
}

// lastCut marks the end of the cuts of an option.
var lastCut = cut{stay: ^uint16(0)}

// fillCuts makes the cuts of every option.
func (t *tables) fillCuts(ps places) {
	t.cutAt = make([]uint32, len(t.options))
	t.cuts = make([]cut, 0, len(ps.at)+t.p.Options())
	for o := range t.p.Options() {
		first := uint32(len(t.cuts))
		for _, at := range ps.of(o) {
			t.cutAt[at] = first
			t.cuts = append(t.cuts, cut{uint16(at / maxOptions), ^uint16(1 << (at % maxOptions))})
		}
		t.cuts = append(t.cuts, lastCut)
	}
}

// fillClaims finds the claims: the pairs of items a, b with more than one option in common, where b
// has other options too.
func (t *tables) fillClaims() {
	n := t.p.Primary()
	common := make([]uint16, n) // by item b, the options of a that contain it, as bits of the lane of a
	var partners []int32
	var at int // the index of the first claims of the block
	for a := range n {
		if a%64 == 0 && !t.planes {
			at = len(t.claims)
		}
		partners = partners[:0]
		whole := t.left(t.full, a)
		for bit, left := 0, whole; left != 0; bit, left = bit+1, left>>1 {
			for _, b := range t.p.Option(int(t.options[a*maxOptions+bit])) {
				if int(b) < n && int(b) != a {
					if common[b] == 0 {
						partners = append(partners, b)
					}
					common[b] |= 1 << bit
				}
			}
		}
		slot := at
		for _, b := range partners {
			in := common[b]
			common[b] = 0
			if in&(in-1) == 0 {
				continue
			}
			rest := t.left(t.full, int(b))
			for left := in; left != 0; left &= left - 1 {
				o := int(t.options[a*maxOptions+bits.TrailingZeros16(left)])
				rest &^= 1 << (t.place(o, int(b)) % maxOptions)
			}
			if rest == 0 {
				continue
			}
			t.addClaim(slot, a, whole&^in, claim{uint16(b), rest})
			slot++
		}
	}
}

// addClaim adds a claim of item a to an element of the claims, which may be one more than there are.
// The options of a outside the claim are bits of its lane.
func (t *tables) addClaim(slot, a int, outside uint16, c claim) {
	if t.planes {
		t.addPlaneClaim(slot, a, outside, c)
		return
	}
	if slot == len(t.claims) {
		t.claims = append(t.claims, claims{})
		t.block = append(t.block, uint64(a/64*8))
		fillOnes(t.claims[slot].outside[:])
	}
	to := &t.claims[slot]
	to.outside[a%64/4] &^= uint64(^outside) << (a % 4 * 16)
	to.of[a%64] = c
}
