// Package solvers is the one list of solver variants by name. It imports cover, parallel
// and the solvers' folders. A new variant is one line in the table here.
package solvers

import (
	"xcbench/bitset"
	"xcbench/cells"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/naive"
	"xcbench/parallel"
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
	Words   Counter = "words"   // machine words written
)

var algorithms = []struct {
	name    string
	make    func(cover.Rule) cover.Solver
	counter Counter
	summary string
}{
	{"dlx_index", dlx.Index, Links, "dancing links on flat arrays of int32 links (Knuth's DLX1)"},
	{"dlx_pointer", dlx.Pointer, Links, "dancing links on objects with four pointers (Knuth 2000)"},
	{"bitset", bitset.New, Words, "live options and items as machine words"},
	{"naive", naive.New, Entries, "Algorithm X on an explicit matrix, copied at each node"},
	{"cells", cells.New, Links, "dancing cells: sparse sets in flat arrays (Knuth's SSXC0)"},
}

var rules = []struct {
	rule    cover.Rule
	suffix  string
	summary string
}{
	{cover.MRV, "", "the item with the fewest options first"},
	{cover.First, "_first", "the leftmost item first"},
}

// lookAhead has the variants whose choice rule is a program's own.
var lookAhead = []Variant{
	{cells.New(cover.SSXC1), "cells_ssxc1", cover.SSXC1, Links, "dancing cells; options that would leave an item without any are given up (Knuth's SSXC1)"},
	{cells.New(cover.SSXCC), "cells_ssxcc", cover.SSXCC, Links, "dancing cells; the same, and items with one option first (Knuth's SSXCC)"},
}

// All returns every variant: by choice rule, the default one first.
func All() []Variant {
	var all []Variant
	for _, r := range rules {
		for _, a := range algorithms {
			all = append(all, Variant{
				Solver:  a.make(r.rule),
				Name:    a.name + r.suffix,
				Rule:    r.rule,
				Counter: a.counter,
				Summary: a.summary + "; " + r.summary,
			})
		}
	}
	return append(all, lookAhead...)
}

// Default is the name of the variant used where none is asked for.
const Default = "dlx_index"

// ParallelSuffix makes the name of a variant that of its parallel form.
const ParallelSuffix = "_parallel"

// parallel returns the form of a variant that makes the same search with as many workers
// as GOMAXPROCS allows.
func (v Variant) parallel() Variant {
	v.Solver = parallel.New(v.Solver, 0)
	v.Name += ParallelSuffix
	v.Summary += "; by several workers"
	v.Parallel = true
	return v
}

// Find returns the variant with the given name. Each variant of the list also has a form
// that is not on it, named with the [ParallelSuffix].
func Find(name string) (Variant, bool) {
	for _, v := range All() {
		switch name {
		case v.Name:
			return v, true
		case v.Name + ParallelSuffix:
			return v.parallel(), true
		}
	}
	return Variant{}, false
}
