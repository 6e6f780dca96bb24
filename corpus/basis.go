package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// Basis says what a number of solutions rests on: the programs that counted the solutions, joined
// by "+", or one of the words [Cited] and [Unsettled]. It is "" if a manifest does not say.
type Basis string

const (
	Cited     Basis = "cited" // the source has the number, and no program has counted it here
	Unsettled Basis = "open"  // the number is not known, or has only a bound
)

// program is a program that counts solutions. Programs with the same method may have the same fault
// of thought; programs with different methods share neither code nor idea.
type program struct {
	name   string
	method string // search, subproblems, states or clauses
	about  string // how it counts
}

// programs are the programs that a [Basis] names, in this order.
var programs = []program{
	{"dlx1", "search", "Knuth's dlx1, which visits every solution and branches on the item with the fewest options, " +
		"ties to the first; it also printed the nodes and updates"},
	{"dlx2", "search", "Knuth's dlx2, which does for problems with colours what dlx1 does for others"},
	{"memo", "subproblems", "a program outside xcbench that remembers the number of solutions of each subproblem"},
	{"front", "states", "a program outside xcbench that sweeps over the items and counts the ways to reach each state"},
	{"gini", "clauses", "the SAT solver Gini, which finds the models of a formula one by one"},
	{"bitset", "search", "the solver of xcbench that visits every solution, by the rule of dlx1, on sets of bits"},
	{"bitset_infer", "search", "a solver of xcbench, of commit f99dc9d7: as bitset, but removes hopeless options before each branching"},
	{"count", "subproblems", "the solver of xcbench that adds up the solutions of subproblems and visits none"},
	{"learn", "clauses", "the solver of xcbench that learns from dead ends; its proof was checked"},
	{"cadical", "clauses", "the SAT solver CaDiCaL, on a formula that excludes the solutions found; " +
		"the program drat-trim checked its proof"},
}

// Methods returns the different methods of the programs that counted the solutions, in the order of
// the basis. It is nil for a number that no program has counted.
func (b Basis) Methods() (methods []string) {
	for name := range strings.SplitSeq(string(b), "+") {
		for _, p := range programs {
			if p.name == name && !slices.Contains(methods, p.method) {
				methods = append(methods, p.method)
			}
		}
	}
	return methods
}

// parseBasis reads the basis of a number of solutions.
func parseBasis(text string, solutions Count) (Basis, error) {
	b := Basis(text)
	if b != Cited && b != Unsettled {
		last := -1
		for name := range strings.SplitSeq(text, "+") {
			k := slices.IndexFunc(programs, func(p program) bool { return p.name == name })
			if k <= last {
				return "", fmt.Errorf("unknown basis %q, expected cited, open or programs joined by +, in this order: %s",
					text, strings.Join(each(programs, func(p program) string { return p.name }), ", "))
			}
			last = k
		}
	}
	exact := solutions.N != Unknown && !solutions.AtLeast
	if exact && b == Unsettled {
		return "", fmt.Errorf("basis open for exactly %v solutions, expected cited or the programs that counted them",
			solutions)
	}
	if !exact && b != Unsettled {
		return "", fmt.Errorf("basis %s for %v solutions, expected open", b, solutions)
	}
	return b, nil
}
