package infer

import "math/bits"

// list searches where the items not covered fit one word: from the root on, or below the nodes of
// rows where they do for the first time. Each live option is a mask, a bit for each of its items, primary ones
// lowest, and in the bits that are left over as many of its number, the lowest.
// Lists of masks lie one after another on a stack, one a level, in input order. To choose an
// option copies the masks that have no item in common with it to a new list on top; to undo
// is to forget that list:
//
//	list of level 0                     | level 1          | level 2
//	1:c e  2:a d g  3:b c f  5:b g ...  | 1:c e  3:b c f   | 3:b c f | free
//	       '- chosen                      '- chosen
//
// What is inferred at a node shortens its own list.
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

	number  uint     // the bit of a mask where the number begins
	items   uint64   // the bits below it
	all     []uint64 // the masks of enter, by number
	options []int32  // by number
	twins   bool     // two options have the same items, as far as a hash tells
	masks   []uint64
	path    []uint64    // the masks of the options taken, where chose of the search has them not
	above   int         // how many of them it has
	levels  []listLevel // by level of the tree
	sizes   planes      // of the list made last

	candidates []uint64 // of the item looked at, masks
	beside     []uint64 // by candidate a row of stride words, a bit for each mask of the list that can be chosen with it
	stride     int
	bit        []uint8 // by item of the problem, its bit in a mask; scratch
}

// planes are the sizes of all items modulo 16, the lowest bits first, and the items whose size is
// 16 or more.
type planes [5]uint64

// listLevel is the state of one node on the path from where the lists begin.
type listLevel struct {
	active uint64 // the primary items not covered
	begin  int    // where the list begins; a multiple of 8
	n      int    // its length
	taken  int    // how many of chose

	own  []uint64 // the options of the item branched on, as bits over the list
	word int      // the word of own that is being worked off
	left uint64   // its options still to be tried
}

// listKernel is what lists do most. It exists in plain Go and in assembly.
type listKernel struct {
	// sift copies those of the first n masks of from that have no bit of chosen to to, counts them, and
	// returns how many they are. to may be from.
	sift func(to, from []uint64, n int, chosen uint64, sizes *planes) int
	// pick sets the bits of own for those of the first n masks, at least one, that have the item's bit, copies these
	// to options, and returns how many they are.
	pick func(list []uint64, n int, item uint64, own, options []uint64) int
	// look sets row k of beside to the bits of the first n masks that have no item in common with option k, for
	// each of the options, and returns as bits k those with which all active items have an option left.
	look func(list []uint64, n int, options []uint64, items, active uint64, beside []uint64, stride int) (alive uint64)
	// shrink removes of the first n masks those that are in none of the rows of beside that alive names,
	// at least one, nor in own. It returns how many are left, and counts these if they are fewer.
	shrink func(list []uint64, n int, beside []uint64, stride int, alive uint64, own []uint64, sizes *planes) int
}

// minLook is the fewest live options to look ahead with. With 24, Langford pairs take 10% less time than with 6, Bell's
// partitions 6%, and pentominoes as long; with 40, Scott's take 30% more options.
const minLook = 24

// slack is how many words behind a list of the stack may be written to: a list ends with up
// to 32 masks of zero, so that blocks of 8 and groups of 4 blocks are whole.
const slack = 48

// search searches below the node of level k, that enter was for. It returns false if the run
// has to stop.
func (l *list) search(root int) bool {
	x, k := l.x, root
	for {
		v := &l.levels[k]
		outcome := l.settle(v)
		x.Add(k, x.removed)
		v.word, v.left = 0, 0
		if outcome == branch {
			v.left = v.own[0]
		} else if v.word = len(v.own); outcome == solution && !x.Solution(l.solution(v.taken)) {
			return false
		}
		for !v.next() {
			if k == root {
				return true
			}
			k--
			v = &l.levels[k]
		}
		mask := l.masks[v.begin+v.word*64+bits.TrailingZeros64(v.left)]
		v.left &= v.left - 1
		if k++; !x.Node(k) {
			return false
		}
		x.removed = 0
		child := &l.levels[k]
		child.begin = v.begin + (v.n+slack)&^7
		child.active, child.n, child.taken = v.active, v.n, v.taken
		l.reserve(child.begin + v.n + slack)
		l.take(child, l.masks[v.begin:], mask)
	}
}

// next finds the next option to try at v; it is the lowest bit of left.
func (v *listLevel) next() bool {
	for v.left == 0 {
		if v.word++; v.word*64 >= v.n {
			return false
		}
		v.left = v.own[v.word]
	}
	return true
}

// reserve makes room for n masks on the stack.
func (l *list) reserve(n int) {
	if n > len(l.masks) {
		l.masks = append(make([]uint64, 0, 2*n), l.masks...)[:2*n]
	}
}

// take chooses the option of a mask at v, whose list is still that of from.
func (l *list) take(v *listLevel, from []uint64, mask uint64) {
	l.path[v.taken] = mask
	v.taken++
	mask &= l.items
	v.active &^= mask
	n := l.kernel.sift(l.masks[v.begin:], from, v.n, mask, &l.sizes)
	l.x.removed += int64(v.n - 1 - n)
	v.n = n
}

// settle applies the rules to v until they find nothing more.
func (l *list) settle(v *listLevel) int {
	for v.active != 0 {
		item := l.smallest(v)
		if item == 0 {
			return deadEnd
		}
		masks := l.masks[v.begin:]
		n := l.kernel.pick(masks, v.n, item, v.own, l.candidates)
		if n == 1 {
			l.take(v, masks, l.candidates[0])
			continue
		}
		if n > maxLook || v.n < minLook {
			return branch
		}
		alive := l.kernel.look(masks, v.n, l.candidates[:n], l.items, v.active, l.beside, l.stride)
		switch bits.OnesCount64(alive) {
		case 0:
			l.x.removed += int64(v.n)
			return deadEnd
		case 1:
			l.take(v, masks, l.candidates[bits.TrailingZeros64(alive)])
			continue
		case n:
		default:
			l.giveUp(v, ^alive)
		}
		n = l.kernel.shrink(masks, v.n, l.beside, l.stride, alive, v.own, &l.sizes)
		if n == v.n {
			return branch
		}
		l.x.removed += int64(v.n - n)
		v.n = n
	}
	return solution
}

// giveUp takes those out of own that dead names, by their place in it.
func (l *list) giveUp(v *listLevel, dead uint64) {
	for w := range v.own[:words(v.n)] {
		for left := v.own[w]; left != 0; left &= left - 1 {
			v.own[w] &^= (left & -left) & -(dead & 1)
			dead >>= 1
		}
	}
}

// smallest returns the bit of the active item with the fewest options, the leftmost of them, or 0 if there is one without
// any. An item has to be active.
func (l *list) smallest(v *listLevel) uint64 {
	c := &l.sizes
	if v.n == 0 || v.active&^(c[0]|c[1]|c[2]|c[3]|c[4]) != 0 {
		return 0
	}
	least := v.active &^ c[4]
	if least == 0 {
		least = l.countAll(v)
		return least & -least
	}
	for j := 3; j >= 0; j-- {
		if smaller := least &^ c[j]; smaller != 0 {
			least = smaller
		}
	}
	return least & -least
}

// countAll returns the items with the fewest options, however many those are.
func (l *list) countAll(v *listLevel) uint64 {
	var sizes [64]uint64
	top := 0
	for _, mask := range l.masks[v.begin:][:v.n] {
		j := 0
		for carry := mask & v.active; carry != 0; j++ {
			sizes[j], carry = sizes[j]^carry, sizes[j]&carry
		}
		top = max(top, j)
	}
	least := v.active
	for j := top - 1; j >= 0; j-- {
		if smaller := least &^ sizes[j]; smaller != 0 {
			least = smaller
		}
	}
	return least
}
