// Package solvers is the one list of solver variants by name. It imports cover, parallel
// and the solvers' folders. A new variant is one line in the table here.
package solvers

import (
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/naive"
	"xcbench/solvers/bitset"
	"xcbench/solvers/cells"
	"xcbench/solvers/infer"
	"xcbench/solvers/lanes"
	"xcbench/solvers/parallel"
)

// Variant is a solver with one setting of its choices.
type Variant struct {
	cover.Solver
	Name    string     // matches [a-z0-9_]+
	Rule    cover.Rule // the branching class: variants of one rule walk the same tree
	Counter Counter    // the counter class: only within one can updates be compared
	Summary string

	Parallel bool // several workers take part in a run
}

// Counter names what one update of a solver is.
type Counter string

const (
	Links   Counter = "links"   // links removed, as Knuth's programs count
	Entries Counter = "entries" // matrix entries copied
	Options Counter = "options" // options removed from those that can still be chosen
	Taken   Counter = "taken"   // options taken, tried or forced
)

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

// representations are those of bitset, one by one.
var representations = []algorithm{
	{"bitset_filter", bitset.Filter, Options, "live options as a list of item masks"},
	{"bitset_lanes", bitset.Lanes, Options, "a lane of 16 to 64 bits an item, one for each of its options"},
	{"bitset_rows", bitset.Rows, Options, "live options as a row of bits, and a size an item"},
	{"bitset_dense", bitset.Dense, Options, "live options as a row of bits, counted for each item"},
}

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
		{Solver: cells.New(cells.SSXC1), Name: "cells_ssxc1", Rule: cells.SSXC1, Counter: Links, Summary: "dancing cells; options that would leave an item without any are given up (Knuth's SSXC1)"},
		{Solver: cells.New(cells.SSXCC), Name: "cells_ssxcc", Rule: cells.SSXCC, Counter: Links, Summary: "dancing cells; the same, and items with one option first (Knuth's SSXCC)"},
		{Solver: lanes.New(), Name: "lanes", Rule: lanes.Forced, Counter: Taken, Summary: "an item's options as 16 bits, forced options and claims by SIMD"},
		{Solver: infer.New(), Name: "bitset_infer", Rule: infer.Infer, Counter: Taken, Summary: "forced options taken and a look ahead before branching, on bits; lanes where those suit"},
	})
}

// described adds to the summaries what the solvers cannot do.
func described(all []Variant) []Variant {
	for k := range all {
		if limits := all[k].Capabilities().String(); limits != "" {
			all[k].Summary += "; " + limits
		}
	}
	return all
}

// All returns the variants: by choice rule, the default one first, then those of one rule only.
func All() []Variant {
	var all []Variant
	for k := range rules {
		all = append(all, under(k, algorithms)...)
	}
	return append(all, alone()...)
}

// Panel returns the variants that are measured where none is asked for: All without those that
// branch on the leftmost item, which show what the choice of item is worth and take their time over it.
func Panel() []Variant {
	return slices.DeleteFunc(All(), func(v Variant) bool { return v.Rule == cover.First })
}

// Representations returns the variants that are not among All since one of those chooses between them
// by the problem's shape. They are there under the default rule only, and each refuses the
// problems that it cannot hold.
func Representations() []Variant { return under(0, representations) }

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

// Default is the name of the variant used where none is asked for.
const Default = "dlx_index"

// ParallelSuffix makes the name of a variant that of its parallel form.
const ParallelSuffix = "_parallel"

// divisible says whether a search can be divided among workers: for that the order of the options
// at a node, and what is inferred there, may depend on the path to it only. Under the rules of Knuth's
// sparse sets the order depends on all that was searched before.
func (v Variant) divisible() bool { return v.Rule != cells.SSXC1 && v.Rule != cells.SSXCC }

// parallel returns the form of a variant that makes the same search with as many workers
// as GOMAXPROCS allows.
func (v Variant) parallel() Variant {
	v.Solver = parallel.New(v.Solver, 0)
	v.Name += ParallelSuffix
	v.Summary += "; by several workers"
	v.Parallel = true
	return v
}

// Find returns the variant with the given name, of All or Representations. All of these but those under
// SSXC1 and SSXCC also have a form that is on no list, named with the [ParallelSuffix].
func Find(name string) (Variant, bool) {
	for _, v := range slices.Concat(All(), Representations()) {
		switch name {
		case v.Name:
			return v, true
		case v.Name + ParallelSuffix:
			if v.divisible() {
				return v.parallel(), true
			}
		}
	}
	return Variant{}, false
}

// Algorithm returns the name of the algorithm: the variant's name without its rule.
func (v Variant) Algorithm() string {
	return strings.TrimSuffix(strings.TrimSuffix(v.Name, ParallelSuffix), "_"+string(v.Rule))
}
