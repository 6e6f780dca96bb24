// Package lanes has a solver for problems of up to thousands of items with at most 16
// options each: sudokus, Latin squares, queens. It keeps what every item has left in
// 16 bits and looks at 32 items in one instruction.
//
// The state of a node is one row of machine words. Every primary item has a lane, 16 bits, one
// for each of its options in input order; 4 lanes are a word. Behind the lanes is the open set, a
// bit for every primary item that has still to be covered. For the items a to g and
// the options 1: c e, 2: a d g, 3: b c f, 4: a d f, 5: b g, 6: d e g, the first state is
//
//	item     a    b    c    d    e    f    g    open
//	options  2 4  3 5  1 3  246  1 6  3 4  256  gfedcba
//	state    11   11   11   111  11   11   111  1111111
//
// (the lowest bit of a lane is drawn first). To take an option is one AND with its row, which
// Prepare has made once: all options that clash with it go out of all lanes, and
// its items out of the open set. The option itself stays in its lanes. With option 2:
//
//	row      10   10   11   100  10   10   100  0110110
//	state    10   10   11   100  10   10   100  0110110
//
// An open lane with a single bit forces its option, and one without any ends the node. Undoing is
// going back to the state of the level above, which was not changed.
//
// Secondary items have no lane: they are never forced or chosen, and what they forbid is in the
// rows. So they may have any number of options.
//
// # The search
//
// At a node, after its option has been taken:
//
//  1. All open items that have one option left are looked for at once, and these options taken. If an
//     open item has none, or two of these options clash, the node has no children. This is
//     repeated until nothing is forced.
//  2. Claims: if all options that item a has left contain item b too, the other options of b go. Proof:
//     a is primary and open, so one of its options will be taken; that one covers b, so no other option of b can be. If
//     any went, it goes on with 1. A claim that held once holds for all of the
//     subtree, and is not looked at again there.
//  3. If no item is open, this is a solution. Otherwise the open item with the fewest options, of equals the
//     first, is branched on, and its options are tried in input order.
//
// This is the choice rule [Forced]; forced options make no nodes of their own. Where rule 1 comes
// to rest and what rule 2 takes away does not depend on any order, and both go by items
// and options alone: a problem has the same nodes and updates whether it is searched by itself or as
// a restriction of another.
//
// # Updates
//
// One update is one option taken: one that a node tries, counted at that node and not at its parent,
// or one that is forced there.
//
// # Many problems over the same items and options
//
// A search can be reset ([cover.Resetter]): for a restriction of the problem that its rows were made for,
// the first state is that of the problem AND the rows of the options taken. A sudoku
// needs 0.3 µs for that.
//
// # Files
//
// Start reading at lanes.go, the search. table.go makes the rows, claim.go the claims; settle.go is
// what a node does (1 to 3 above) in plain Go, and settle_amd64.h the same in assembly, for AVX-512 and AVX2. Tests hold
// these equal, node by node. The build tag purego leaves the assembly out.
//
// The package imports cover and nothing else of this module.
package lanes
