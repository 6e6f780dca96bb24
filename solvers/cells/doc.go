// Package cells solves exact cover problems with dancing cells: Algorithm X on sparse sets, after
// D. E. Knuth's programs SSXC0, SSXC1 (2020) and SSXCC (2023).
//
// A sparse set is a list, its length, and the position of every possible element. To remove an
// element, swap it with the last one and shorten the list. The removed element then stands just
// behind the end. To put it back, with everything removed after it, restore the old length.
//
// Take the problem with the items a to g and the options
//
//	1: c e    2: a d g    3: b c f    4: a d f    5: b g    6: d e g
//
// The nodes of the options lie side by side, with a spacer behind each option. A node has its item
// and its position in set:
//
//	node  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21
//	item  c  e  ▯  a  d  g  ▯  b  c  f  ▯  a  d  f  ▯  b  g  ▯  d  e  g  ▯
//	loc   4  9  0  0  6 13  3  2  5 11  7  1  7 12 11  3 14 15  8 10 15 18
//
// The slice set holds a sparse set for each item: its nodes, from the base of the item to its end.
// In this picture, hide(a) removes options 2 and 4 from all sets except the set of a:
//
//	          a     b     c     d        e     f     g
//	base      0     2     4     6        9     11    13
//	before    3 11  7 15  0 8   4 12 18  1 19  9 13  5 16 20
//	after     3 11  7 15  0 8   18│12 4  1 19  9│13  20 16│5
//	end       2     4     6     7        11    12    15
//
// The active items are a sparse set too: order[:active], with their positions in pos.
//
// To undo, the search restores active and the ends. It saves them at every branch, before it tries
// the first of several options. A frame is a copy of the whole table, which takes less time than
// Knuth's loop over the active items. The elements come back in another order. So the tree of a
// solver that uses the order of its lists depends on everything that it has done before.
//
// # Rules
//
// Under the rules [cover.MRV] and [cover.First] the order of the lists does not matter. Ties go to
// the smaller item number, and the options of the item to branch on are sorted. The tree is the
// tree of DLX1, and so are the updates.
//
// Under [SSXC1] and [SSXCC] the search walks the trees of the programs of that name, node by node.
// Both look ahead. They hide the options that clash with an option, one by one. As soon as this
// would empty the set of an active primary item, they give the option up, and it makes no node. The
// updates made until then count.
//
//   - SSXC1 branches on the active primary item with the fewest options. Among several it takes the
//     one that comes first in the current list of active items.
//   - SSXCC keeps a stack of items with a single option left, and branches on the top one. While
//     the stack is empty, it branches on the item with the fewest options that comes first in the
//     input.
//
// If an item has no options at all, the search finds this at the root, which is then the only node.
// The programs do not start in this case, and count 0. Nor does SSXC1 start if the first secondary
// item has no options; the search here does.
//
// # Colours
//
// To choose an option that gives a colour to a secondary item, the search hides only the options that
// give the item another colour or none. Purifying is then the same as covering, as C. Solnon found
// for SSXCC. See colours.go.
//
// # Updates
//
// One update is one element removed from a sparse set: an item that stops being active, or a node
// of an option that leaves the set of its item. The programs count the same, and so does DLX1.
//
// Start reading at search.go.
package cells
