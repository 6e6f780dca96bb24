package cells

import "slices"

// A frame is the table of items as it was at a branch, before its first option was chosen. To try
// another option, the search copies the frame back. A copy of the whole table takes less time than
// Knuth's loop over the active items.
//
// A path of many branches over many items would need too much memory for copies: 2.4 GB for 20,000 items
// and 1,000,000 options of two items each. So only the deepest frames, where the search goes up and down
// all the time, are copies. They have slots in turn:
//
//	frame   0   1   2   3 │ 4   5   6   7
//	kept    packed        │ copies in slots 0 1 2 3
//
// A frame above them is packed: it is kept as its differences from the next frame. On the way down sets
// only lose elements, so a difference is how many an item has lost from one frame to the next. All of
// them together are no more than the elements of all sets.
const (
	leastCopies = 1 << 20 // bytes that the copies may take in any case
	copiesShare = 8       // or else one part in 8 of the memory of set and nodes
)

// many marks the number of an item that has lost more than one element; the next word says how many.
const many = 1 << 31

// slots returns the number of copies for a problem: a power of two, and at least two.
func slots(items, entries int) int {
	const itemBytes, entryBytes = 8, 12
	room := max(leastCopies, entries/copiesShare*entryBytes) / max(1, items*itemBytes)
	n := 2
	for 2*n <= room {
		n *= 2
	}
	return n
}

// slot returns where the copy of a frame begins.
func (x *search) slot(frame int) int { return frame & (x.slots - 1) * len(x.items) }

// save makes the frame of the branch that is about to be added to the path.
func (x *search) save(frame int) {
	if frame-x.packed == x.slots {
		x.pack()
	}
	at := x.slot(frame)
	if short := at + len(x.items) - len(x.copies); short > 0 {
		x.copies = slices.Grow(x.copies, short)
		x.copies = x.copies[:cap(x.copies)]
	}
	copy(x.copies[at:], x.items)
}

// restore undoes all that was hidden since save. The frame is the deepest one.
func (x *search) restore(frame int) { copy(x.items, x.copies[x.slot(frame):]) }

// pack packs the highest frame that has a copy.
func (x *search) pack() {
	if x.lost == nil {
		x.lost = make([]uint32, 0, len(x.set))
	}
	frame := x.packed
	x.packed++
	x.path[frame].lost = len(x.lost)
	next := x.copies[x.slot(frame+1):]
	for i, was := range x.copies[x.slot(frame):][:len(x.items)] {
		switch n := was.end - next[i].end; n {
		case 0:
		case 1:
			x.lost = append(x.lost, uint32(i))
		default:
			x.lost = append(x.lost, many|uint32(i), n)
		}
	}
}

// unpack makes a copy of the lowest packed frame again, before the next frame goes.
func (x *search) unpack() {
	next := x.packed
	frame := next - 1
	x.packed = frame
	items := itemList(x.copies[x.slot(frame):][:len(x.items)])
	copy(items, x.copies[x.slot(next):])
	lost := x.lost[x.path[frame].lost:]
	for k := 0; k < len(lost); k++ {
		i, n := lost[k]&^many, uint32(1)
		if lost[k]&many != 0 {
			k++
			n = lost[k]
		}
		items[i].end += n
	}
	x.lost = x.lost[:x.path[frame].lost]
	for _, i := range x.order[x.path[next].active:x.path[frame].active] { // these become active again
		if int(i) < x.primary {
			items[i].low = x.base[i] + x.rule.watch
		}
	}
}
