// Package sat counts solutions of exact cover problems by a way that has nothing
// in common with the solvers: as models of a formula, found one by one by the
// SAT solver Gini, each excluded by a clause before the next is looked for.
//
// It is an oracle for small problems and no solver: the time grows with the
// number of solutions, and faster than that. It imports cover and Gini, and
// writes the clauses itself, so that not even format is shared with what it
// is held against.
package sat

import (
	"context"
	"fmt"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"xcbench/cover"
)

// fewPairs is the number of options of an item up to which "no two" is said pair
// by pair; above, the quadratic number of clauses costs more than variables do.
const fewPairs = 6

// slice is how long Gini works between two looks at the context.
const slice = 10 * time.Millisecond

// Count returns the number of solutions of p, or limit if there are at least that
// many; a limit of 0 is none. The error is that of the context, and then the count
// is of those found so far, or says that Gini gave a model that is no solution.
func Count(ctx context.Context, p *cover.Problem, limit int64) (int64, error) {
	f := &formula{g: gini.New(), next: p.Options() + 1}
	if !f.state(p) {
		return 0, ctx.Err()
	}
	if p.Primary() == 0 {
		return 1, ctx.Err() // options have a primary item, so there are none: the empty solution
	}
	checker := cover.NewChecker(p)
	var found int64
	var options, told []int // of p, and as the checker wants them
	for limit == 0 || found < limit {
		sat, err := f.solve(ctx)
		if err != nil || !sat {
			return found, err
		}
		options, told = options[:0], told[:0]
		for o := range p.Options() {
			if f.g.Value(option(o)) {
				options, told = append(options, o), append(told, p.ToBase(o))
			}
		}
		if err := checker.Check(told); err != nil {
			return found, fmt.Errorf("a model that is no solution: %w", err)
		}
		found++
		f.exclude(options)
	}
	return found, nil
}

// formula is what Gini knows. Variable o+1 says that option o is chosen.
type formula struct {
	g    *gini.Gini
	next int // the first variable that is not used yet
}

func option(o int) z.Lit { return z.Var(o + 1).Pos() }

func (f *formula) clause(literals ...z.Lit) {
	for _, l := range literals {
		f.g.Add(l)
	}
	f.g.Add(z.LitNull)
}

// state adds the clauses of p; false says that an item has no option, and p no solution.
func (f *formula) state(p *cover.Problem) bool {
	options := make([][]z.Lit, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			options[i] = append(options[i], option(o))
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

// atMostOne splits long lists: of the first few and a new variable that is true if
// one of them is, at most one; and of that variable and the rest.
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

func (f *formula) pairs(x []z.Lit) {
	for k, a := range x {
		for _, b := range x[k+1:] {
			f.clause(a.Not(), b.Not())
		}
	}
}

// exclude forbids a solution. Its options are enough for the clause: with them
// all primary items are covered, and no other option can be true.
func (f *formula) exclude(options []int) {
	no := make([]z.Lit, len(options))
	for k, o := range options {
		no[k] = option(o).Not()
	}
	f.clause(no...)
}

// solve says whether there is a model.
func (f *formula) solve(ctx context.Context) (bool, error) {
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if result := f.g.Try(slice); result != 0 {
			return result > 0, nil
		}
	}
}
