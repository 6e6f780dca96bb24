package cells

import "slices"

// A frame is the table of items as it was at a branch, before the first option was chosen. To try
// another option, the search copies the frame back. Copying the whole table takes less time than
// Knuth's loop over the active items.
//
// On a long path, copies of all frames would take too much memory: 4 GB for 20,000 items and
// 1,000,000 options of two items each. The search moves up and down most at the deep end of its
// path. So only the deepest frames are copies, in slots that they use in turns:
//
//	frame   0   1   2   3 │ 4   5   6   7
//	kept    packed        │ copies in slots 0 1 2 3
//
// The frames above are packed: only their differences from the next frame are kept. On the way down
// the sets only lose elements. So a difference is an item and how many elements it has lost from
// one frame to the next. All differences together count no more elements than the sets have.
const (
	leastCopies = 1 << 20 // the copies may always take so many bytes
	copiesShare = 8       // and they may take one eighth of the memory of set and nodes
)

// many marks an item that has lost several elements. The next word is their number.
const many = 1 << 31

// slots returns the number of copies for a problem, a power of two from two on.
func slots(items, entries int) int {
	const itemBytes, entryBytes = 8, 12
	room := max(leastCopies, entries/copiesShare*entryBytes) / max(1, items*itemBytes)
	n := 2
	for 2*n <= room {
		n *= 2
	}
	return n
}

// slot returns where the copy of a frame begins in copies.
func (x *search) slot(frame int) int { return frame & (x.slots - 1) * len(x.items) }

// save makes the frame of a branch that is about to join the path.
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

// restore undoes everything hidden since save. It works for the deepest frame only.
func (x *search) restore(frame int) { copy(x.items, x.copies[x.slot(frame):]) }

// pack packs the frame nearest to the root that is still a copy.
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

// unpack makes the deepest packed frame a copy again. It needs the copy of the next frame, so it
// has to be called before that frame is overwritten.
func (x *search) unpack() {
	next := x.packed
	frame := next - 1
	x.packed = frame
	items := itemList(x.copies[x.slot(frame):][:len(x.items)])
	copy(items, x.copies[x.slot(next):])
	lost := x.lost[x.path[frame].lost:]
	for k := 0; k < len(lost); k++ {
		i, n := lost[k]&^many, uint32(1)
		if lost[k] >= many {
			k++
			n = lost[k]
		}
		items[i].end += n
	}
	x.lost = x.lost[:x.path[frame].lost]
	for _, i := range x.order[x.path[next].active:x.path[frame].active] { // active in this frame but not in the next
		if int(i) < x.primary {
			items[i].low = x.base[i] + x.rule.watch
		}
	}
}
