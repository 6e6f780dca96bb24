package learn

import "xcbench/cover"

// A Proof is shown how a search comes to its answer, step by step: a DRUP proof. Literals are those
// of the formula that format.WriteCNF writes: o+1 says that option o of the problem is chosen, and
// -(o+1) that it is not. The kind is what the line of a step begins with:
//
//   - Learned: the clause follows by unit propagation from the formula, the clauses learned before and
//     not forgotten, and for each solution found before the clause of the opposites of its options.
//   - Forgotten: a clause that was learned, its literals in some order, is not needed any more.
//   - Found: a solution, as options of the problem of the search, not of its base. Each is shown once.
//
// If the search finds out that there are no more solutions, the last clause is empty. Slices are valid
// only during the call.
type Proof func(kind string, clause []int32)

// The kinds of steps.
const (
	Learned   = ""
	Forgotten = "d "
	Found     = "s "
)

// A Prover is a search that can show how it comes to its answers. Every search of this package is one.
type Prover interface {
	cover.Search
	// Prove makes the following runs show their proof, or not any more if it is nil.
	Prove(Proof)
}

// show shows a step of the proof, if somebody wants to see it.
func (x *search) show(kind string, clause ...literal) {
	if x.proof == nil {
		return
	}
	x.shown = x.shown[:0]
	for _, l := range clause {
		x.shown = append(x.shown, (l>>1+1)*(1-2*(l&1)))
	}
	x.proof(kind, x.shown)
}
