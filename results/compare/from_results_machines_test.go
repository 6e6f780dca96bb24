package compare

import (
	"math"
	"testing"
	"xcbench/cover"
	"xcbench/results/compare"
)

// An instance whose solvers ran on several machines counts as solved, but its times decide nothing.
func TestRankComparesTimesWithinAMachineOnly(t *testing.T) {
	a, b, both := &compare.Machine{Host: "a"}, &compare.Machine{Host: "b"}, &compare.Machine{Host: "a; b"}
	at := func(instance, solver string, seconds float64, m *compare.Machine) Row {
		return Row{Family: "f", Name: instance, Solver: solver, Status: cover.Solved, Runs: 1, Search: seconds, Machine: m}
	}
	rows := []Row{at("1", "s", 1, a), at("1", "t", 2, a), at("2", "s", 4, b), at("2", "t", 2, b)}
	for _, c := range []struct {
		name  string
		more  []Row
		split int
	}{
		{"none", nil, 0}, {"other hosts", []Row{at("3", "s", 100, a), at("3", "t", 1, b)}, 1},
		{"in parts", []Row{at("3", "s", 100, both), at("3", "t", 1, both)}, 1},
		{"a killed search", []Row{at("3", "s", 100, both)}, 1},
		{"anywhere", []Row{at("3", "s", 4, nil), at("3", "t", 2, nil)}, 0},
	} {
		all := append(rows[:4:4], c.more...)
		r := Rank(RowsOf(all), PAR2, 1000)
		if r.Split != c.split {
			t.Errorf("%s: got %d instances on several machines, want %d", c.name, r.Split, c.split)
		}
		for _, s := range r.Standings {
			if c.name == "anywhere" {
				continue
			}
			if s.PAR != map[string]float64{"s": 2.5, "t": 2}[s.Solver] || s.Best != 1 || math.Abs(s.Ratio-math.Sqrt2) > 1e-12 {
				t.Errorf("%s: got %+v, want the times of two instances", c.name, s)
			}
			if want := 2 + min(1, len(c.more)); s.Solver == "s" && s.Solved != want {
				t.Errorf("%s: got %d solved, want %d", c.name, s.Solved, want)
			}
		}
		if c.name != "anywhere" && (r.VBS.PAR != 1.5 || r.VBS.Best != 2) {
			t.Errorf("%s: got %+v, want the best times of two instances", c.name, r.VBS)
		}
	}
	if r := Rank(RowsOf([]Row{at("1", "s", 1, both), at("1", "t", 2, both)}), PAR2, 1000); r.Split != 1 {
		t.Errorf("got %d instances on several machines, want the one that two have searched", r.Split)
	}
	r := Rank(RowsOf([]Row{at("3", "s", 1, a), at("3", "t", 1, b)}), PAR2, 1000)
	if r.Standings[0].Solved != 1 || !math.IsNaN(r.Standings[0].PAR) || r.Standings[0].Ratio != 0 {
		t.Errorf("got %+v, want no time at all", r.Standings[0])
	}
}
