// Package lanes solves exact cover problems of up to thousands of items with at most 16 options
// each: sudokus, Latin squares, queens. The options that an item has left are 16 bits, and one
// instruction looks at 32 items.
//
// # The state of a node
//
// A state is a row of machine words. Every primary item has a lane: 16 bits, one for each of its
// options in input order. Four lanes are a word. Behind the lanes is the open set, a bit for every
// primary item that is not covered yet. Take the items a to g and the options 1: c e, 2: a d g, 3:
// b c f, 4: a d f, 5: b g, 6: d e g. The first state, with the lowest bit of each lane drawn first,
// is
//
//	item     a    b    c    d    e    f    g    open
//	options  2 4  3 5  1 3  246  1 6  3 4  256  gfedcba
//	state    11   11   11   111  11   11   111  1111111
//
// Taking an option is one AND with its row, which Prepare makes once. The AND removes all options
// that clash with the option from all lanes, and it removes the items of the option from the open
// set. The option itself stays in its lanes. For option 2:
//
//	row      10   10   11   100  10   10   100  0110110
//	state    10   10   11   100  10   10   100  0110110
//
// An open lane with a single bit forces its option, and an open lane without bits is a dead end.
// The search undoes a choice by going back to the state of the level above, which did not change.
//
// Secondary items have no lane, since they are never forced or branched on. The rows remove the
// options that they forbid. So they may have any number of options.
//
// # The search
//
// At a node, the search takes the option that leads there. Then it applies two rules until neither
// finds anything:
//
//  1. Forced options. All open items with one option left are found at once, and these options are
//     taken. The node is a dead end if an open item has no option, or if two of these options
//     clash. The rule is repeated until nothing is forced. Without secondary items, the last
//     options of a solution need not be taken: if all open items have one option left, each option
//     left is the only one of all its items.
//  2. Claims. If all options left of an item a contain an item b too, the other options of b are
//     removed. Proof: a is primary and open, so one of its options will be taken. It covers b, so
//     no other option of b can be taken. If the rule removed an option, rule 1 is next. A claim
//     that held once holds in the whole subtree and is not checked there again.
//
// If no item is open then, the node is a solution. Otherwise the search branches on the open item
// with the fewest options, the first of equals, and tries its options in input order.
//
// This is the choice rule [Forced]. The options that the two rules take and remove do not depend on
// any order, only on the items and options. So a problem has the same nodes and updates whether it
// is searched by itself or as a restriction of another problem.
//
// # Weights
//
// The rule [Weighted] differs only in the choice of the item. The weight of an item is the number of
// dead ends that left its lane empty. Among the items with the fewest options the search branches on
// the heaviest one: it fails early where it failed before. A key is a weight that counts down, in 16
// bits, so the heaviest item has the lowest key. Keys are compared 32 at a time, like lanes.
//
// # Updates
//
// One update is one option taken: the option that a node tries, counted at that node and not at its
// parent, or an option that is forced there.
//
// # Many problems over the same items and options
//
// A search can be reset to another problem ([cover.Resetter]). If that is a restriction of the
// problem whose rows the search has, its first state is an AND of that problem's state and the rows
// of the options taken. For a sudoku this takes 0.3 µs.
//
// # Files
//
// Start reading at lanes.go, which has the search. The rows are made in table.go, and the claims
// are found in claim.go. The rules are in settle.go in plain Go, and in settle_amd64.h in assembly, for
// AVX2. In assembly, the states of problems like sudokus of side 9 have another layout: planes.go, and
// the files in assembly whose names begin with planes. Tests compare all forms tree by tree. The build
// tag purego leaves the assembly out.
package lanes
