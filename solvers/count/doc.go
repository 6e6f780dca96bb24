// Package count counts solutions without visiting them, and shows none. Where many partial solutions
// leave the same problem, that problem is counted once. The count can take any number of bits.
//
// # Sweeping the frontier
//
// [Frontier] branches on the primary items in a fixed order. Its states are partial solutions in
// which all items before some place of the order are covered. Two partial solutions at the same
// place that cover the same later items have the same completions, so they are one state, with the
// number of partial solutions as its count. The later items that options of earlier items contain
// are the frontier: no other later item can be covered. A sweep goes through the layers of states
// from the first item to the last:
//
//	item 0     item 1     item 2     item 3
//	 {} 1 ──┬──▸ {} 1 ──┬──▸ {} 2 ──┬──▸ {} 3       tilings of a 2×3 board by dominoes,
//	        │           │           │               column by column; a state is the set of
//	        └──▸ ...    └──▸ ...    └──▸ ...        covered later items, with its count
//
// All edges into a layer come from earlier layers. So a layer is complete when its turn comes, and its
// memory is free afterwards.
//
// Start reading at plan.go, which compiles a problem for an order of its items. The orders are in order.go, and
// the bits of the items in problem.go. The sweep is in sweep.go, its hash tables in table.go, and the bound of
// their memory in budget.go. The solver in best.go alternates between a sweep and an enumeration.
//
// diagram.go makes a [Diagram] of the transitions of a sweep that lead to the end. sample.go draws and lists its solutions.
//
// # Counters
//
// A node is a state that is expanded, and an update is an option that fits a state: an attempt to
// go to another state. A level is a layer with states. Limits of nodes and updates stop a sweep
// before a state is expanded. A sweep finds all solutions at its end, so a limit of solutions does
// not stop it: it cuts the answer down to the limit. A run that stops early reports the
// solutions of the paths that reached the end. The statistics of tables are those of [cover.Tables].
package count
