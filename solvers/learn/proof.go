package learn

import "xcbench/cover"

// A Proof is shown how a search comes to its answer, step by step: a DRUP proof. Literals are those
// of the formula that format.WriteCNF writes: o+1 says that option o of the problem is chosen, and
// -(o+1) that it is not. Slices are valid only during the call.
//
// Every clause learned follows by unit propagation from the formula, the clauses learned before and
// not forgotten, and for each solution found before the clause of the opposites of its options. If
// the search finds out that there are no more solutions, the last clause is empty.
type Proof interface {
	Learn(clause []int32)
	// Forget takes a clause back that was learned, its literals in some order. It is not needed any
	// more.
	Forget(clause []int32)
	// Solution shows a solution, as options of the problem of the search, not of its base. Each is
	// shown once.
	Solution(options []int)
}

// A Prover is a search that can show how it comes to its answers. Every search of this package is one.
type Prover interface {
	cover.Search
	// Prove makes the following runs show their proof, or not any more if it is nil.
	Prove(Proof)
}

// proof turns literals into those of a Proof, if there is one.
type proof struct {
	to     Proof
	clause []int32
}

func (p *proof) dimacs(c []literal) []int32 {
	p.clause = p.clause[:0]
	for _, l := range c {
		n := l>>1 + 1
		if l&1 == 1 {
			n = -n
		}
		p.clause = append(p.clause, n)
	}
	return p.clause
}

func (p *proof) learn(c ...literal) {
	if p.to != nil {
		p.to.Learn(p.dimacs(c))
	}
}

func (p *proof) forget(c []literal) {
	if p.to != nil {
		p.to.Forget(p.dimacs(c))
	}
}

func (p *proof) solution(options []int) {
	if p.to != nil {
		p.to.Solution(options)
	}
}
