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

	phase     phase
	values    [2]values // by phase
	explained bool      // its solver or its family differs
}

// phase is a part of a comparison. Confirmation does not use the values of screening.
type phase int

const (
	screening phase = iota
	confirmation
)

// values has the values of a search by unit and round: the times of both sides, and the logarithms
// of their ratios.
type values struct {
	times [2]map[string][]float64
	logs  map[string][]float64
}

// Add adds the times of a round by unit, old and new.
func (s *Search) Add(old, now map[string]float64) {
	v := &s.values[s.phase]
	if v.logs == nil {
		*v = values{[2]map[string][]float64{{}, {}}, map[string][]float64{}}
	}
	for _, unit := range Units {
		if old[unit] > 0 && now[unit] > 0 {
			v.times[0][unit] = append(v.times[0][unit], old[unit])
			v.times[1][unit] = append(v.times[1][unit], now[unit])
			v.logs[unit] = append(v.logs[unit], math.Log(now[unit]/old[unit]))
		}
	}
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
