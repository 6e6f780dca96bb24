package cover

import (
	"math/big"
	"time"
)

// A Status says how a run ended. A search reports Solved, Limit, Timeout or Memout, and
// [Solve] adds Unsupported. Programs that run searches may add their own, for instance for a search that
// crashed: see package results.
type Status string

const (
	Solved      Status = "solved"      // the search space is exhausted
	Limit       Status = "limit"       // a limit was reached, or the visitor stopped the run
	Timeout     Status = "timeout"     // the context ended
	Memout      Status = "memout"      // the tables of the search reached their bound
	Unsupported Status = "unsupported" // the solver does not take the problem
)

// Measured reports whether the counters of a run with this status can be compared with other runs.
// They can if the run searched its whole tree, or all of it up to a limit: then they are the same
// on every machine.
func (s Status) Measured() bool { return s == Solved || s == Limit }

// A Level counts the work on one level of the search tree. The updates are those made at the nodes
// of the level, to branch from there.
type Level struct {
	Nodes   int64 `json:"nodes"`
	Updates int64 `json:"updates"`
}

// Stats are the statistics of a run. Nodes counts the nodes of the search tree: the root, and one
// node for every option that the search tries. An item without options makes no node, and a
// solution is a node like any other. The package of a solver says what one update is.
type Stats struct {
	Status    Status
	Solutions int64    // saturates at the largest int64; see CountText
	Big       *big.Int `json:",omitempty"` // the number of solutions if Solutions is too small for it, or nil
	Nodes     int64
	Updates   int64
	Tables    Tables        `json:",omitzero"`
	Levels    []Level       // the level profile, from the root down; the sums are Nodes and Updates
	Setup     time.Duration // the time of Prepare; set by [Solve] only
	Search    time.Duration // the time of Run, including the visitor
}
