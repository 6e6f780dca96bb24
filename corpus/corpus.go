// Package corpus has the instances: exact cover problems with a name, a tier and, where it is
// known, the number of solutions.
//
// A family is a generator of problems. Its description says what the parameters, the items and the
// options are, and how they are ordered: the order is part of an instance. The catalogue, in
// catalogue/, has a row for each member that is measured. A row records the number of solutions,
// its source and basis, and a hash of the problem. A user's files are a corpus too; see files.go.
// The query language that chooses instances is in filter.go.
//
// The package imports no solver: what a member is must not depend on a solver under test. Start
// reading at family.go, and continue with queens.go.
package corpus

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/format"
)

// Tier says how much of the corpus a run takes. Each tier includes the smaller ones.
type Tier string

const (
	Smoke    Tier = "smoke"    // under 20 seconds for all solvers together
	Standard Tier = "standard" // under 15 minutes
	Full     Tier = "full"     // hours
)

// Tiers returns all tiers, the smallest first.
func Tiers() []Tier { return []Tier{Smoke, Standard, Full} }

// Unknown stands for a number that is not known.
const Unknown = -1

// Count is what is known about a number of solutions.
type Count struct {
	N       int64  // or Unknown; saturates at the largest int64
	AtLeast bool   // the number is only a lower bound
	Digits  string // the number in decimal if N is too small for it, or ""
}

// Exact returns the count of a number that is known exactly.
func Exact(n int64) Count { return Count{N: n} }

// Allows says whether a search of the whole tree may have found n solutions, or big if that is not
// nil.
func (c Count) Allows(n int64, big *big.Int) bool {
	if c.N == Unknown {
		return true
	}
	if big == nil || c.Digits == "" {
		return c.AtLeast && (n > c.N || big != nil) || c.N == n && (big == nil) == (c.Digits == "")
	}
	sign := big.Cmp(c.exact())
	return sign == 0 || c.AtLeast && sign > 0
}

// exact returns the number of Digits.
func (c Count) exact() *big.Int {
	n, _ := new(big.Int).SetString(c.Digits, 10)
	return n
}

// String returns "92", ">=92" or "?".
func (c Count) String() string {
	switch {
	case c.N == Unknown:
		return "?"
	case c.AtLeast:
		return ">=" + c.digits()
	}
	return c.digits()
}

func (c Count) digits() string {
	if c.Digits != "" {
		return c.Digits
	}
	return strconv.FormatInt(c.N, 10)
}

// Instance is a problem with a name.
type Instance struct {
	Family         string
	Name           string // within the family; matches [a-z0-9_.]+
	Tier           Tier
	Title          string // what it is, in words
	File           string // that it was read from; "" for an instance of the catalogue
	Solutions      Count
	Nodes, Updates int64  // of Knuth's dlx1, or dlx2 if there are colours; or Unknown
	Items, Options int    // of the problem; 0 if not known before it is built
	Source         string // of the number of solutions
	Basis          Basis  // what the number of solutions rests on
	Alike          string // "twin ID" if that instance is the same problem, "distinct" if it only looks so; see [Twins]

	hash     string            // of the problem, see [Hash]; "" if not recorded
	keys     map[string]string // to filter by
	recorded *manifestRow      // or nil
	open     func() (*format.Puzzle, error)
}

// ID returns the name of the instance in the whole corpus, family/name.
func (in Instance) ID() string { return in.Family + "/" + in.Name }

// Puzzle builds the problem, together with the way its answers are written.
func (in Instance) Puzzle() (*format.Puzzle, error) { return in.open() }

// Audit compares a built problem with its row in the manifest. The error is a [format.SyntaxError]
// that names the place of the row.
func (in Instance) Audit(p *cover.Problem) error {
	if in.recorded == nil {
		return nil
	}
	switch hash := Hash(p); {
	case in.hash != "" && in.hash != hash:
		return in.recorded.at(7, "%s: the problem has hash %s, expected the recorded %s; "+
			"if the change is intended, run 'xcbench corpus check --update'", in.ID(), hash, in.hash)
	case in.Items != 0 && in.Items != p.Items():
		return in.recorded.at(7, "%s: the problem has %d items, expected the recorded %d", in.ID(), p.Items(), in.Items)
	case in.Options != 0 && in.Options != p.Options():
		return in.recorded.at(7, "%s: the problem has %d options, expected the recorded %d", in.ID(), p.Options(), in.Options)
	}
	return nil
}

// All returns the catalogue.
func All() []Instance {
	var all []Instance
	for _, f := range families {
		all = slices.AppendSeq(all, f.Catalogued)
	}
	return all
}

// UnknownError is an id whose family does not exist. It may be the name of a file.
type UnknownError struct{ id string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s: no such family; 'xcbench corpus generate' lists all families", e.id)
}

// Find returns the instance with the given id, catalogued or not. The error is an [UnknownError] if
// there is no such family, and a [ParamError] if the family has no such member.
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
	id = f.Name + "/" + f.name(v)
	for row := range f.catalogued() {
		if row.id() == id {
			return row.instance()
		}
	}
	return f.instance(v), nil
}
