package results

import (
	"path/filepath"
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

func TestDroppedRowsLeaveTheOthersAsTheyWere(t *testing.T) {
	dir := t.TempDir()
	d, err := create(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := []Row{rowOf("a"), rowOf("b"), killedRow("1", "k", 1), rowOf("b"), killedRow("2", "k", 1), rowOf("c")}
	for _, r := range all {
		if err := d.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, dir, RunFile, "{}")
	put(t, dir, "."+RowsFile+"123", "half") // left by a kill in the middle of dropping rows
	again, rows, _, err := Resume(dir)
	if err != nil || len(rows) != len(all) {
		t.Fatalf("got %d rows, %v, want %d", len(rows), err, len(all))
	}
	if _, lines, err := again.RowLines(); err != nil || len(lines) != len(all) || lines[1]-lines[0] != 2 {
		t.Errorf("got lines %v, %v, want one for each row, with a line of the status between the first two", lines, err)
	}
	if err := again.Drop(Killed); err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	rows, _, err = ReadDir(dir)
	if err != nil || len(rows) != 4 {
		t.Fatalf("got %v, %v, want 4 rows", rows, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("got files %q left behind, want none", left)
	}
	for k, want := range []Row{all[0], all[1], all[3], all[5]} {
		if rows[k].Solver != want.Solver || rows[k].Status != want.Status {
			t.Errorf("got %+v, want %+v", rows[k], want)
		}
	}
}
