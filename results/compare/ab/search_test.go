package ab

import (
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

func TestOnlySidesThatDidTheSameWorkAreCompared(t *testing.T) {
	solved := cover.Stats{Status: cover.Solved, Solutions: 2, Nodes: 10, Updates: 30}
	limit := cover.Stats{Status: cover.Limit, Solutions: 2, Nodes: 10, Updates: 30}
	with := func(s cover.Stats, change func(*cover.Stats)) cover.Stats { change(&s); return s }
	for _, test := range []struct {
		name     string
		old, now cover.Stats
		other    bool // the choice rules differ
		why      string
		failed   bool
	}{
		{"both solved", solved, solved, false, "", false},
		{"both solved under other rules", solved, with(solved, func(s *cover.Stats) { s.Nodes = 7 }), true, "", false},
		{"another answer", solved, with(solved, func(s *cover.Stats) { s.Solutions = 1 }), false, "", true},
		{"both stopped", limit, limit, false, "", false},
		{"both stopped under other rules after the same work", limit, limit, true, "", false},
		{"both stopped under other rules", limit, with(limit, func(s *cover.Stats) { s.Updates = 31 }), true,
			"stopped at a limit under different choice rules, with different updates", false},
		{"both stopped under other rules without updates", with(limit, func(s *cover.Stats) { s.Updates = 0 }),
			with(limit, func(s *cover.Stats) { s.Updates = 0 }), true,
			"stopped at a limit under different choice rules, without updates that could show the same work", false},
		{"both stopped with other updates", limit, with(limit, func(s *cover.Stats) { s.Updates = 31 }), false, "", false},
		{"stopped after other nodes", limit, with(limit, func(s *cover.Stats) { s.Nodes = 11 }), true,
			"stopped at a limit after different work", false},
		{"stopped elsewhere", limit, with(limit, func(s *cover.Stats) { s.Solutions = 1 }), false,
			"stopped at a limit after different work", false},
		{"one stopped", solved, limit, false, "solved on the old side, limit on the new side", false},
		{"neither", cover.Stats{Status: cover.Unsupported}, cover.Stats{Status: cover.Unsupported}, false,
			"unsupported on the old side: too large", false},
		{"old crashed", cover.Stats{Status: results.Crash}, solved, false, "crash on the old side: too large", false},
		{"new crashed", solved, cover.Stats{Status: results.Crash}, false, "crash on the new side: too large", true},
		{"new killed", solved, cover.Stats{Status: results.Killed}, false, "killed on the new side: too large", false},
		{"new timed out", limit, cover.Stats{Status: cover.Timeout}, false, "timeout on the new side: too large", true},
	} {
		s := Search{SameTree: !test.other, Stats: [2]cover.Stats{test.old, test.now}}
		if ok := s.Settle([2]string{"too large", "too large"}); ok != (test.why == "") || s.Why != test.why {
			t.Errorf("%s: %v, %q, expected %q", test.name, ok, s.Why, test.why)
		}
		if s.failed() != test.failed {
			t.Errorf("%s: failed %v", test.name, s.failed())
		}
	}
}
