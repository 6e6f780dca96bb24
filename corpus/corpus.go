// Package corpus has the instances: exact cover problems with a name, a tier
// and, where it is known, the number of solutions.
//
// A family is one file with a generator of problems; what its parameters, items
// and options are, and in what order they stand, is said there, because the
// order is part of an instance. The catalogue is the table in catalogue.go; the
// language to choose from it is in filter.go.
//
// The package imports cover, sudoku and format. Start reading at catalogue.go.
package corpus

import (
	"xcbench/cover"
	"xcbench/format"
)

// Tier says how much of the corpus to take; each one includes those before it.
type Tier string

const (
	Smoke    Tier = "smoke"    // seconds for all solvers together
	Standard Tier = "standard" // minutes
	Full     Tier = "full"     // hours
)

// Tiers returns all tiers, the smallest first.
func Tiers() []Tier { return []Tier{Smoke, Standard, Full} }

// Unknown stands for a number of solutions that nobody has told.
const Unknown = -1

// Instance is a problem with a name.
type Instance struct {
	Family    string
	Name      string // within the family; matches [a-z0-9_.]+
	Tier      Tier
	Title     string // what it is, in words
	Solutions int64  // the known number, or Unknown
	Source    string // of the number of solutions
	open      func() (*format.Puzzle, error)
}

// ID returns the name of the instance among all.
func (in Instance) ID() string { return in.Family + "/" + in.Name }

// Puzzle builds the problem, with the way its answers are written.
func (in Instance) Puzzle() (*format.Puzzle, error) { return in.open() }

// generated makes the opener of an instance that is its problem.
func generated(generate func() *cover.Problem) func() (*format.Puzzle, error) {
	return func() (*format.Puzzle, error) { return format.NewPuzzle(generate()), nil }
}

// finish returns the problem built by a generator, which cannot be wrong.
func finish(b *cover.Builder) *cover.Problem {
	p, err := b.Problem()
	if err != nil {
		panic("corpus: " + err.Error())
	}
	return p
}

// All returns the catalogue.
func All() []Instance {
	var all []Instance
	for _, family := range families {
		all = append(all, family()...)
	}
	return all
}

// Find returns the catalogue's instance with the given id.
func Find(id string) (Instance, bool) {
	for _, in := range All() {
		if in.ID() == id {
			return in, true
		}
	}
	return Instance{}, false
}
