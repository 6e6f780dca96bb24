package ab

import (
	"fmt"
	"math"

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

	rounds    [][2]map[string]float64 // the times of both sides, by unit
	explained bool                    // its solver or its family differs
}

// Add adds the times of a round by unit, old and new. The caller must not change them.
func (s *Search) Add(old, now map[string]float64) {
	s.rounds = append(s.rounds, [2]map[string]float64{old, now})
}

// values returns the old times in the rounds of screening or of confirmation, and the logarithms of the ratios of the
// new times to them. Confirmation does not use the values of screening.
func (s *Search) values(confirmed bool, unit string) (times, logs []float64) {
	screened := min(screenRounds, len(s.rounds))
	rounds := s.rounds[:screened]
	if confirmed {
		rounds = s.rounds[screened:]
	}
	for _, round := range rounds {
		if old, now := round[0][unit], round[1][unit]; old > 0 && now > 0 {
			times, logs = append(times, old), append(logs, math.Log(now/old))
		}
	}
	return times, logs
}

// Settle decides whether the times can be compared, from the statistics of both sides. The faults
// say how a side failed, if it did. It reports whether they can. Two searches that stopped at the
// same number of nodes may have searched different trees. They did the same work if their choice
// rule is the same, or their updates are.
func (s *Search) Settle(faults [2]string) bool {
	old, now := s.Stats[0], s.Stats[1]
	for side, name := range []string{"old", "new"} {
		if status := s.Stats[side].Status; s.Why == "" && !status.Measured() {
			s.Why = fmt.Sprintf("%s on the %s side", status, name)
			if faults[side] != "" {
				s.Why += ": " + faults[side]
			}
		}
	}
	switch {
	case s.Why != "" || old.Status == cover.Solved && now.Status == cover.Solved:
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
	return s.Why == ""
}

func (s *Search) leftOut() bool { return s.Why != "" }

// failed reports whether the new side has no answer although the old side has one, or whether it
// has another one. A worker that was killed from outside is no failure of its side.
func (s *Search) failed() bool {
	old, now := s.Stats[0], s.Stats[1]
	return old.Status.Measured() && now.Status != "" && now.Status != results.Killed && !now.Status.Measured() ||
		old.Status == cover.Solved && now.Status == cover.Solved && !old.SameCount(now)
}
