// Package cells has the dancing cells solvers: Algorithm X on sparse sets, after D. E. Knuth's programs
// SSXC0, SSXC1 (2020) and SSXCC (2023).
//
// A sparse set is a list, its length and, for each possible element, the place where it
// stands. To take an element out, swap it with the last one and shorten the list. It then stands
// just behind the end, so that to put it back, and everything taken out after it, is to set the old length.
//
// Take the problem with the items a to g and the options
//
//	1: c e    2: a d g    3: b c f    4: a d f    5: b g    6: d e g
//
// The nodes of the options lie side by side, with a spacer behind each option; a node
// has its item and its place in set:
//
//	node  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21
//	item  c  e  ▯  a  d  g  ▯  b  c  f  ▯  a  d  f  ▯  b  g  ▯  d  e  g  ▯
//	loc   4  9  0  0  6 13  3  2  5 11  7  1  7 12 11  3 14 15  8 10 15 18
//
// In set, the options of each item are a sparse set of such nodes, from its base to its
// end. Here hide(a) has taken options 2 and 4 out of all sets but that of a:
//
//	          a     b     c     d        e     f     g
//	base      0     2     4     6        9     11    13
//	before    3 11  7 15  0 8   4 12 18  1 19  9 13  5 16 20
//	after     3 11  7 15  0 8   18│12 4  1 19  9│13  20 16│5
//	end       2     4     6     7        11    12    15
//
// The active items are a sparse set too: order[:active], with their places in pos.
//
// Nothing else has to be undone than active and the ends, which are copied before the first of two or more options is
// tried. But elements come back in another order, so that the tree of a solver that goes by
// the order of its lists depends on all that it has done before.
//
// # Rules
//
// With the rules cover.MRV and cover.First the order of the lists does not matter, as ties go by the number of
// the item, and the options of the item branched on are sorted. They make dlx1's tree, and also its updates.
//
// SSXC1 and SSXCC walk the trees of those programs, node by node. Both look ahead: an option is
// given up, and makes no node, as soon as hiding the options that clash with it would empty the set of an
// active primary item. What was hidden until then is counted.
//
//   - SSXC1 branches on the active primary item with the fewest options that comes first in the list of
//     active items as it is.
//   - SSXCC keeps a stack of items that are down to one option, and branches on the one on top. While there is
//     none, it branches on the item with the fewest options that comes first in the input.
//
// An item with no options at all is seen at the root, which is then the only node. (The programs do not start, and
// count 0. SSXC1 does not start either if the first secondary item has no options; this is not copied.)
//
// # Updates
//
// One update is one element taken out of a sparse set: one for every item taken off the active ones, and one for every node
// of an option taken out of its item's set. This is what the programs count, and the count of DLX1.
//
// The package imports cover and nothing else of this module. Start reading at search.go.
package cells
