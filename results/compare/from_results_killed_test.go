package compare

import (
	"testing"
	"xcbench/cover"
)

// killedRow is a row of a search whose worker was killed from outside after some seconds.
func killedRow(inst, solver string, seconds float64) Row {
	r := solved(inst, solver, seconds)
	r.Status, r.Solutions, r.Nodes, r.Updates = Killed, 0, 0, 0
	return r
}

func TestASearchKilledFromOutsideIsNotMeasured(t *testing.T) {
	if Killed.Measured() || Doubted(Killed) {
		t.Error("got a status that is measured or doubted, want neither")
	}
	r := Rank(RowsOf([]Row{solved("1", "a", 1), killedRow("1", "a", 90), solved("2", "a", 2), killedRow("1", "b", 90),
		solved("2", "b", 2)}), PAR2, 100)
	if r.Absent != 1 || r.Standings[0].Solver != "a" || r.Standings[0].Solved != 2 || r.Standings[0].PAR != 1.5 {
		t.Errorf("got %+v, want the sample of 90 s left out and one search that was not tried", r)
	}
	counts, err := Counts([]Row{solved("1", "a", 1), killedRow("1", "a", 1), killedRow("2", "a", 1)}, nil)
	if err != nil || len(counts) != 2 || counts[0].Status != cover.Solved || counts[1].Status != Killed {
		t.Errorf("got %+v, %v, want the counts of the whole sample and none of the search without one", counts, err)
	}
	if f := CheckCounts(counts[:1], []Count{{Search: counts[0].Search, Status: Killed}}); f[0].Verdict != Missing ||
		f[0].Note != "killed" {
		t.Errorf("got %+v, want the counters missing", f)
	}
	base := timed(t, "a", []Row{solved("1", "s", 1), solved("2", "s", 1)})
	now := timed(t, "b", []Row{solved("1", "s", 1), killedRow("2", "s", 90)})
	check, err := CheckTimes(Seconds, base, now, Threshold{Any: 0.05})
	if got := rowsOnly(check); err != nil || got[0].InstanceID != "f/2" || got[0].Verdict != Missing || got[0].Note != "killed" {
		t.Errorf("got %+v, %v, want the time of f/2 missing", got, err)
	}
}
