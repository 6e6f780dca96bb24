package infer

import (
	"math/bits"

	"xcbench/internal/bitrow"
)

// list searches where the items not covered fit one word, or two: from the root on, or below the nodes of
// rows where they do for the first time. Each live option is a mask, a bit for each of its items, primary ones
// lowest. In the bits that are left over is its number: the whole of it where masks have two words, as much of it as there is room for
// where they have one.
// Lists of masks lie one after another on a stack, one a level, in input order. To choose an
// option copies the masks that have no item in common with it to a new list on top; to undo
// is to forget that list:
//
//	list of level 0                     | level 1          | level 2
//	1:c e  2:a d g  3:b c f  5:b g ...  | 1:c e  3:b c f   | 3:b c f | free
//	       '- chosen                      '- chosen
//
// What is inferred at a node shortens its own list. Where masks have two words there are two such stacks: first words lie
// together, and second ones, so that the same instructions work on both. Where the items fit one word at last, a list
// of its own goes on: narrow.
//
// The sizes of all items are counted at once, in bit-sliced counters, whenever a list changes: bit i of
// plane j is bit j of the size of item i, and the fifth plane has the items with 16 options
// or more. If there is no smaller item, which is near the root, the list is counted
// again with as many planes as it takes.
//
// Tree and updates are those of rows.
type list struct {
	x      *search
	kernel listKernel
	narrow *list // with masks of one word; nil if these have one

	number  uint     // the bit of a mask where the number begins
	items   mask     // the bits below it
	primary mask     // those of primary items
	all     []uint64 // the masks of one word that were there first, by number
	options []int32  // by number
	twins   bool     // two options have the same items, as far as a hash tells
	masks   []uint64 // the options of the item looked at, and from first on the stack
	first   int
	room    int         // for so many masks
	second  int         // where the second words of all these lie; 0 if there are none
	path    []mask      // the masks of the options taken, where chose of the search has them not
	above   int         // how many of them it has
	levels  []listLevel // by level of the tree
	sizes   [2]planes   // of the list made last, by word

	beside []uint64 // by option of the item looked at a row of stride words, a bit for each mask of the list that can be chosen with it
	stride int
	bit    []mask // by item of the problem, its bit, none if it is covered; scratch of enter
}

// planes are the sizes of all items modulo 16, the lowest bits first, and the items whose size is
// 16 or more.
type planes [5]uint64

// listLevel is the state of one node on the path from where the lists begin.
type listLevel struct {
	free  mask // the items not covered
	begin int  // where the list begins; a multiple of 8
	n     int  // its length
	taken int  // how many of chose

	own     []uint64    // the options of the item branched on, as bits over the list
	untried bitrow.Ones // those of own that were not tried yet
}

// listKernel is what lists do most. It exists in plain Go and in assembly.
type listKernel struct {
	// sift makes the list of v: those of the v.n masks at from that have no bit of chosen. It counts them.
	// They may begin at from too.
	sift func(l *list, v *listLevel, from int, chosen mask)
	// pick sets the bits of v.own for those masks of v, at least one, that have the item's bit, copies these
	// to the front of l.masks, and returns how many they are.
	pick func(l *list, v *listLevel, item mask) int
	// look sets row j of beside to the bits of the masks of v that have no item in common with option j, for
	// each of the k that were picked, and returns as bits j those with which all active items have an option left.
	look func(l *list, v *listLevel, k int, active mask) (alive uint64)
	// shrink removes those masks of v that are in none of the rows of beside that alive names,
	// at least one, nor in v.own. It says whether there are any, and then counts the rest.
	shrink func(l *list, v *listLevel, alive uint64) bool
	// squeeze makes v.n masks of v out of those at from in a list of two words: the bits that are in free, without gaps,
	// and above them, if step is the bit there, a number from 0 on.
	squeeze func(l *list, v *listLevel, two *list, from int, free mask, step uint64)
}

// minLook is the fewest live options to look ahead with. With 24, Langford pairs take 10% less time than with 6, Bell's
// partitions 6%, and pentominoes as long; with 40, Scott's take 30% more options.
const minLook = 24

// slack is how many words behind a list of the stack may be written to: a list ends with up
// to 32 masks of zero, so that blocks of 8 and groups of 4 blocks are whole.
const slack = 48

// search searches below the node of level root, that enter was for; some options were taken at the nodes before it. It returns
// false if the run has to stop.
func (l *list) search(root, before int) bool {
	x, k := l.x, root
	for {
		v := &l.levels[k]
		outcome := deadEnd
		if l.narrow != nil && l.narrow.fits(v.free.count(), v.n) {
			l.narrow.follow(l, k)
			if !l.narrow.search(k, before) {
				return false
			}
		} else {
			outcome = l.settle(v)
			x.Add(k, int64(v.taken-before))
		}
		v.untried.End()
		if outcome == branch {
			v.untried.Start(v.own)
		} else if outcome == solution && !x.Solution(l.solution(v.taken)) {
			return false
		}
		var chosen mask
		for {
			for !v.untried.More(v.own, v.n) {
				if k == root {
					return true
				}
				k--
				v = &l.levels[k]
			}
			chosen = l.mask(v.begin + v.untried.Take())
			if x.Node(k + 1) {
				break
			}
			if x.Stopped() {
				return false
			}
		}
		before = v.taken
		k++
		child := &l.levels[k]
		child.begin = v.begin + (v.n+slack)&^7
		child.free, child.n, child.taken = v.free, v.n, v.taken
		l.reserve(child.begin + v.n + slack)
		l.take(child, v.begin, chosen)
	}
}

// mask returns the mask at k.
func (l *list) mask(k int) mask {
	if l.second == 0 {
		return mask{lo: l.masks[k]}
	}
	return mask{l.masks[k], l.masks[l.second+k]}
}

// reserve makes room for n masks.
func (l *list) reserve(n int) {
	if n <= l.room {
		return
	}
	old, masks := l.masks, make([]uint64, 2*n*len(l.masks)/l.room)
	copy(masks, old[:l.room])
	if l.second > 0 {
		copy(masks[2*n:], old[l.room:])
		l.second = 2 * n
	}
	l.masks, l.room = masks, 2*n
}

// take chooses the option of a mask at v, whose list is still the one at from.
func (l *list) take(v *listLevel, from int, chosen mask) {
	l.path[v.taken] = chosen
	v.taken++
	chosen = chosen.and(l.items)
	v.free = v.free.without(chosen)
	l.kernel.sift(l, v, from, chosen)
}

// settle applies the rules to v until they find nothing more.
func (l *list) settle(v *listLevel) int {
	for v.free.meets(l.primary) {
		item := l.smallest(v)
		if item == (mask{}) {
			return deadEnd
		}
		n := l.kernel.pick(l, v, item)
		if n == 1 {
			l.take(v, v.begin, l.mask(0))
			continue
		}
		if n > maxLook || v.n < minLook {
			return branch
		}
		alive := l.kernel.look(l, v, n, v.free.and(l.primary))
		switch bits.OnesCount64(alive) {
		case 0:
			return deadEnd
		case 1:
			l.take(v, v.begin, l.mask(bits.TrailingZeros64(alive)))
			continue
		case n:
		default:
			l.giveUp(v, ^alive)
		}
		if !l.kernel.shrink(l, v, alive) {
			return branch
		}
	}
	return solution
}

// giveUp takes those out of own that dead names, by their place in it.
func (l *list) giveUp(v *listLevel, dead uint64) {
	for w := range v.own[:bitrow.Words(v.n)] {
		for left := v.own[w]; left != 0; left &= left - 1 {
			v.own[w] &^= (left & -left) & -(dead & 1)
			dead >>= 1
		}
	}
}

// smallest returns the bit of the active item with the fewest options, the leftmost of them, or 0 if there is one without
// any. An item has to be active.
func (l *list) smallest(v *listLevel) mask {
	active, c, d := v.free.and(l.primary), &l.sizes[0], &l.sizes[1]
	if v.n == 0 || active.lo&^(c[0]|c[1]|c[2]|c[3]|c[4]) != 0 || active.hi&^(d[0]|d[1]|d[2]|d[3]|d[4]) != 0 {
		return mask{}
	}
	least := active.without(mask{c[4], d[4]})
	if least == (mask{}) {
		return l.countAll(v, active).first()
	}
	for j := 3; j >= 0; j-- {
		least = least.unless(c[j], d[j])
	}
	return least.first()
}

// countAll returns the active items with the fewest options, however many those are.
func (l *list) countAll(v *listLevel, active mask) mask {
	var sizes [2][64]uint64
	top := bitrow.CountColumns(&sizes[0], l.masks[v.begin:][:v.n], active.lo)
	if active.hi != 0 {
		top = max(top, bitrow.CountColumns(&sizes[1], l.masks[l.second+v.begin:][:v.n], active.hi))
	}
	for j := top - 1; j >= 0; j-- {
		active = active.unless(sizes[0][j], sizes[1][j])
	}
	return active
}
