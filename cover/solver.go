package cover

import "context"

// A Solver turns problems into searches. It has no state of its own, so goroutines may share it.
//
// A solver is used through [Prepare], [Renew] and [Solve], which check its capabilities first. It
// never sees a problem that it does not take.
type Solver interface {
	// Capabilities declares which problems the solver takes. The answer is always the same, but
	// another program may say only when it starts that it cannot show solutions.
	Capabilities() Capabilities

	// Prepare builds the data structure for a search of p. It takes and removes no option: that is
	// search, and Run does it. Otherwise search times of two solvers could not be compared. It returns
	// an [UnsupportedError] if p is too large for the solver. It need not check what the capabilities
	// declare.
	Prepare(p *Problem) (Search, error)
}

// NewSolver returns a solver that prepares searches by a function.
func NewSolver(can Capabilities, prepare func(*Problem) (Search, error)) Solver {
	return solver{can, prepare}
}

type solver struct {
	can     Capabilities
	prepare func(*Problem) (Search, error)
}

func (s solver) Capabilities() Capabilities { return s.can }

func (s solver) Prepare(p *Problem) (Search, error) { return s.prepare(p) }

// A Search is one problem prepared by one solver. One goroutine at a time may use it.
//
// A search keeps these rules. The tests of package solvers check the first four for every solver:
//
//   - It is deterministic. The problem and the limits alone determine the statistics and the
//     solutions, on every machine. Their order is the same too, unless several goroutines search.
//   - It stops within 10 ms when its context ends, even in the middle of a node.
//   - It allocates no memory per node.
//   - It can run again after any stop, and the next run gives the same result as the first.
//   - Deep problems are safe: recursion does not go deeper than the default stack allows.
//
// A search that another program makes cannot promise the first rule, and it allocates what it
// reads. If the program gives no answer, Run does not panic: the status is [Failed], and
// [Stats.Err] says why.
type Search interface {
	// Run walks the search tree from the root and shows every solution to visit, unless visit is
	// nil. It stops when the tree is exhausted, a limit is reached, visit returns false or the
	// context ends. The [Status] in the statistics says which.
	Run(ctx context.Context, limits Limits, visit Visitor) Stats
}

// A Resetter is a search that can switch to another problem. It keeps its memory, and it also keeps
// its tables if both problems are restrictions of one base.
type Resetter interface {
	Search

	// Reset does what Prepare does, for p. After an error the search has no problem: it may be
	// reset again, but must not run.
	Reset(p *Problem) error
}

// A Visitor is shown a solution and returns whether the search goes on. The options are indices, in
// the order in which the search chose them. For a restriction they are indices of its base: see
// [Problem.Restrict]. The slice is valid only during the call.
type Visitor func(options []int) (more bool)

// Limits bound a run, and a trace follows it. Zero means no bound. A run that stops at a limit does
// the same work on every machine.
type Limits struct {
	Solutions int64 `json:"solutions,omitempty"` // stop at this many solutions
	Nodes     int64 `json:"nodes,omitempty"`     // enter at most this many nodes
	Updates   int64 `json:"updates,omitempty"`   // stop at the first node that is met after this many updates

	// Memory bounds the tables of a search that remembers states, in bytes. Such a search has a bound
	// of its own if this is 0. Other searches ignore it.
	Memory int64 `json:"memory,omitempty"`

	Trace *Trace `json:"-"` // called as the run goes on, or nil

	// Levels has memory for the level profile, or is nil. The next search with the same Levels
	// overwrites the profile.
	Levels *[]Level `json:"-"`
}

// A Rule names how a solver chooses the item to branch on. Solvers of one rule form a branching
// class: they walk the same tree in the same order. So every level has the same nodes, and a limit
// on nodes stops all of them at the same node. A rule that only one solver has is declared in the
// package of that solver.
type Rule string

const (
	// MRV chooses the active primary item with the fewest options left ("minimum remaining
	// values"). Among equals it chooses the first in the item list. The options of the item are
	// tried in input order.
	MRV Rule = "mrv"
	// First chooses the active primary item that comes first in the item list. The options of the
	// item are tried in input order.
	First Rule = "first"
)
