// Package dlx solves exact cover problems with dancing links: Knuth's Algorithm X on doubly linked
// lists. Two assignments remove a node from such a list, and two put it back.
//
// Take the problem with the items a to g and the options
//
//	1: c e    2: a d g    3: b c f    4: a d f    5: b g    6: d e g
//
// Both solvers keep one circular list of the items that are not covered yet. Each item has a
// circular vertical list of the live options that contain it:
//
//	root ⇄ a ⇄ b ⇄ c ⇄ d ⇄ e ⇄ f ⇄ g ⇄ root
//	       ⇅   ⇅   ⇅   ⇅   ⇅   ⇅   ⇅
//	1              ●       ●
//	2      ●           ●           ●
//	3          ●   ●           ●
//	4      ●           ●       ●
//	5          ●                   ●
//	6                  ●   ●       ●
//
// To cover an item, a solver takes it off the item list and hides its options: each of them leaves
// the vertical lists of its other items. To choose an option, it covers all items of the option. A
// node that has left a list still points to its old neighbours, so no memory is needed to undo
// this. To uncover an item, a solver follows the same lists in the opposite order and links every
// node again.
//
//	cover:    x.left.right, x.right.left = x.right, x.left
//	uncover:  x.left.right, x.right.left = x, x
//
// The two solvers make the same moves and differ in how they store a node. [Pointer] has the
// objects with four pointers of Knuth's paper "Dancing Links" (2000). [Index] has the arrays of his
// program DLX1 (2017).
//
// # Colours
//
// An option may give a colour to a secondary item. To choose it, a solver hides only the options that
// give the item another colour or none. In the others the item is settled: hiding them later does
// not touch its node. Knuth's program DLX2 calls this purifying.
//
// # Updates
//
// One update is one removal of one link: an item that leaves the item list, or a node of an option
// that leaves the vertical list of its item. Putting back does not count. Knuth's programs DANCE
// and DLX1 count the same way, and both solvers agree with DLX1 to the last digit. To cover a
// secondary item counts one as well, as it does in DLX1, although that item is on no item list.
//
// A settled node is not removed, and a colour counts nothing for its item, as in DLX2.
//
// Start reading at index.go.
package dlx
