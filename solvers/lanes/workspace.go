package lanes

import (
	"unsafe"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// workspace is what a kernel works on: the tables and memory of its own. The first fields are
// pointers to them and sizes in bytes, for the assembly.
type workspace struct {
	rowsAt         *uint64
	optionsAt      *uint32
	dueAt          *uint64
	rowBytes       int // of a row of the tables
	openOffset     int // of the open set in a state
	openBytes      int // of the open set
	claimsAt       *claims
	blockAt        *uint64
	cutsAt         *cut
	cutAtAt        *uint32
	hitsAt         *uint64
	hitBytes       int
	stateBytes     int // of a state
	seenAt         *uint8
	secondary      int // the number of secondary items
	outsideAt      *outside
	claimOfAt      *uint32
	claimRowsAt    *uint64
	planeOptionsAt *uint16
	dueRoundsAt    *uint16
	dueRoundsBytes int
	round          int // the last one, as 32 bits
	keyBytes       int // of a set of the items, whole 4 bytes
	keysAt         *uint16
	blamed         int // 1 if a dead end lowered keys since they were made or cleared, else 0

	*tables
	due  []uint64 // the set of open items with one option left
	hits []uint64 // by element of claims, the set of items whose claims hold
	seen []uint8  // by option, 1 if it is due; all 0 between two calls of a kernel
	keys []uint16 // by item, noWeight less its weight; nil if items have no weights
}

func newWorkspace(t *tables, weighted bool) workspace {
	due := cover.Padded[uint64](max(1, bitrow.Words(t.p.Primary())))
	hits := cover.Padded[uint64](len(t.claims))
	var dueRounds []uint16
	if t.planes {
		due = aligned(64 + 1)
		dueRounds = make([]uint16, t.p.Options())
		hits = aligned(len(t.outside)*vector + 1)
	}
	seen := cover.Padded[uint8](t.p.Options())
	keys := []uint16(nil)
	if weighted {
		keys = newKeys(t.p.Primary(), max(1, bitrow.Words(t.p.Primary()))*64)
	}
	return workspace{
		rowsAt:         unsafe.SliceData(t.rows),
		optionsAt:      unsafe.SliceData(t.options),
		dueAt:          unsafe.SliceData(due),
		rowBytes:       t.width * 8,
		openOffset:     t.open * 8,
		openBytes:      len(due) * 8,
		claimsAt:       unsafe.SliceData(t.claims),
		outsideAt:      unsafe.SliceData(t.outside),
		claimOfAt:      unsafe.SliceData(t.claimOf),
		claimRowsAt:    unsafe.SliceData(t.claimRows),
		planeOptionsAt: unsafe.SliceData(t.planeOptions),
		dueRoundsAt:    unsafe.SliceData(dueRounds),
		dueRoundsBytes: len(dueRounds) * 2,
		blockAt:        unsafe.SliceData(t.block),
		cutsAt:         unsafe.SliceData(t.cuts),
		cutAtAt:        unsafe.SliceData(t.cutAt),
		hitsAt:         unsafe.SliceData(hits),
		hitBytes:       (len(t.claims) + len(t.outside)*vector) * 8,
		stateBytes:     t.stride * 8,
		seenAt:         unsafe.SliceData(seen),
		secondary:      t.p.Items() - t.p.Primary(),
		keyBytes:       (t.p.Primary() + 31) / 32 * 4,
		tables:         t,
		due:            due,
		hits:           hits,
		seen:           seen,
		keysAt:         unsafe.SliceData(keys),
		keys:           keys,
	}
}

// noWeight is the key of an item that was never blamed. A key goes down to 0 and stays there. A key
// of all ones belongs to no item.
const noWeight = 1<<16 - 2

// newKeys makes the keys of n items. For the assembly they are followed by all ones up to size, then
// by scratch, and then by steps. A step is 1 for an item, and 0 behind the last one.
func newKeys(n, size int) []uint16 {
	all := unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(aligned(3*size/4)))), 3*size)
	for i := range size {
		all[i] = noWeight + 1
	}
	for i := range n {
		all[i], all[2*size+i] = noWeight, 1
	}
	return all[:n]
}

// clearWeights forgets all dead ends.
func (ws *workspace) clearWeights() {
	if ws.blamed != 0 {
		ws.blamed = 0
		ws.keys[0] = noWeight
		for n := 1; n < len(ws.keys); n *= 2 { // a fraction of the time of a loop over the keys
			copy(ws.keys[n:], ws.keys[:n])
		}
	}
}
