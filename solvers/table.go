package solvers

import (
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/naive"
	"xcbench/solvers/bitset"
	"xcbench/solvers/cells"
	"xcbench/solvers/count"
	"xcbench/solvers/infer"
	"xcbench/solvers/lanes"
	"xcbench/solvers/sat"
)

// A row of the table is a solver under one choice rule. A row like another one is another form of
// the same algorithm: its name is the other name and the rule, and what it leaves out is the same.
type row struct {
	like, name string
	make       func(cover.Rule) cover.Solver
	rule       rule
	counter    Counter
	panel      panel
	whole      bool // a search cannot be divided; see [Variant.Divisible]
	summary    string

	algorithm   string // this and the next come from the place in the table: see rows
	order, look int
}

// A panel says which commands take a solver that nobody names.
type panel int

const (
	measured panel = iota // run and ab, and all below
	compared              // what --solver all means, and all below
	listed                // verify and list
	hidden                // none
)

// A rule is a choice rule. The package that declares its name has the details.
type rule struct {
	name       cover.Rule
	definition string
	summary    string // follows the summary of the solver
	line       Line
}

var (
	mrv = rule{cover.MRV, "Branch on the item with the fewest options. Among equals, take the first item of the problem.",
		"the item with the fewest options first", Solid}
	first = rule{cover.First, "Branch on the first uncovered item of the problem.", "the leftmost item first", Dashed}
)

// table has all solvers. A new solver is a new row. Lists have this order, which decides about colours
// and marks too. It is a function because auto and count find other solvers in it.
func table() []row {
	return []row{
		{name: "dlx_index", make: dlx.Index, rule: mrv, counter: Links,
			summary: "dancing links on flat arrays of 32-bit links (Knuth's DLX1)"},
		{name: "dlx_pointer", make: dlx.Pointer, rule: mrv, counter: Links,
			summary: "dancing links on objects with four pointers (Knuth 2000)"},
		{name: "bitset", make: bitset.New, rule: mrv, counter: Options,
			summary: "live options as bits, in the representation that suits the problem"},
		{name: "naive", make: naive.New, rule: mrv, counter: Entries,
			summary: "Algorithm X on an explicit matrix, copied at each node"},
		{name: "cells", make: cells.New, rule: mrv, counter: Links,
			summary: "dancing cells: sparse sets in flat arrays (after Knuth's SSXC1)"},
		// To branch on the leftmost item shows what a good choice of the item is worth, and takes long.
		{like: "dlx_index", rule: first, panel: compared},
		{like: "dlx_pointer", rule: first, panel: compared},
		{like: "bitset", rule: first, panel: compared},
		{like: "naive", rule: first, panel: compared},
		{like: "cells", rule: first, panel: compared},
		{like: "cells", whole: true, rule: rule{name: cells.SSXC1, definition: "The rule of Knuth's program SSXC1. " +
			"Skip an option that would leave an item without options. " +
			"Branch on the item with the fewest options; among equals, the order left by earlier work decides."},
			summary: "dancing cells that give up options which would leave an item without options (Knuth's SSXC1)"},
		{like: "cells", whole: true, rule: rule{name: cells.SSXCC, line: DashDotted, definition: "The rule of Knuth's program SSXCC: " +
			"ssxc1, but items with only one option come first. Otherwise, among equals, take the first item of the problem."},
			summary: "dancing cells like cells_ssxc1, items with a single option first (Knuth's SSXCC)"},
		{name: "lanes", make: only(lanes.New), counter: Taken, rule: rule{name: lanes.Forced, definition: "Take the option of every item " +
			"that has only one, without a node of its own. " +
			"If every option of an item a contains an item b, drop the other options of b. Then branch like mrv."},
			summary: "16 bits for the options of each item; SIMD finds forced options and claims"},
		{like: "bitset", make: only(infer.New), counter: Taken, rule: rule{name: infer.Infer, definition: "Take forced options without " +
			"a node of their own, and remove options that cannot be in a solution. " +
			"The shape of the problem decides which removals are tried. Then branch like mrv."},
			summary: "live options as bits; takes forced options and looks ahead before it branches; lanes where they suit"},

		// A clause of the SAT solver stays when the search leaves the node where it was learned.
		{name: "sat", make: only(sat.New), counter: Propagations, panel: listed, whole: true, rule: rule{name: sat.CDCL,
			definition: "Assign the variable that took part in the most conflicts lately. " +
				"Learn a clause from each conflict, and restart from time to time. There is no tree of options."},
			summary: "conflict-driven clause learning by the SAT solver Gini; a clause excludes each solution"},
		{name: Default, make: only(newAutomatic), counter: "chosen", panel: listed, rule: rule{name: "auto"},
			summary: "dlx_index up to 32 options, lanes for problems like sudokus, otherwise bitset"},

		// These count solutions without showing them.
		{name: "count_frontier", make: frontier, counter: States, panel: listed, rule: sweep(count.Input, "in the order of the problem"),
			summary: "sweeps the items in input order and keeps the states of the frontier"},
		{like: "count_frontier", rule: sweep(count.Reverse, "in reverse order"), summary: "count_frontier in reverse order"},
		{like: "count_frontier", rule: sweep(count.Breadth, "breadth first from a peripheral one"),
			summary: "count_frontier in breadth-first order from a peripheral item"},
		{like: "count_frontier", rule: sweep(count.Greedy, "in an order that keeps the frontier small"),
			summary: "count_frontier in an order that keeps the frontier small"},
		{name: "count_memo", make: only(count.Memo), counter: States, panel: listed, rule: rule{name: count.Memory,
			definition: "Branch like mrv. A set of uncovered items that was met before is no node."},
			summary: "Algorithm X that remembers the count of each set of uncovered items"},
		{name: "count", make: func(cover.Rule) cover.Solver { return count.Best(Auto(), Default) }, counter: "chosen", panel: listed,
			rule:    rule{name: count.Turns, definition: "Enumerate and sweep in turns; the first to end has the count."},
			summary: "auto and the most promising count_frontier in turns; the counters are the winner's"},

		// These fix the representation that bitset chooses. Each refuses problems that it cannot hold.
		{name: "bitset_filter", make: bitset.Filter, rule: mrv, counter: Options, panel: hidden,
			summary: "live options as a list of item masks"},
		{name: "bitset_lanes", make: bitset.Lanes, rule: mrv, counter: Options, panel: hidden,
			summary: "a lane of 16 to 64 bits an item, one for each of its options"},
		{name: "bitset_rows", make: bitset.Rows, rule: mrv, counter: Options, panel: hidden,
			summary: "live options as a row of bits, and a size an item"},
		{name: "bitset_dense", make: bitset.Dense, rule: mrv, counter: Options, panel: hidden,
			summary: "live options as a row of bits, counted for each item"},
	}
}

// only returns the maker of a solver with a single rule.
func only[S cover.Solver](make func() S) func(cover.Rule) cover.Solver {
	return func(cover.Rule) cover.Solver { return make() }
}

func frontier(order cover.Rule) cover.Solver { return count.Frontier(order) }

func sweep(order cover.Rule, how string) rule {
	return rule{name: order, definition: "Sweep the items " + how + ". Equal states of the frontier are one node."}
}
