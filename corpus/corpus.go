// Package corpus has the instances: exact cover problems with a name, a tier
// and, where it is known, the number of solutions.
//
// A family is one file with a generator of problems: what its parameters, items
// and options are, and in what order they stand, is said there, because the
// order is part of an instance. The catalogue, in catalogue/, has a row for each
// of the members that are measured: how many solutions they have, says who, and
// what their text hashes to. Files of users are a corpus too, see files.go. The language
// to choose from all of it is in filter.go.
//
// The package imports cover, picture, sudoku, format, and bitset to fill boards with. Start reading at
// family.go, and go on with queens.go.
package corpus

import (
	"fmt"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/format"
)

// Tier says how much of the corpus to take; each one includes those before it.
type Tier string

const (
	Smoke    Tier = "smoke"    // under 20 seconds for all solvers together
	Standard Tier = "standard" // under 15 minutes
	Full     Tier = "full"     // hours
)

// Tiers returns all tiers, the smallest first.
func Tiers() []Tier { return []Tier{Smoke, Standard, Full} }

// Unknown stands for a number that nobody has told.
const Unknown = -1

// Count is what is known of a number of solutions.
type Count struct {
	N       int64 // Unknown if nothing is
	AtLeast bool  // there may be more
}

// Exact returns a number that is known to the last digit.
func Exact(n int64) Count { return Count{N: n} }

// Allows says whether a search that has seen the whole tree may have found n
// solutions.
func (c Count) Allows(n int64) bool { return c.N == Unknown || c.N == n || c.AtLeast && n > c.N }

// String returns "92", ">=92" or "?".
func (c Count) String() string {
	switch {
	case c.N == Unknown:
		return "?"
	case c.AtLeast:
		return ">=" + strconv.FormatInt(c.N, 10)
	}
	return strconv.FormatInt(c.N, 10)
}

// Instance is a problem with a name.
type Instance struct {
	Family         string
	Name           string // within the family; matches [a-z0-9_.]+
	Tier           Tier
	Title          string // what it is, in words
	Solutions      Count
	Nodes, Updates int64  // of Knuth's dlx1, or Unknown
	Items, Options int    // of the problem; 0 if it has to be built to know
	Source         string // of the number of solutions

	hash     string              // of the problem, see [Hash]; "" if not recorded
	keys     map[string]string   // to filter by
	recorded *format.SyntaxError // where Hash is written down, without a message; nil if nowhere
	open     func() (*format.Puzzle, error)
}

// ID returns the name of the instance among all.
func (in Instance) ID() string { return in.Family + "/" + in.Name }

// Puzzle builds the problem, with the way its answers are written.
func (in Instance) Puzzle() (*format.Puzzle, error) { return in.open() }

// Audit holds a problem that was built against what its manifest says. The error is
// a [format.SyntaxError] with the place there.
func (in Instance) Audit(p *cover.Problem) error {
	if in.recorded == nil {
		return nil
	}
	fault := *in.recorded
	switch hash := Hash(p); {
	case in.hash != "" && in.hash != hash:
		fault.Msg = fmt.Sprintf("%s: hash %s, but the problem's is %s", in.ID(), in.hash, hash)
	case in.Items != 0 && in.Items != p.Items():
		fault.Msg = fmt.Sprintf("%s: %d items, but the problem has %d", in.ID(), in.Items, p.Items())
	case in.Options != 0 && in.Options != p.Options():
		fault.Msg = fmt.Sprintf("%s: %d options, but the problem has %d", in.ID(), in.Options, p.Options())
	default:
		return nil
	}
	return &fault
}

// All returns the catalogue.
func All() []Instance {
	var all []Instance
	for _, f := range families {
		all = append(all, f.Catalogued()...)
	}
	return all
}

// UnknownError is an id whose family does not exist; it may be a file's name.
type UnknownError struct{ id string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s: no such family (see 'xcbench corpus generate')", e.id)
}

// Find returns the instance with the given id, in the catalogue or not. The error
// is an [UnknownError] or, if there is the family but no such member, a
// [ParamError].
func Find(id string) (Instance, error) {
	name, member, _ := strings.Cut(id, "/")
	f, ok := FindFamily(name)
	if !ok {
		return Instance{}, &UnknownError{id}
	}
	v, err := f.parse(member)
	if err != nil {
		return Instance{}, err
	}
	in := f.instance(v)
	for _, known := range f.Catalogued() {
		if known.Name == in.Name {
			return known, nil
		}
	}
	return in, nil
}
