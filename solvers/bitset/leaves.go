//go:build amd64 && !purego

package bitset

import (
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// leaves finish the lower part of a filter's tree where the order of the nodes does not count. A leaf
// is a node with at most maxField options and leafItems uncovered primary items. It becomes a problem
// of its own, with fields of 64 bits: bit k of each field stands for option k of the node's list. A row
// takes two registers. Leaves wait until there are a few, and then walkers search them together.
type leaves struct {
	fieldTables
	waiting []task
	rows    []uint64 // leafCount times leafRows rows
}

const (
	leafItems = blockWords // the fields take one block
	leafCount = 16         // how many leaves are searched together
	leafRows  = 64 + 2     // kill rows of the options, a row of zeros, and the branching above the node
)

func newLeaves(p *cover.Problem, first bool) *leaves {
	s := fields64.sized(leafItems, maxField)
	v := &leaves{fieldTables: s.tables(p.MaxDepth()+1, leafItems, first),
		rows: bitrow.Aligned(leafCount * leafRows * s.row)}
	for bit := range v.bits {
		v.bits[bit] = v.bitOf(bit % 64)
	}
	v.bits[len(v.bits)-1] = v.bitOf(maxField)
	return v
}

// suitsLeaves reports whether leaves pay for p. In problems of more items, most nodes with few
// uncovered items are dead ends: looking for leaves makes packings 2% slower.
func suitsLeaves(p *cover.Problem) bool { return p.Items() <= 2*leafItems }

// takes reports whether the node l of a list is a leaf. With few options it has few nodes, and is
// searched as it is.
func (v *leaves) takes(l *filterLevel) bool {
	items := bits.OnesCount64(l.active[0])
	return !l.dead && items <= leafItems && 2*items < l.n && l.n <= maxField
}

// add makes a leaf of the node l on the given level of x.
func (v *leaves) add(x *filter, l *filterLevel, level int) {
	if len(v.waiting) == leafCount {
		v.search(&x.Meter)
	}
	rows := v.rows[len(v.waiting)*leafRows*v.row:][:leafRows*v.row]
	kill, branching := rows[:maxField*v.row], rows[64*v.row:][:v.stride]
	root := branching[headWords:]
	clear(root)
	v.above(branching, level)
	root[v.fieldWords] = 1<<l.n - 1
	var conflicts [64]uint64 // by option, the options that share an item with it
	field := 0
	list := x.stack[l.begin:][:l.n]
	for item := range x.p.Items() {
		primary := item < x.p.Primary()
		if primary && l.active[0]>>item&1 == 0 {
			continue
		}
		var with [1]uint64
		pick(with[:], list, l.n, item)
		for o := with[0]; o != 0; o &= o - 1 {
			conflicts[bits.TrailingZeros64(o)&63] |= with[0]
		}
		if primary {
			root[field] = with[0] | 1<<maxField
			field++
		}
	}
	for k := range l.n {
		row, c := (*[2 * blockWords]uint64)(kill[k*v.row:]), conflicts[k]
		for w := range leafItems + 1 {
			row[w] = c
		}
	}
	for w := range field {
		for o := root[w] &^ (1 << maxField); o != 0; o &= o - 1 {
			kill[bits.TrailingZeros64(o)*v.row+w] |= 1 << maxField
		}
	}
	v.waiting = append(v.waiting, task{branching, rows})
}

// search searches the leaves that wait.
func (v *leaves) search(m *cover.Meter) {
	v.together(m, v.waiting)
	v.waiting = v.waiting[:0]
}
