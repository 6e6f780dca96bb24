package cover

import (
	"context"
	"fmt"
	"time"
)

// Solver turns problems into searches. It has no state of its own and may be
// shared between goroutines.
type Solver interface {
	// Capabilities declare which problems the solver takes.
	Capabilities() Capabilities
	// Prepare builds the solver's data structure for a problem that is within the capabilities. It returns
	// an [UnsupportedError] if the problem is too large for that. Callers use the function [Prepare].
	Prepare(p *Problem) (Search, error)
}

// Search is one problem made ready for one solver. It is for one goroutine at
// a time.
type Search interface {
	// Run walks the search tree from the root until it is exhausted, a limit
	// is reached or the context ends, and calls visit, unless nil, at each
	// solution. It may be called again, whatever stopped the run before, and
	// then does the same again.
	Run(ctx context.Context, limits Limits, visit Visitor) Stats
}

// Resetter is a search that can go over to another problem and keeps the memory it
// has, and what it has worked out if both are restrictions of one base.
type Resetter interface {
	Search
	// Reset does what Prepare of its solver does for p; the search is one of p then. After an error it is
	// none, and may only be reset again.
	Reset(p *Problem) error
}

// Prepare makes a search of solver s for p. It checks the capabilities of s first, so that no solver
// meets a problem that it does not take.
func Prepare(s Solver, p *Problem) (Search, error) { return Renew(s, nil, p) }

// Renew is [Prepare] for one problem of many. It resets the search of the problem before, which may be
// nil, if that is a [Resetter]. Otherwise it makes a new one.
func Renew(s Solver, before Search, p *Problem) (Search, error) { return renew(s, before, p, false) }

func renew(s Solver, before Search, p *Problem, show bool) (Search, error) {
	if err := s.Capabilities().Check(p, show); err != nil {
		return nil, err
	}
	r, ok := before.(Resetter)
	if !ok {
		return s.Prepare(p)
	}
	if err := r.Reset(p); err != nil {
		return nil, err
	}
	return r, nil
}

// Visitor is shown a solution as option indices in the order of choice, for a restriction
// those of its base (see [Problem.Restrict]), and says whether the search is to go on. The slice is only lent.
type Visitor func(options []int) (more bool)

// Limits bound a run; a zero means no bound. The work that they allow is the
// same on every machine.
type Limits struct {
	Solutions int64 // stop at this many solutions
	Nodes     int64 // stop rather than enter one node more
	Updates   int64 // stop at the first node met with at least this many updates made

	guide *Trace // see Guided
}

// Rule names the way in which a solver chooses the item to branch on. Solvers with the same rule form a
// branching class: they walk the same tree, and the nodes of every level are identical. Rules that only
// one solver has are declared by its package.
type Rule string

const (
	// MRV chooses the active primary item with the fewest options left ("minimum remaining values").
	// Among equals it chooses the first in the item list.
	MRV Rule = "mrv"
	// First chooses the active primary item that comes first in the item list.
	First Rule = "first"
)

// Status says how a run, or a measurement of one, ended.
type Status string

const (
	Solved      Status = "solved"      // the search space is exhausted
	Limit       Status = "limit"       // a solution or work budget was reached
	Timeout     Status = "timeout"     // the context ended
	Unsupported Status = "unsupported" // the problem is not for this solver
)

// Measured says whether a run that ended like this has counters worth keeping: it searched its whole
// tree, or all of it up to a limit, so the counters are the same on every machine.
func (s Status) Measured() bool { return s == Solved || s == Limit }

// Level counts the work on one level of the search tree. The updates are those
// made at the nodes of the level, to branch from there.
type Level struct {
	Nodes   int64 `json:"nodes"`
	Updates int64 `json:"updates"`
}

// Stats is what a run did. Nodes counts the nodes of the search tree, the root
// and the solutions included; what one update is, the solver says.
type Stats struct {
	Status    Status
	Solutions int64
	Nodes     int64
	Updates   int64
	Levels    []Level       // by level, the root's first; the sums are Nodes and Updates
	Setup     time.Duration // spent in Prepare; only [Solve] knows it
	Search    time.Duration // spent in Run, visitor included
}

// UnsupportedError is a solver's refusal of a problem.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return "unsupported: " + e.Reason }

// Unsupportedf makes an [UnsupportedError].
func Unsupportedf(format string, args ...any) error {
	return &UnsupportedError{Reason: fmt.Sprintf(format, args...)}
}

// Solve prepares and runs one search and times both parts. When the solver
// refuses the problem, it returns the error and the status [Unsupported].
func Solve(ctx context.Context, s Solver, p *Problem, limits Limits, visit Visitor) (Stats, error) {
	stats, _, err := SolveNext(ctx, s, nil, p, limits, visit)
	return stats, err
}

// SolveNext is [Solve] for one problem of many: it makes the search out of the one before, see [Renew], and
// returns it for the next, or nil with an error.
func SolveNext(ctx context.Context, s Solver, before Search, p *Problem, limits Limits, visit Visitor) (Stats, Search, error) {
	begin := time.Now()
	search, err := renew(s, before, p, visit != nil)
	setup := time.Since(begin)
	if err != nil {
		return Stats{Status: Unsupported, Setup: setup}, nil, err
	}
	stats := search.Run(ctx, limits, visit)
	stats.Setup = setup
	return stats, search, nil
}
