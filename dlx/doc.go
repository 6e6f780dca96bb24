// Package dlx has the dancing links solvers: Knuth's Algorithm X on doubly
// linked lists from which a node is removed, and put back, in two assignments.
//
// Take the problem with the items a to g and the options
//
//	1: c e    2: a d g    3: b c f    4: a d f    5: b g    6: d e g
//
// Both solvers keep one circular list of the items that still have to be covered,
// and one circular vertical list an item of the live options that contain it:
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
// To cover an item takes it off the item list and hides its options: each of
// them leaves the vertical lists of its other items. To choose an option covers
// all its items. A node that has left a list still points at its old
// neighbours, so the way back needs no memory: uncovering runs through the
// same lists in the opposite order and relinks.
//
//	cover:    x.left.right, x.right.left = x.right, x.left
//	uncover:  x.left.right, x.right.left = x, x
//
// The two solvers differ in how a node is stored: [Pointer] has the objects
// with four pointers of Knuth's paper "Dancing Links" (2000), [Index] the
// arrays of his program DLX1 (2017). They make the same moves.
//
// # Updates
//
// One update is one removal of one link: one for every item taken off the item
// list and one for every node of an option taken off its item's vertical list.
// Putting back is not counted. This is the count of Knuth's programs DANCE
// and DLX1, and both solvers agree with it to the last digit. A secondary item
// is on no item list, but covering it counts one all the same, as it does there.
//
// The package imports cover and nothing else of this module. Start reading at
// index.go.
package dlx
