// Package sat finds the solutions of an exact cover problem as the models of a formula. The SAT
// solver Gini finds the models one by one. A clause excludes each model before the next is
// searched. This way of searching has nothing in common with the other solvers.
//
// [Count] is an oracle for small problems, and [New] is a solver like the others. The time grows
// with the number of solutions, and faster than that. The search is Gini's. The package writes the
// clauses itself, so that it shares not even package format with the solvers that it checks.
package sat

import (
	"context"
	"fmt"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"xcbench/cover"
)

// fewPairs is the largest number of options of an item for which each pair of options has a clause
// of its own. With more options, the quadratic number of clauses costs more than new variables.
const fewPairs = 6

// Count returns the number of solutions of p, or limit if there are at least that many. A limit of
// 0 means no limit. If the context ends, Count returns its error and the number of solutions found
// so far. It returns another error if Gini finds a model that is not a solution.
func Count(ctx context.Context, p *cover.Problem, limit int64) (int64, error) {
	checker, wrong := cover.NewChecker(p), error(nil)
	stats, err := cover.Solve(ctx, New(), p, cover.Limits{Solutions: limit}, func(options []int) bool {
		wrong = checker.Check(options)
		return wrong == nil
	})
	switch {
	case wrong != nil:
		return stats.Solutions - 1, fmt.Errorf("the SAT solver Gini found a model that is not a solution: %w", wrong)
	case stats.Status == cover.Timeout:
		return stats.Solutions, ctx.Err()
	}
	return stats.Solutions, err
}

// formula is the formula that Gini solves. Variable o+1 is true if option o is chosen.
type formula struct {
	g    *gini.Gini
	next int // the first unused variable
}

// option returns the literal that option o is chosen.
func option(o int) z.Lit { return z.Var(o + 1).Pos() }

// clause adds a clause: at least one of the literals is true.
func (f *formula) clause(literals ...z.Lit) {
	for _, l := range literals {
		f.g.Add(l)
	}
	f.g.Add(z.LitNull)
}

// state adds the clauses of p. It returns false if a primary item has no option, so that p has no
// solution.
func (f *formula) state(p *cover.Problem) bool {
	options := make([][]z.Lit, p.Items()) // by item: its options, and its colours instead of theirs
	colours := make(map[[2]int32]z.Lit)   // by item and colour: a variable that is true if one of the options is
	for o := range p.Options() {
		colouring := p.Colouring(o)
		for k, i := range p.Option(o) {
			if colouring == nil || colouring[k] == 0 {
				options[i] = append(options[i], option(o))
				continue
			}
			c, ok := colours[[2]int32{i, colouring[k]}]
			if !ok {
				c = z.Var(f.next).Pos()
				f.next++
				colours[[2]int32{i, colouring[k]}] = c
				options[i] = append(options[i], c)
			}
			f.clause(option(o).Not(), c)
		}
	}
	for i, all := range options {
		if i < p.Primary() {
			if len(all) == 0 {
				return false
			}
			f.clause(all...)
		}
		f.atMostOne(all)
	}
	return true
}

// atMostOne adds clauses that allow at most one of x to be true. It splits a long list. A new
// variable is true if one of the first few literals is. At most one of these few may be true, and
// at most one of the variable and the rest.
func (f *formula) atMostOne(x []z.Lit) {
	for len(x) > fewPairs {
		one := z.Var(f.next).Pos()
		f.next++
		head := x[:fewPairs-1]
		for _, l := range head {
			f.clause(l.Not(), one)
		}
		f.pairs(head)
		x = append([]z.Lit{one}, x[fewPairs-1:]...)
	}
	f.pairs(x)
}

// pairs adds a clause for each two literals of x: not both are true.
func (f *formula) pairs(x []z.Lit) {
	for k, a := range x {
		for _, b := range x[k+1:] {
			f.clause(a.Not(), b.Not())
		}
	}
}

// exclude forbids a solution. A clause with its options is enough: they cover all primary items, so
// no other option can be true along with them.
func (f *formula) exclude(options []int) {
	no := make([]z.Lit, len(options))
	for k, o := range options {
		no[k] = option(o).Not()
	}
	f.clause(no...)
}
