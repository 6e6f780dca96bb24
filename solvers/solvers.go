// Package solvers has the table of all solvers, in table.go. A new solver is one row there. Start
// reading at [Find].
package solvers

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"xcbench/cover"
	"xcbench/solvers/external"
	"xcbench/solvers/parallel"
)

// A Variant is a solver under a choice rule, with all that lists, comparisons and plots need to know
// of it.
type Variant struct {
	cover.Solver
	Name      string     // matches [a-z0-9_.]+
	Algorithm string     // variants of one algorithm share code: their answers are not independent
	Rule      cover.Rule // the branching class: variants of one rule walk the same tree
	Counter   Counter    // the counter class: updates can be compared within one class only
	Summary   string     // what it is, for lists
	Order     int        // the place in [All], from 1; 0 for others
	Look      int        // the number of the algorithm's colour and mark in plots, from 1; 0 for others

	Parallel bool           // several workers share a search
	Engine   *external.Spec // how another program searches; nil for a solver of this one

	divisible bool
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
	Chosen       Counter = "chosen"       // what the solver counts that is chosen for the problem
)

// Definition defines a choice rule in a few sentences. It returns "" for a rule of another program.
func Definition(name cover.Rule) string {
	for _, e := range entries() {
		if e.rule.name == name {
			return e.rule.definition
		}
	}
	return ""
}

// All returns the variants that search a tree of options, except parallel forms.
// They come by choice rule, the default rule first.
func All() []Variant { return variants(measured, compared) }

// Panel returns the variants that are measured by default: all but those that branch on the
// leftmost item.
func Panel() []Variant { return variants(measured, measured) }

// BuiltIn returns the variants of All, and those that are measured only where they are named: the SAT
// solver, [Auto], and the variants that only count.
func BuiltIn() []Variant { return variants(measured, listed) }

// An entry is a row of the table, and what is known about its variant without the solver.
type entry struct {
	row
	known Variant
}

var (
	tableOnce  sync.Once
	allEntries []entry
)

func entries() []entry {
	tableOnce.Do(func() {
		order, algorithms, summaries := 0, []string(nil), map[string]string{}
		for _, r := range table() {
			v := Variant{Name: r.name, Algorithm: strings.TrimSuffix(r.name, "_"+string(r.rule.name)),
				Rule: r.rule.name, Counter: r.counter}
			summaries[r.name] = r.summary
			v.Summary = cmp.Or(r.summary, summaries[v.Algorithm])
			if r.rule.summary != "" {
				v.Summary += "; " + r.rule.summary
			}
			if r.panel <= compared {
				order++
				v.Order = order
				if !slices.Contains(algorithms, v.Algorithm) {
					algorithms = append(algorithms, v.Algorithm)
				}
				v.Look = slices.Index(algorithms, v.Algorithm) + 1
			}
			allEntries = append(allEntries, entry{r, v})
		}
	})
	return allEntries
}

// variants returns the variants of the panels from one to another.
func variants(from, to panel) (all []Variant) {
	for _, e := range entries() {
		if e.panel >= from && e.panel <= to {
			all = append(all, e.variant())
		}
	}
	return all
}

// variant makes the solver, whose limits follow the summary.
func (e *entry) variant() Variant {
	v := e.known
	v.Solver = e.make(v.Rule)
	can := v.Capabilities()
	v.divisible = !e.rule.whole && !can.CountsOnly
	if limits := can.String(); limits != "" {
		v.Summary += "; " + limits
	}
	return v
}

// Default is the name of the variant that is used by default: see [Auto].
const Default = "auto"

// ParallelSuffix is what the name of a variant and the name of its parallel form differ in.
const ParallelSuffix = "_parallel"

// Divisible reports whether a search of this variant can be divided, between workers or between
// machines. For this, the order of the options at a node, and what is inferred there, must depend
// only on the path to the node. Under the rules of Knuth's sparse sets, the order depends on
// everything searched before. So do the weights of items and the clauses that a SAT solver has learned.
func (v Variant) Divisible() bool { return v.divisible }

// parallel returns the parallel form of a variant. It makes the same search with GOMAXPROCS
// workers.
func (v Variant) parallel() Variant {
	if a, ok := v.Solver.(automatic); ok {
		v.Solver = a.parallel()
	} else {
		v.Solver = parallel.New(v.Solver, 0)
	}
	v.Name += ParallelSuffix
	v.Summary += "; by several workers"
	v.Parallel, v.Order = true, 0
	return v
}

// Find returns the variant with the given name, or the parallel form of such a variant. The parallel
// forms are on no list. Their names end in [ParallelSuffix]. Variants that are not divisible have
// none.
func Find(name string) (Variant, bool) {
	base, shared := strings.CutSuffix(name, ParallelSuffix)
	for _, e := range entries() {
		if e.name != base {
			continue
		}
		switch v := e.variant(); {
		case !shared:
			return v, true
		case v.divisible:
			return v.parallel(), true
		}
	}
	return Variant{}, false
}
