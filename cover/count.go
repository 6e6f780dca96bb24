package cover

import (
	"math"
	"math/big"
	"strconv"
)

// SetCount sets the number of solutions. Solutions saturates at the largest 64-bit integer, and Big
// is set only beyond it.
func (s *Stats) SetCount(n *big.Int) {
	s.Solutions, s.Big = math.MaxInt64, nil
	if n.IsInt64() {
		s.Solutions = n.Int64()
	} else {
		s.Big = new(big.Int).Set(n)
	}
}

// CountText returns the exact number of solutions in decimal.
func (s Stats) CountText() string { return CountText(s.Solutions, s.Big) }

// CountText returns the exact number in decimal: big, or n if big is nil.
func CountText(n int64, big *big.Int) string {
	if big != nil {
		return big.String()
	}
	return strconv.FormatInt(n, 10)
}

// SameCount reports whether two runs found the same number of solutions.
func (s Stats) SameCount(t Stats) bool {
	return s.CountText() == t.CountText()
}

// Tables are the statistics of a search that remembers states or learned clauses in tables. All are
// zero for a search that does not.
type Tables struct {
	Conflicts  int64 `json:"conflicts,omitempty"`  // that a clause was learned from, or could have been
	Remembered int64 `json:"remembered,omitempty"` // states or clauses stored, those dropped later included
	Hits       int64 `json:"hits,omitempty"`       // how often a state was found in a table
	PeakStates int64 `json:"peak_states,omitempty"`
	PeakBytes  int64 `json:"peak_bytes,omitempty"` // of all tables together
}
