package columns

import (
	"hash/maphash"
	"strings"
)

// Names numbers names in order of appearance, and keeps one copy of each. A run repeats its names in
// every row and in every profile. A million names of 20 bytes take 38 MB, a third of what a map of
// strings takes, and the garbage collector has next to nothing to follow.
type Names struct {
	slots []uint32           // a hash table: a number plus 1, or 0
	at    []nameAt           // by number
	text  []*strings.Builder // each is filled up to its capacity, and never moves
}

// nameAt is the place of a name: text[piece][from:to].
type nameAt struct {
	piece    uint32
	from, to uint16
}

// pieceSize is the size of a piece of text.
const pieceSize = 1<<16 - 1

var seed = maphash.MakeSeed()

// NewNames returns an empty list.
func NewNames() *Names { return &Names{slots: make([]uint32, 16)} }

// Count returns how many names there are.
func (n *Names) Count() int {
	if n == nil {
		return 0
	}
	return len(n.at)
}

// Name returns the name with a number. It allocates nothing.
func (n *Names) Name(number int) string {
	at := n.at[number]
	piece := n.text[at.piece].String()
	if at.to < at.from { // a name as long as a piece has one of its own
		return piece
	}
	return piece[at.from:at.to]
}

// Number returns the number of a name. A new name is copied, so that a longer text around it is not
// kept.
func (n *Names) Number(name string) int {
	slot := n.find(name)
	if *slot == 0 {
		if 4*(len(n.at)+1) > 3*len(n.slots) {
			n.grow()
			slot = n.find(name)
		}
		n.keep(name)
		*slot = uint32(len(n.at))
	}
	return int(*slot) - 1
}

// Find returns the number of a name, and whether there is one.
func (n *Names) Find(name string) (number int, ok bool) {
	if n == nil {
		return 0, false
	}
	slot := *n.find(name)
	return int(slot) - 1, slot > 0
}

// find returns the slot of a name, or the empty slot where it belongs.
func (n *Names) find(name string) *uint32 {
	mask := len(n.slots) - 1
	for k := int(maphash.String(seed, name)) & mask; ; k = (k + 1) & mask {
		if s := &n.slots[k]; *s == 0 || n.Name(int(*s-1)) == name {
			return s
		}
	}
}

func (n *Names) grow() {
	n.slots = make([]uint32, 2*len(n.slots))
	for k := range n.at {
		*n.find(n.Name(k)) = uint32(k + 1)
	}
}

// keep appends a name.
func (n *Names) keep(name string) {
	last := len(n.text) - 1
	if last < 0 || min(n.text[last].Cap(), pieceSize)-n.text[last].Len() < len(name) {
		size := pieceSize
		if len(n.text) == 0 {
			size = 1 << 10 // most runs have a few names
		}
		piece := &strings.Builder{}
		piece.Grow(max(size, len(name)))
		n.text = append(n.text, piece)
		last++
	}
	piece := n.text[last]
	at := nameAt{uint32(last), uint16(piece.Len()), uint16(piece.Len() + len(name))}
	if len(name) > pieceSize {
		at.from, at.to = 1, 0
	}
	piece.WriteString(name)
	n.at = append(n.at, at)
}

// Kept returns the one copy of a name.
func (n *Names) Kept(name string) string { return n.Name(n.Number(name)) }
