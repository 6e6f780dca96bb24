// Package domains solves exact cover problems by domain consistency, after D. E. Knuth's program
// XCCDC1.
//
// An option is hopeless if choosing it would leave some primary item, which it does not contain,
// without options. The search removes hopeless options until there are none, at every node. In the
// terms of constraint satisfaction, the items are variables, and the options of an item are its
// domain.
//
// # Supports
//
// Option s supports option o at item i if s contains i and o does not, and both can be in one
// solution. As long as s is live, o is not hopeless because of i. So the search keeps one support
// for every pair of an option and an item (AC-6 of C. Bessière, 1994). Each support has a list of its
// pairs. Take the items a to g and the options
//
//	1: c e    2: a d g    3: b c f    4: a d f    5: b g    6: d e g
//
// Option 6 is hopeless, because both options of a share d with it. Nothing else supports 3 at e, so 3 is
// next, and then 2, which only 3 supports at b. The other options have these pairs:
//
//	support   pairs
//	1         4 at c   4 at e   5 at c   5 at e
//	4         1 at a   1 at d   1 at f   5 at a   5 at d   5 at f
//	5         1 at b   1 at g   4 at b   4 at g
//
// To remove an option is to make a hole for each pair that it supports. An option with holes waits in
// a queue. When its turn comes, each hole gets a new support among the live options of the item. If
// there is none, the option is hopeless and removed, with further holes as a consequence.
//
// The search never takes a support back. A pair that an option supports now, it also supports when
// more options are live. So going back restores the sets of live options and nothing else. The sets
// are sparse sets, as in package cells.
//
// Most pairs belong to options that are not live. They need no new support now, but stay with the
// removed option. A hint in its list says that all pairs behind it belong to options which were
// removed at an earlier stage, and which are not back unless the stage is over. See list.go.
//
// # The tree
//
// At each node all domains are consistent. The search branches on the active primary item with the
// fewest options. Among several it takes the one that comes first in the current list of active
// items. It takes the first option in the current order of its set, and makes the domains consistent
// again. When it comes back, it drops this option at the same stage, makes the domains consistent
// again, and branches anew, perhaps on another item.
//
// So each decision makes a node if it leaves every item an option: to take an option, or to drop it. The
// level of the node is 1 more than the number of options taken before. XCCDC1 counts the same nodes. It
// counts none if some item has no options after the first removals, where the root is a node here.
//
// Everything depends on the order in which earlier work has left the lists. It is the order of
// XCCDC1, so the search makes its tree and its updates to the last digit.
//
// # Updates
//
// One update is one element removed from a sparse set: an item that stops being active, or a live
// option that leaves the set of an item.
//
// Start reading at search.go.
package domains
