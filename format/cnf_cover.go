package format

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format/sudoku"
)

// A formula becomes a problem whose solutions are the models of the formula, one for one. Every
// variable has a primary item, "x1", and two options: true, which comes first, and false. Every
// clause has a primary item, "c1", and an option for each of its literals. The option means: this
// literal is true, and the literals before it are false. A clause that holds has exactly one first
// true literal. So the values of the variables determine the option of every clause.
//
// Two secondary items for each literal tie the options of the clause to the values. For literal k,
// from 1, of the clause c1 they are:
//
//	c1.kf  is in the option of the variable that makes literal k false, and in
//	       the option of the clause that says it is true
//	c1.kt  is in the option of the variable that makes literal k true, and in
//	       the options of the clause that say it is false, which belong to the
//	       later literals; the last literal has no such item
//
// For example, x1 or not x2 is a formula of one clause and three models. It becomes:
//
//	x1 x2 c1 | c1.1f c1.1t c1.2f
//	x1 c1.1t           x1 is true
//	x1 c1.1f           x1 is false
//	x2 c1.2f           x2 is true, and the literal not x2 is false
//	x2
//	c1 c1.1f           the first true literal is x1
//	c1 c1.2f c1.1t     it is not x2
//
// A clause of n literals takes 2n-1 secondary items, n options and, in all options together,
// 4n-1+n(n-1)/2 entries. A repeated literal of a clause is left out. A clause with a variable and
// its negative always holds, and has no item. An empty clause has an item without options.

// formula is a CNF, and its answer.
type formula struct {
	variables int
	clauses   [][]int32
}

// encode returns the problem of the formula.
func (f *formula) encode(*sudoku.Room) *cover.Problem {
	// ties has the secondary items in the options of the variables. The option of variable v being
	// true has number 2(v-1), and its option of being false has the next number.
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
	effective := make([][]int32, 0, len(f.clauses)) // the clauses that have an item
	for k, clause := range f.clauses {
		if literals, always := simplify(clause); !always {
			effective = append(effective, literals)
			primary = append(primary, fmt.Sprintf("c%d", k+1))
		}
	}
	options := make([][]int, 0, len(effective)) // the options of the clauses
	for e, literals := range effective {
		item := f.variables + e
		said := []int{item} // how the option of the next literal begins: the earlier ones are false
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

// simplify returns a clause with every literal once, or reports that the clause always holds.
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

// model returns the literal of each variable that is true in a solution. It is 0 for a variable without a value: then
// the options are no solution.
func (f *formula) model(options []int) []int32 {
	model := make([]int32, f.variables)
	for _, o := range options {
		if v := o / 2; v < f.variables {
			model[v] = int32((v + 1) * (1 - 2*(o%2)))
		}
	}
	return model
}

// Check compares a solution with the clauses themselves.
func (f *formula) Check(options []int) error {
	model := f.model(options)
	if v := slices.Index(model, 0); v >= 0 {
		return fmt.Errorf("variable %d has no value", v+1)
	}
	holds := func(literal int32) bool { return model[max(literal, -literal)-1] == literal }
	for k, clause := range f.clauses {
		if !slices.ContainsFunc(clause, holds) {
			return fmt.Errorf("clause %d does not hold", k+1)
		}
	}
	return nil
}
