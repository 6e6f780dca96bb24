package solvers

import (
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/naive"
	"xcbench/solvers/bitset"
	"xcbench/solvers/cells"
	"xcbench/solvers/count"
	"xcbench/solvers/lanes"
	"xcbench/solvers/learn"
	"xcbench/solvers/sat"
)

// A row of the table is a solver under one choice rule.
type row struct {
	name    string // of the algorithm, or the algorithm and the rule
	make    func(cover.Rule) cover.Solver
	rule    rule
	counter Counter
	panel   panel
	summary string // "" for that of the algorithm
}

// A rule is a choice rule. The package that declares its name has the details.
type rule struct {
	name       cover.Rule
	definition string
	summary    string // follows the summary of the solver
	whole      bool   // searches cannot be divided: see [Variant.Divisible]
}

// A panel says which commands take a solver that nobody names.
type panel int

const (
	measured panel = iota // run and ab, and all below
	compared              // what --solver all means, and all below
	listed                // verify and list
)

var (
	mrv = rule{name: cover.MRV, summary: "the item with the fewest options first",
		definition: "Branch on the item with the fewest options. Among equals, take the first item of the problem."}
	first = rule{name: cover.First, summary: "the leftmost item first",
		definition: "Branch on the first uncovered item of the problem."}
	ssxc1 = rule{name: cells.SSXC1, whole: true,
		definition: "The rule of Knuth's program SSXC1. Skip an option that would leave an item without options. " +
			"Branch on the item with the fewest options; among equals, the order left by earlier work decides."}
	ssxcc = rule{name: cells.SSXCC, whole: true,
		definition: "The rule of Knuth's program SSXCC: ssxc1, but items with only one option come first. " +
			"Otherwise, among equals, take the first item of the problem."}
	forced = rule{name: lanes.Forced,
		definition: "Take the option of every item that has only one, without a node of its own. " +
			"If every option of an item a contains an item b, drop the other options of b. Then branch like mrv."}
	weighted = rule{name: lanes.Weighted, whole: true,
		definition: "Take forced options and drop options like forced. Branch on the item with the fewest options; among equals, " +
			"on the one that most dead ends of this run left without options, or else on the first item of the problem."}
	learned = rule{name: learn.Learn, whole: true,
		definition: "Branch on the item that took part in the most conflicts lately, for the number of its options. " +
			"Learn a clause from each conflict, and restart from time to time. There is no tree of options."}
	cdcl = rule{name: sat.CDCL, whole: true,
		definition: "Assign the variable that took part in the most conflicts lately. " +
			"Learn a clause from each conflict, and restart from time to time. There is no tree of options."}
	turns = rule{name: count.Turns, definition: "Enumerate and sweep in turns; the first to end has the count."}
)

func sweep(order cover.Rule, how string) rule {
	return rule{name: order, definition: "Sweep the items " + how + ". Equal states of the frontier are one node."}
}

// table has all solvers. A new solver is a new row. Lists have this order, which also decides about
// the colours and marks in plots. It is a function because auto and count find other solvers in it.
//
// The solvers that branch on the leftmost item show what a good choice of the item is worth. They
// take a long time, so they are not measured by default.
func table() []row {
	return []row{
		{"dlx_index", dlx.Index, mrv, Links, measured, "dancing links on flat arrays of 32-bit links (Knuth's DLX1)"},
		{"dlx_pointer", dlx.Pointer, mrv, Links, measured, "dancing links on objects with four pointers (Knuth 2000)"},
		{"bitset", bitset.New, mrv, Options, measured, "live options as bits, in the representation that suits the problem"},
		{"naive", naive.New, mrv, Entries, measured, "Algorithm X on an explicit matrix, copied at each node"},
		{"cells", cells.New, mrv, Links, measured, "dancing cells: sparse sets in flat arrays (after Knuth's SSXC1)"},
		{"dlx_index_first", dlx.Index, first, Links, compared, ""},
		{"dlx_pointer_first", dlx.Pointer, first, Links, compared, ""},
		{"bitset_first", bitset.New, first, Options, compared, ""},
		{"naive_first", naive.New, first, Entries, compared, ""},
		{"cells_first", cells.New, first, Links, compared, ""},
		{"cells_ssxc1", cells.New, ssxc1, Links, measured,
			"dancing cells that give up options which would leave an item without options (Knuth's SSXC1)"},
		{"cells_ssxcc", cells.New, ssxcc, Links, measured,
			"dancing cells like cells_ssxc1, items with a single option first (Knuth's SSXCC)"},
		{"lanes", only(lanes.New), forced, Taken, measured,
			"16 bits for the options of each item; SIMD finds forced options and claims"},
		{"lanes_weighted", only(lanes.NewWeighted), weighted, Taken, listed,
			"lanes that prefers, among items with equally few options, the one that most dead ends emptied"},
		{"learn", only(learn.New), learned, Propagations, listed,
			"learns a clause from every conflict, on items and options; for first solutions and proofs that there is none"},
		{"sat", only(sat.New), cdcl, Propagations, listed,
			"the SAT solver Gini, an oracle that shares no code with the other solvers; a clause excludes each solution"},
		{Default, only(newAutomatic), rule{name: "auto"}, Chosen, listed,
			"dlx_index up to 32 options, lanes_weighted for problems like sudokus, otherwise bitset; learn too if one solution is wanted"},
		{"count_frontier", count.Frontier, sweep(count.Input, "in the order of the problem"), States, listed,
			"sweeps the items in input order and keeps the states of the frontier"},
		{"count_frontier_separation", count.Frontier, sweep(count.Separation, "in an order of small vertex separation"), States, listed,
			"count_frontier in an order that keeps the frontier small"},
		{"count", only(newCount), turns, Chosen, listed,
			"auto and count_frontier_separation in turns; the counters are the winner's"},
	}
}

// only returns the maker of a solver with a single rule.
func only(make func() cover.Solver) func(cover.Rule) cover.Solver {
	return func(cover.Rule) cover.Solver { return make() }
}

func newCount() cover.Solver { return count.Best(Auto(), Default) }
