//go:build !purego

package infer

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// wide is what AVX-512 works on: eight items side by side, one a lane, so that counting the
// options of all items needs no sum across lanes. It halves the time of packings.
type wide struct {
	width   int
	groups  int      // of eight items
	columns []uint64 // by group and word of the row: that word of within of the eight items
	sizes   []uint64 // by item; scratch
}

var hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VPOPCNTDQ

// wideItems is from how many items on lanes are filled well enough: with the 12 of a matching or the
// 10 of a set partition words are faster.
const wideItems = 16

// newWide returns nil if this machine has no AVX-512, or the problem is too small.
func newWide(t *tables) *wide {
	if !hasAVX512 || t.width == 0 || len(t.within) < wideItems {
		return nil
	}
	v := &wide{width: t.width, groups: (len(t.within) + 7) / 8}
	v.columns = make([]uint64, v.groups*t.width*8)
	v.sizes = make([]uint64, v.groups*8)
	for i, s := range t.within {
		for w, word := range s.Words {
			v.columns[(i/8*t.width+s.At+w)*8+i%8] = word
		}
	}
	return v
}

// smallest is search.smallest.
func (v *wide) smallest(l *level) (item, least int) {
	item, least = leastAVX512(&l.live[0], &v.columns[0], v.width, (*uint8)(unsafe.Pointer(&l.active[0])), v.groups, &v.sizes[0])
	if least < 0 {
		return solution, maxCount + 1
	}
	return item, least
}

// leastAVX512 returns the first item whose size, the number of bits in live AND its column, is
// the least, and that size; the size of an item that is not active is -1, the most.
//
//go:noescape
func leastAVX512(live, columns *uint64, width int, active *uint8, groups int, sizes *uint64) (item, least int)
