package infer

import (
	"math/bits"

	"xcbench/internal/bitrow"
)

// list searches the part of the tree where the uncovered items fit into one word or two. That is
// the whole tree, or the subtrees below the first nodes of the rows where the items fit.
//
// Each live option is a mask with a bit for each of its uncovered items, primary items lowest. The
// bits left over have the number of the option: all of it in masks of two words, and as much as
// there is room for in masks of one. The lists of all levels lie one after another on a stack, each
// in input order. Choosing an option copies the masks that share no item with it to a new list on
// top. Undoing the choice forgets that list:
//
//	list of level 0                     | level 1          | level 2
//	1:c e  2:a d g  3:b c f  5:b g ...  | 1:c e  3:b c f   | 3:b c f | free
//	       '- chosen                      '- chosen
//
// Inference at a node shortens its own list. Masks of two words lie on two stacks, one for the
// first words and one for the second, so that the same instructions work on both. Once the items
// fit into one word, a second list of the type, narrow, takes over.
//
// Whenever a list changes, the sizes of all items are counted at once. The counts are bit-sliced:
// bit i of plane j is bit j of the size of item i. There are 4 planes, and a fifth for the items of
// size 16 or more. Near the root every item may have 16 options or more. There the list is counted
// again with as many planes as it takes.
//
// A list searches the same tree as the rows, with the same updates.
type list struct {
	x      *search
	kernel listKernel
	narrow *list // the list with masks of one word; nil if this one has them

	number     uint     // the bit of a mask where the number of the option begins
	items      mask     // the bits below it
	primary    mask     // the bits of primary items
	all        []uint64 // masks of one word: those of the first list, by number
	options    []int32  // the options of the first list, by number
	duplicates bool     // two options may have the same items
	masks      []uint64 // the masks picked for an item; the stack begins at index first
	first      int
	room       int         // how many masks fit into masks
	second     int         // the index in masks of the second words; 0 if masks have one word
	path       []mask      // the masks of the options taken, except the first ones, which chose has
	above      int         // how many options of chose were taken before the first list
	levels     []listLevel // by level of the tree
	sizes      [2]planes   // the sizes counted last, by word

	compatible []uint64 // by picked option a row of stride words: the masks that share no item with it
	stride     int
	bit        []mask // scratch of startFromRows: by item its bit, none if it is covered
}

// planes are the sizes of all items of a word, bit-sliced. The first 4 planes are the sizes modulo
// 16, the lowest bits first. The fifth has the items of size 16 or more.
type planes [5]uint64

// listLevel is a node on the path from the first list to the current node.
type listLevel struct {
	free  mask // the uncovered items
	begin int  // the index of the list's first mask; a multiple of 8
	n     int  // the length of the list
	taken int  // how many options are taken

	own     []uint64    // the options of the branching item, as bits over the list
	untried bitrow.Ones // the options of own that are still to be tried
}

// listKernel has the innermost loops of a list. They exist in plain Go and in assembly.
type listKernel struct {
	// sift makes the list of v from the v.n masks at index from: it copies the masks that have no
	// bit of chosen, and counts them. The new list may begin at from.
	sift func(l *list, v *listLevel, from int, chosen mask)
	// pick finds the masks of v that have the bit of item. It sets their bits in v.own, copies them
	// to the front of l.masks, and returns how many they are. v must have a mask.
	pick func(l *list, v *listLevel, item mask) int
	// look sets row j of compatible to the masks of v that share no item with picked option j, for
	// k picked options. Bit j of alive says whether every active item has an option in that row or
	// in option j.
	look func(l *list, v *listLevel, k int, active mask) (alive uint64)
	// shrink keeps the masks of v that are in v.own or in row j of compatible, for the bits j of
	// alive. At least one bit must be set. If shrink removed a mask, it counts the others and
	// returns true.
	shrink func(l *list, v *listLevel, alive uint64) bool
	// squeeze makes v.n masks of v from those at index from of a list of two words. It moves the
	// bits of free together, without gaps. To mask k it adds the number k*step, where step is the
	// bit above those, or 0 if there is no room.
	squeeze func(l *list, v *listLevel, two *list, from int, free mask, step uint64)
}

// minLook is how many options must be live for the search to look ahead. The bound was measured:
//
//   - With 24, Langford pairs take 10% less time than with 6, Bell's partitions 6% less, and
//     pentominoes as much.
//   - With 40, Scott's pentominoes take 30% more options.
const minLook = 24

// slack is how many words behind a list may be overwritten. Up to 32 masks of zeros follow a list,
// so that the last block of 8 masks and the last group of 4 blocks are complete.
const slack = 48

// mask returns the mask with index k.
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
	if l.second != 0 {
		copy(masks[2*n:], old[l.room:])
		l.second = 2 * n
	}
	l.masks, l.room = masks, 2*n
}

// take chooses the option with mask chosen at v. The list of v is made from the v.n masks at index
// from.
func (l *list) take(v *listLevel, from int, chosen mask) {
	l.path[v.taken] = chosen
	v.taken++
	chosen = chosen.and(l.items)
	v.free = v.free.without(chosen)
	l.kernel.sift(l, v, from, chosen)
}

// settle applies the rules to v until they find nothing more. It returns branch, solution or
// deadEnd.
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
			l.discard(v, ^alive)
		}
		if !l.kernel.shrink(l, v, alive) {
			return branch
		}
	}
	return solution
}

// discard removes options from own: option j of own if bit j of dead is 1.
func (l *list) discard(v *listLevel, dead uint64) {
	for w := range v.own[:bitrow.Words(v.n)] {
		for left := v.own[w]; left != 0; left &= left - 1 {
			v.own[w] &^= (left & -left) & -(dead & 1)
			dead >>= 1
		}
	}
}

// smallest returns the bit of the active item with the fewest options, the leftmost of equals. It
// returns no bit if some active item has no option. There must be an active item.
func (l *list) smallest(v *listLevel) mask {
	active, c, d := v.free.and(l.primary), &l.sizes[0], &l.sizes[1]
	some := mask{c[0] | c[1] | c[2] | c[3] | c[4], d[0] | d[1] | d[2] | d[3] | d[4]}
	if v.n == 0 || active.without(some) != (mask{}) {
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

// countAll returns the active items with the fewest options, however many they have.
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

// search searches the subtree of the node of level root, whose list was started. At the nodes above
// it the search took as many options as before says. search returns false if the run must stop.
func (l *list) search(root, before int) bool {
	x, k := l.x, root
	for {
		v := &l.levels[k]
		outcome := deadEnd
		if l.narrow != nil && l.narrow.fits(v.free.count(), v.n) {
			l.narrow.startFromWide(l, k)
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
