package cover

import (
	"context"
	"fmt"
	"time"
)

// Prepare makes a search of solver s for p. It returns an [UnsupportedError] if the capabilities of
// s rule p out, or if p is too large for s.
func Prepare(s Solver, p *Problem) (Search, error) { return Renew(s, nil, p) }

// Renew is [Prepare] for one of many problems. If before, the search of the problem before, is a
// [Resetter], Renew resets and returns it. Otherwise, and if before is nil, it makes a new search.
func Renew(s Solver, before Search, p *Problem) (Search, error) { return renew(s, before, p, false) }

// renew is Renew; with show, solutions are going to be shown to a visitor.
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
	return before, nil // the same search; turning r into a Search would look up its methods
}

// Solve prepares a search, runs it, and times both, unless the search reports a setup time. If the
// solver does not take the problem, Solve returns the error and the status [Unsupported]. The error
// of another program that searches is in the statistics only.
func Solve(ctx context.Context, s Solver, p *Problem, limits Limits, visit Visitor) (Stats, error) {
	stats, _, err := SolveNext(ctx, s, nil, p, limits, visit)
	return stats, err
}

// SolveNext is [Solve] for one of many problems. It renews the search of the problem before, as
// [Renew] does, and returns the search for the next problem, or nil if there is none.
func SolveNext(ctx context.Context, s Solver, before Search, p *Problem, limits Limits, visit Visitor) (
	Stats, Search, error) {
	begin := now()
	search, err := renew(s, before, p, visit != nil)
	setup := now() - begin
	if err != nil {
		return Stats{Status: Unsupported, Setup: setup}, nil, err
	}
	stats := search.Run(ctx, limits, visit)
	if stats.Setup == 0 { // otherwise the search knows better
		stats.Setup = setup
	}
	return stats, search, nil
}

// now reads the monotonic clock alone. time.Now reads the calendar too, which takes as long again.
func now() time.Duration { return time.Since(epoch) }

var epoch = time.Now()

// An UnsupportedError says why a solver does not take a problem.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return "unsupported: " + e.Reason }

// Unsupportedf makes an [UnsupportedError] with a formatted reason.
func Unsupportedf(format string, args ...any) error {
	return &UnsupportedError{Reason: fmt.Sprintf(format, args...)}
}
