// Package solvers is the list of all solver variants, by name. A new variant is one line in a table
// here. Start reading at [Find].
package solvers

import (
	"slices"
	"strings"

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

// A Variant is a solver with a name, a choice rule and a counter class.
type Variant struct {
	cover.Solver
	Name    string     // matches [a-z0-9_.]+
	Rule    cover.Rule // the branching class: variants of one rule walk the same tree
	Counter Counter    // the counter class: updates can be compared within one class only
	Summary string     // what it is, for lists

	Parallel bool // several workers share a search
	External bool // another program searches: see [SetEngines]
}

// A Counter is a counter class: it names what one update is.
type Counter string

const (
	Links   Counter = "links"   // links removed, as Knuth's programs count
	Entries Counter = "entries" // entries of a matrix copied
	Options Counter = "options" // options removed from those that can still be chosen
	Taken   Counter = "taken"   // options chosen, whether tried or forced

	Propagations Counter = "propagations" // literals whose consequences a SAT solver draws
	States       Counter = "states"       // options tried in states that are counted once
)

// An algorithm is a family of variants with different rules.
type algorithm struct {
	name    string
	make    func(cover.Rule) cover.Solver
	counter Counter
	summary string
}

var algorithms = []algorithm{
	{"dlx_index", dlx.Index, Links, "dancing links on flat arrays of 32-bit links (Knuth's DLX1)"},
	{"dlx_pointer", dlx.Pointer, Links, "dancing links on objects with four pointers (Knuth 2000)"},
	{"bitset", bitset.New, Options, "live options as bits, in the representation that suits the problem"},
	{"naive", naive.New, Entries, "Algorithm X on an explicit matrix, copied at each node"},
	{"cells", cells.New, Links, "dancing cells: sparse sets in flat arrays (after Knuth's SSXC1)"},
}

// representations are the data structures that bitset chooses from.
var representations = []algorithm{
	{"bitset_filter", bitset.Filter, Options, "live options as a list of item masks"},
	{"bitset_lanes", bitset.Lanes, Options, "a lane of 16 to 64 bits an item, one for each of its options"},
	{"bitset_rows", bitset.Rows, Options, "live options as a row of bits, and a size an item"},
	{"bitset_dense", bitset.Dense, Options, "live options as a row of bits, counted for each item"},
}

// rules are the choice rules that every algorithm has.
var rules = []struct {
	rule    cover.Rule
	suffix  string
	summary string
}{
	{cover.MRV, "", "the item with the fewest options first"},
	{cover.First, "_first", "the leftmost item first"},
}

// alone returns the variants of rules that only one solver has.
func alone() []Variant {
	return described([]Variant{
		{Solver: cells.New(cells.SSXC1), Name: "cells_ssxc1", Rule: cells.SSXC1, Counter: Links,
			Summary: "dancing cells that give up options which would leave an item without options (Knuth's SSXC1)"},
		{Solver: cells.New(cells.SSXCC), Name: "cells_ssxcc", Rule: cells.SSXCC, Counter: Links,
			Summary: "dancing cells like cells_ssxc1, items with a single option first (Knuth's SSXCC)"},
		{Solver: lanes.New(), Name: "lanes", Rule: lanes.Forced, Counter: Taken,
			Summary: "16 bits for the options of each item; SIMD finds forced options and claims"},
		{Solver: infer.New(), Name: "bitset_infer", Rule: infer.Infer, Counter: Taken,
			Summary: "live options as bits; takes forced options and looks ahead before it branches; lanes where they suit"},
	})
}

// described adds the limits of the solvers to their summaries.
func described(all []Variant) []Variant {
	for k := range all {
		if limits := all[k].Capabilities().String(); limits != "" {
			all[k].Summary += "; " + limits
		}
	}
	return all
}

// All returns all variants, except representations and parallel forms. They come by choice rule,
// the default rule first. The variants of rules that only one solver has come last.
func All() []Variant {
	var all []Variant
	for k := range rules {
		all = append(all, under(k, algorithms)...)
	}
	return append(all, alone()...)
}

// Panel returns the variants that are measured by default: all but those that branch on the
// leftmost item. These show what a good choice of the item is worth, and take a long time.
func Panel() []Variant {
	return slices.DeleteFunc(All(), func(v Variant) bool { return v.Rule == cover.First })
}

// Representations returns the variants that fix the representation which bitset would choose by the
// shape of the problem. They exist under the default rule only. Each of them refuses problems that
// it cannot hold.
func Representations() []Variant { return under(0, representations) }

// Others returns the variants that search no tree of options. They have no level profile.
func Others() []Variant {
	return described([]Variant{
		{Solver: sat.New(), Name: "sat", Rule: sat.CDCL, Counter: Propagations,
			Summary: "conflict-driven clause learning by the SAT solver Gini; a clause excludes each solution"},
	})
}

// Counting returns the variants that count solutions without showing them. Each of them has a rule
// of its own.
func Counting() []Variant {
	return described([]Variant{
		{Solver: count.Frontier(count.Input), Name: "count_frontier", Rule: count.Input, Counter: States,
			Summary: "sweeps the items in input order and keeps the states of the frontier"},
		{Solver: count.Frontier(count.Reverse), Name: "count_frontier_reverse", Rule: count.Reverse, Counter: States,
			Summary: "count_frontier in reverse order"},
		{Solver: count.Frontier(count.Breadth), Name: "count_frontier_bfs", Rule: count.Breadth, Counter: States,
			Summary: "count_frontier in breadth-first order from a peripheral item"},
		{Solver: count.Frontier(count.Greedy), Name: "count_frontier_greedy", Rule: count.Greedy, Counter: States,
			Summary: "count_frontier in an order that keeps the frontier small"},
		{Solver: count.Memo(), Name: "count_memo", Rule: count.Memory, Counter: States,
			Summary: "Algorithm X that remembers the count of each set of uncovered items"},
		{Solver: count.Best(Auto(), Default), Name: "count", Rule: count.Turns, Counter: "chosen",
			Summary: "auto and the most promising count_frontier in turns; the counters are the winner's"},
	})
}

// BuiltIn returns the variants of All, Others and Counting, and [Auto]. Those that are not in All are
// measured only where they are named.
func BuiltIn() []Variant { return slices.Concat(All(), Others(), []Variant{Auto()}, Counting()) }

// under returns the variants of some algorithms with rule k.
func under(k int, list []algorithm) []Variant {
	var all []Variant
	for _, a := range list {
		all = append(all, Variant{
			Solver:  a.make(rules[k].rule),
			Name:    a.name + rules[k].suffix,
			Rule:    rules[k].rule,
			Counter: a.counter,
			Summary: a.summary + "; " + rules[k].summary,
		})
	}
	return described(all)
}

// Default is the name of the variant that is used by default: see [Auto].
const Default = "auto"

// ParallelSuffix is what the name of a variant and the name of its parallel form differ in.
const ParallelSuffix = "_parallel"

// Divisible reports whether a search of this variant can be divided, between workers or between
// machines. For this, the order of the options at a node, and what is inferred there, must depend
// only on the path to the node. Under the rules of Knuth's sparse sets, the order depends on
// everything searched before. So do the clauses that a SAT solver has learned.
func (v Variant) Divisible() bool {
	return !v.External && v.Rule != cells.SSXC1 && v.Rule != cells.SSXCC && v.Rule != sat.CDCL && !v.Capabilities().CountsOnly
}

// parallel returns the parallel form of a variant. It makes the same search with GOMAXPROCS
// workers.
func (v Variant) parallel() Variant {
	v.Solver = parallelOf(v.Solver)
	v.Name += ParallelSuffix
	v.Summary += "; by several workers"
	v.Parallel = true
	return v
}

// Find returns the variant of All, Representations, Others, Counting or [Engines] with the given
// name, or [Auto], or the parallel form of such a variant. The parallel forms are on no list. Their
// names end in [ParallelSuffix]. Engines, variants that only count, and variants with the rules
// [cells.SSXC1], [cells.SSXCC] and [sat.CDCL] have none.
func Find(name string) (Variant, bool) {
	if strings.TrimSuffix(name, ParallelSuffix) == Default {
		if name == Default {
			return Auto(), true
		}
		return Auto().parallel(), true
	}
	for _, v := range Engines() {
		if v.Name == name {
			return v, true
		}
	}
	for _, v := range slices.Concat(All(), Representations(), Others()) {
		switch name {
		case v.Name:
			return v, true
		case v.Name + ParallelSuffix:
			if v.Divisible() {
				return v.parallel(), true
			}
		}
	}
	for _, v := range Counting() { // afterwards, because count needs auto, which is found here
		if name == v.Name {
			return v, true
		}
	}
	return Variant{}, false
}

// Algorithm returns the name of the algorithm: the name of the variant without rule and
// ParallelSuffix.
func (v Variant) Algorithm() string {
	return strings.TrimSuffix(strings.TrimSuffix(v.Name, ParallelSuffix), "_"+string(v.Rule))
}
