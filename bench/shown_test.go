package bench_test

import (
	"errors"
	"testing"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// totals is a solver that need not have levels, as other programs.
type totals struct{ faulty }

func (totals) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, NoLevels: true}
}

// Solvers are compared by what they show: levels, totals, or a number of solutions. Totals that the
// levels contradict are wrong. Levels are recorded if they explain the totals.
func TestASolverIsComparedByWhatItShows(t *testing.T) {
	flat := func(change func(s *cover.Stats)) totals {
		return totals{faulty{count: func(_ int, s *cover.Stats) { s.Levels = nil; change(s) }}}
	}
	nodes := func(change func(s *cover.Stats)) faulty { // as Knuth's programs: no updates by level
		return faulty{count: func(_ int, s *cover.Stats) {
			for k := range s.Levels {
				s.Levels[k].Updates = 0
			}
			change(s)
		}}
	}
	shift := func(s *cover.Stats) { s.Levels[1].Nodes--; s.Levels[2].Nodes++ }
	number := func(change func(s *cover.Stats)) counting {
		return counting{faulty{count: func(_ int, s *cover.Stats) { change(s) }}}
	}
	for name, c := range map[string]struct {
		last   cover.Solver
		status cover.Status
		fault  string
		levels bool
	}{
		"other nodes":          {flat(func(s *cover.Stats) { s.Nodes++ }), results.Disagree, "nodes differ: last has 112; good, also_good have 111", false},
		"no updates":           {flat(func(s *cover.Stats) { s.Updates = 0 }), results.Disagree, "updates differ: last has 0; good, also_good have 1929", false},
		"another number":       {number(func(s *cover.Stats) { s.Solutions++ }), results.Disagree, "numbers of solutions differ: last has 5; good, also_good have 4", true},
		"other nodes by level": {totals{nodes(shift)}, results.Disagree, "nodes differ on level 1: last has 5; good, also_good have 6", true},
		"other updates":        {totals{nodes(func(s *cover.Stats) { s.Updates++ })}, results.Disagree, "updates differ: last has 1930; good, also_good have 1929", true},
		"more nodes by level":  {totals{nodes(func(s *cover.Stats) { s.Levels[1].Nodes++ })}, results.Wrong, "111 nodes in all, 112 by level", false},
		"an update by level":   {totals{nodes(func(s *cover.Stats) { s.Levels[1].Updates++ })}, results.Wrong, "1929 updates in all, 1 by level", false},
		"a solver of xcbench":  {nodes(func(*cover.Stats) {}), results.Wrong, "1929 updates in all, 0 by level", true},
		"without levels":       {faulty{count: func(_ int, s *cover.Stats) { s.Levels = nil }}, results.Wrong, "111 nodes in all, 0 by level", false},
	} {
		p := planOf(t, []solvers.Variant{variant("last", c.last), good, alsoGood})
		p.Instances, p.Samples = []corpus.Instance{unknown(t, "queens/6")}, 1
		done, status, fault, levels := execute(t, p, ""), cover.Status(""), "", false
		found, _ := errors.AsType[*bench.ErrFaults](done.err)
		for _, r := range done.rows {
			if r.Solver == "last" {
				status = r.Status
			} else if r.Status != cover.Solved {
				t.Errorf("%s: got %s of %s, want no other solver blamed", name, r.Status, r.Solver)
			}
		}
		if found != nil {
			fault = found.Faults[0].What
		}
		for _, p := range done.profiles {
			levels = levels || p.Solver == "last"
		}
		if status != c.status || fault != c.fault || levels != c.levels {
			t.Errorf("%s: got %s, %q, levels %v, want %s, %q, %v", name, status, fault, levels, c.status, c.fault, c.levels)
		}
	}
	// A solver without levels agrees with every profile of its totals. It must not stand for a side, or
	// solvers with different profiles would agree.
	r := verify(t, unknown(t, "queens/6"), bench.Bounds{}, variant("flat", flat(func(*cover.Stats) {})), good,
		variant("shifted", faulty{count: func(_ int, s *cover.Stats) { shift(s) }}))
	if len(r.Faulty()) == 0 {
		t.Errorf("got no fault, want a disagreement of good and shifted")
	}
}
