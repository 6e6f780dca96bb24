package cover

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"
)

// A Status says how a run ended. A search reports Solved, Limit, Timeout or Memout. A search that
// another program makes may also report Failed or Unsupported, and [Solve] reports Unsupported.
// Programs that run searches may add their own, for instance for a search that crashed: see package
// results.
type Status string

const (
	Solved      Status = "solved"      // the search space is exhausted
	Limit       Status = "limit"       // a limit was reached, or the visitor stopped the run
	Timeout     Status = "timeout"     // the context ended
	Memout      Status = "memout"      // the tables of the search reached their bound
	Unsupported Status = "unsupported" // the solver does not take the problem
	Failed      Status = "failed"      // another program gave no answer or a wrong one: see Stats.Err
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

func (l *Level) add(nodes, updates int64) { l.Nodes, l.Updates = l.Nodes+nodes, l.Updates+updates }

// Stats are the statistics of a run. Nodes counts the nodes of the search tree: the root, and one
// node for every option that the search tries. An item without options makes no node, and a
// solution is a node like any other. The package of a solver says what one update is. Solvers with
// [Capabilities].NoLevels count nodes of another kind, and need not have levels. Nodes and Updates
// of another program are [Uncounted] if it does not report them.
type Stats struct {
	Status    Status
	Solutions int64    // saturates at the largest int64; see CountText
	Big       *big.Int `json:",omitempty"` // the number of solutions if Solutions is too small for it, or nil
	Nodes     int64
	Updates   int64
	Tables    Tables        `json:",omitzero"`
	Levels    Levels        `json:",omitempty"` // from the root down; the sums are Nodes and Updates
	Setup     time.Duration // the time of Prepare; set by [Solve], or by a search that knows it better
	Search    time.Duration // the time of Run, including the visitor

	// Err says why the status is Failed or Unsupported. It is a [WrongError] if the answer was
	// refuted. Otherwise it is nil.
	Err error `json:"-"`
	// Costs are what a run in another process cost. They are nil if the run was in this process.
	Costs *Costs `json:",omitempty"`
}

// Levels is a level profile. As a JSON text it is the nodes and updates of each level as varints, in base64:
// encoding it as objects would take as long as searching the tree.
type Levels []Level

// MarshalText implements [encoding.TextMarshaler].
func (l Levels) MarshalText() ([]byte, error) {
	var packed []byte
	for _, at := range l {
		packed = binary.AppendUvarint(binary.AppendUvarint(packed, uint64(at.Nodes)), uint64(at.Updates))
	}
	return base64.StdEncoding.AppendEncode(nil, packed), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Levels) UnmarshalText(text []byte) error {
	packed, err := base64.StdEncoding.AppendDecode(nil, text)
	for *l = nil; len(packed) > 0; {
		nodes, n := binary.Uvarint(packed)
		updates, u := binary.Uvarint(packed[max(n, 0):])
		if min(n, u) <= 0 || max(nodes, updates) > math.MaxInt64 {
			return errors.New("torn levels, expected the nodes and updates of each")
		}
		*l, packed = append(*l, Level{Nodes: int64(nodes), Updates: int64(updates)}), packed[n+u:]
	}
	return err
}

// ByLevel returns the nodes and the updates of all levels together.
func (s Stats) ByLevel() (sum Level) {
	for _, l := range s.Levels {
		sum.add(l.Nodes, l.Updates)
	}
	return sum
}

// Add adds the counters of a part of the same search, level by level.
func (s *Stats) Add(part Stats) {
	s.Solutions, s.Nodes, s.Updates = s.Solutions+part.Solutions, s.Nodes+part.Nodes, s.Updates+part.Updates
	for k, l := range part.Levels {
		if k == len(s.Levels) {
			s.Levels = append(s.Levels, Level{})
		}
		s.Levels[k].add(l.Nodes, l.Updates)
	}
}

// From takes the levels above top out of the counters.
func (s *Stats) From(top int) {
	for k := range min(top, len(s.Levels)) {
		s.Nodes, s.Updates = s.Nodes-s.Levels[k].Nodes, s.Updates-s.Levels[k].Updates
		s.Levels[k] = Level{}
	}
}

// CheckLevels returns an error unless the levels add up to Nodes and Updates. A solver may have no
// levels. Another program may report its updates in total only, or not at all: then its levels have
// none.
func (s Stats) CheckLevels() error {
	sum := s.ByLevel()
	if s.Levels == nil || sum.Nodes == s.Nodes && (sum.Updates == s.Updates || sum.Updates == 0) {
		return nil
	}
	return fmt.Errorf("the levels have %d nodes and %d updates, expected %d and %d", sum.Nodes, sum.Updates, s.Nodes, s.Updates)
}

// Uncounted stands for a number of nodes or updates that a solver does not report.
const Uncounted = -1

// SumCounted returns the sum of two numbers of nodes or updates. It is [Uncounted] if one of them
// is.
func SumCounted(a, b int64) int64 {
	if min(a, b) < 0 {
		return Uncounted
	}
	return a + b
}

// Costs are what a run in another process cost, besides time. Zero means unknown.
type Costs struct {
	Start      time.Duration // the time to start the process, which is in neither Setup nor Search
	Wall       time.Duration // the time from the request to the answer; Search may be a part of it
	CPU        time.Duration // user and system time of the process
	Peak       int64         // the peak of its resident memory, in bytes
	Mems       int64         // accesses to memory, as Knuth's programs count them
	Conflicts  int64         // conflicts that a SAT solver met
	Backtracks int64         // nodes that the program left without a solution below them
}

// OwnCounters are the names of what other programs may count besides nodes, updates and solutions.
var OwnCounters = []string{"mems", "conflicts", "backtracks"}

// Counter returns the counter of [OwnCounters] with this name, or nil.
func (c *Costs) Counter(name string) *int64 {
	switch name {
	case "mems":
		return &c.Mems
	case "conflicts":
		return &c.Conflicts
	case "backtracks":
		return &c.Backtracks
	}
	return nil
}

// A WrongError says how the answer of another program is wrong.
type WrongError struct{ Reason string }

func (e *WrongError) Error() string { return e.Reason }

// Wrongf makes a [WrongError] with a formatted reason.
func Wrongf(format string, args ...any) error {
	return &WrongError{Reason: fmt.Sprintf(format, args...)}
}
