package results

import (
	"path/filepath"
	"testing"
)

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
