package ab

import (
	"fmt"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/results"
)

// Search is one search on both sides, old and new.
type Search struct {
	results.Search        // named by the solver of the new side
	Family         string // of the instance
	SameTree       bool   // both solvers have the same choice rule
	SameCounter    bool   // updates mean the same on both sides

	Stats [2]cover.Stats // of the first sample; the status is "" before it
	Why   string         // why the times are not compared; "" if they are

	failed    bool // on the new side only, or with another answer
	groups    []*group
	old, logs map[string][]float64 // of each round by unit: the old time, and the logarithm of the ratio to it
}

// Add adds a round: the times of both sides by unit, and how a side failed, if it did. The times count if the statistics
// of both sides can be compared. Two searches that stopped at the same number of nodes may have searched different trees.
// They did the same work if their choice rule is the same, or their updates are. The new side fails if it has no answer
// although the old side has one, or another answer. A worker that was killed from outside is no failure of its side.
func (s *Search) Add(times [2]map[string]float64, faults [2]string) {
	old, now, side := s.Stats[0], s.Stats[1], 0
	if old.Status.Measured() {
		side = 1
	}
	status := s.Stats[side].Status
	switch {
	case s.Why != "":
	case !status.Measured():
		s.failed = side == 1 && status != results.Killed
		s.Why = fmt.Sprintf("%s on the %s side", status, [...]string{"old", "new"}[side])
		if faults[side] != "" {
			s.Why += ": " + faults[side]
		}
	case old.Status == cover.Solved && now.Status == cover.Solved:
		s.failed = !old.SameCount(now)
	case old.Status != now.Status:
		s.Why = fmt.Sprintf("%s on the old side, %s on the new side", old.Status, now.Status)
	case !old.SameCount(now) || old.Nodes != now.Nodes:
		s.Why = "stopped at a limit after different work"
	case s.SameTree:
	case old.Updates != now.Updates:
		s.Why = "stopped at a limit under different choice rules, with different updates"
	case old.Updates <= 0: // none, or not counted
		s.Why = "stopped at a limit under different choice rules, without updates that could show the same work"
	}
	if s.Why != "" {
		return
	}
	if s.old == nil {
		s.old, s.logs = map[string][]float64{}, map[string][]float64{}
	}
	for unit, x := range times[0] {
		if y := times[1][unit]; x > 0 && y > 0 {
			s.old[unit], s.logs[unit] = append(s.old[unit], x), append(s.logs[unit], math.Log(y/x))
		}
	}
}

// withTimes returns the searches that have times. A search may lose them in any round.
func withTimes(all []*Search) []*Search {
	return slices.DeleteFunc(slices.Clone(all), func(s *Search) bool { return s.Why != "" })
}
