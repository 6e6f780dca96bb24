package format

import (
	"fmt"
	"slices"
	"sync"

	"xcbench/cover"
)

// A formula becomes a problem the solutions of which are its models, one for
// one. Every variable has a primary item, "x1", and two options: true, which
// comes first, and false. Every clause has a primary item, "c1", and an option
// for each of its literals. That option says: this literal is true, and those
// before it are false. Exactly one literal of a clause that holds is its first
// true one, so that the values of the variables decide about all options of
// clauses.
//
// What is said is held to the values by two secondary items for a literal, k
// from 1, of a clause, here the first:
//
//	c1.kf  is in the option of the variable that makes literal k false, and in
//	       the option of the clause that says it is true
//	c1.kt  is in the option of the variable that makes literal k true, and in
//	       the options of the clause that say it is false, those of the later
//	       literals; the last literal has none
//
// so that x1 or not x2, a formula of one clause and three models, is
//
//	x1 x2 c1 | c1.1f c1.1t c1.2f
//	x1 c1.1t           x1 is true
//	x1 c1.1f           x1 is false
//	x2 c1.2f           x2 is true, and the literal not x2 is false
//	x2
//	c1 c1.1f           the first true literal is x1
//	c1 c1.2f c1.1t     it is not x2
//
// A clause of n literals takes 2n-1 secondary items, n options and, in all
// options together, 4n-1+n(n-1)/2 entries. A literal that is repeated in a
// clause is left out, and a clause with a variable and its negative always holds
// and has no item. An empty clause has an item without options.

// formula is a CNF and, once it has been asked for, its form as a problem.
type formula struct {
	variables int
	clauses   [][]int32

	once  sync.Once
	cover *cover.Problem
}

func (f *formula) problem() *cover.Problem {
	f.once.Do(func() { f.cover = f.encode() })
	return f.cover
}

func (f *formula) copy(Answer) (source, Answer) {
	c := &formula{variables: f.variables, clauses: f.clauses}
	return c, cnfAnswer{c}
}

func (f *formula) encode() *cover.Problem {
	// ties are the secondary items in the options of variables: of variable v
	// in 2(v-1), if it is true, and the next, if it is false.
	ties := make([][]int, 2*f.variables)
	when := func(literal int32) *[]int {
		if literal < 0 {
			return &ties[2*(-literal-1)+1]
		}
		return &ties[2*(literal-1)]
	}
	var primary, secondary []string
	for v := range f.variables {
		primary = append(primary, fmt.Sprintf("x%d", v+1))
	}
	effective := make([][]int32, 0, len(f.clauses)) // those that have an item
	for k, clause := range f.clauses {
		if literals, always := simplify(clause); !always {
			effective = append(effective, literals)
			primary = append(primary, fmt.Sprintf("c%d", k+1))
		}
	}
	options := make([][]int, 0, len(effective)) // of the clauses
	for e, literals := range effective {
		item := f.variables + e
		said := []int{item} // by the option of the next literal: those before it are false
		for k, literal := range literals {
			next := len(primary) + len(secondary)
			secondary = append(secondary, fmt.Sprintf("%s.%df", primary[item], k+1))
			*when(-literal) = append(*when(-literal), next)
			options = append(options, append(slices.Clone(said), next))
			if k < len(literals)-1 {
				secondary = append(secondary, fmt.Sprintf("%s.%dt", primary[item], k+1))
				*when(literal) = append(*when(literal), next+1)
				said = append(said, next+1)
			}
		}
	}
	var b cover.Builder
	b.Primary(primary...)
	b.Secondary(secondary...)
	for k, tied := range ties {
		b.OptionOf(append([]int{k / 2}, tied...)...)
	}
	for _, option := range options {
		b.OptionOf(option...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err) // the names differ, and the reader has bounded the entries
	}
	return p
}

// simplify returns a clause with every literal once, or says that it always
// holds.
func simplify(clause []int32) (literals []int32, always bool) {
	seen := make(map[int32]bool, len(clause))
	for _, literal := range clause {
		if seen[-literal] {
			return nil, true
		}
		if !seen[literal] {
			seen[literal] = true
			literals = append(literals, literal)
		}
	}
	return literals, false
}

// value is what a solution makes of a variable.
type value uint8

const (
	isOpen value = iota // nothing: it is no solution
	isTrue
	isFalse
)

// model returns the values of the variables in a solution.
func (f *formula) model(options []int) []value {
	model := make([]value, f.variables)
	for _, o := range options {
		if o < 2*f.variables {
			model[o/2] = isTrue + value(o%2)
		}
	}
	return model
}

// check holds a model against the clauses themselves.
func (f *formula) check(model []value) error {
	if v := slices.Index(model, isOpen); v >= 0 {
		return fmt.Errorf("variable %d has no value", v+1)
	}
	holds := func(literal int32) bool {
		if literal < 0 {
			return model[-literal-1] == isFalse
		}
		return model[literal-1] == isTrue
	}
	for k, clause := range f.clauses {
		if !slices.ContainsFunc(clause, holds) {
			return fmt.Errorf("clause %d does not hold", k+1)
		}
	}
	return nil
}
