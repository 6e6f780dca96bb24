//go:build !purego

package infer

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// wide has the tables for AVX-512. Eight items lie side by side, one in each 64 bits of a vector,
// so that counting their options needs no sum across the vector. This halves the time of packings.
type wide struct {
	width   int
	groups  int      // how many groups of eight items there are
	columns []uint64 // by group and word of a row, that word of within of the eight items
	sizes   []uint64 // scratch: by item, how many options are live
}

// hasWide says whether the processor has the instructions of wide_amd64.s.
func hasWide() bool {
	return cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VPOPCNTDQ
}

// wideItems is the least number of items that wide pays for. Counting word by word is faster for a
// matching of 12 items and for a partition of a set of 10.
const wideItems = 16

// newWide returns nil if the processor has no AVX-512 or the problem is too small.
func newWide(t *tables) *wide {
	if !hasWide() || t.width == 0 || len(t.within) < wideItems {
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

// smallest does what search.smallest does.
func (v *wide) smallest(l *level) (item, least int) {
	active := (*uint8)(unsafe.Pointer(&l.active[0]))
	item, least = leastAVX512(&l.live[0], &v.columns[0], v.width, active, v.groups, &v.sizes[0])
	if least < 0 {
		return solution, maxCount + 1
	}
	return item, least
}

// leastAVX512 returns the first item of the least size, and its size. The size of an active item is
// the number of ones in live AND its column. The size of other items is -1, which as an unsigned
// number is the largest.
//
//go:noescape
func leastAVX512(live, columns *uint64, width int, active *uint8, groups int, sizes *uint64) (item, least int)
