package results

import (
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
)

var threeSolvers = []string{"a", "b", "c"}

func profileOf(solver string) Profile {
	return Profile{"f", "1", solver, Pack([]cover.Level{{Nodes: 1, Updates: 10}, {Nodes: 20, Updates: 0},
		{Nodes: 3, Updates: 4}})}
}

func rowOf(solver string) Row {
	r := Row{Family: "f", Name: "1", Solver: solver, Status: cover.Solved, Runs: 7, Search: 0.125, Nodes: 24,
		Updates: 14,
		Costs:   CostsOf(map[string]float64{Allocs: 12, CPUSeconds: 0.25})}
	if solver == "b" {
		r.Status = cover.Timeout
	}
	return r
}

// work records the missing profiles and rows of three solvers.
func work(t *testing.T, d *Dir, rows []Row, profiles []Profile) {
	t.Helper()
	carryOut(t, d, len(threeSolvers), rows, profiles)
}

// carryOut is work on a plan with the given number of searches.
func carryOut(t *testing.T, d *Dir, searches int, rows []Row, profiles []Profile) {
	t.Helper()
	if err := d.Start(searches, [][2]string{{"goos", "linux"}}); err != nil {
		t.Fatal(err)
	}
	for _, s := range threeSolvers[len(profiles):] {
		if err := d.Profile(profileOf(s)); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range threeSolvers[len(rows):] {
		if err := d.Row(rowOf(s)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A run that was killed at any byte of either file ends like a run that was never interrupted.
func TestRunCutAtAnyByteIsResumedToTheSameRows(t *testing.T) {
	for file, searches := range map[string]int{LevelsFile: MostUnpacked, PackedFile: MostUnpacked + 1} {
		t.Run(file, func(t *testing.T) { cutAnywhere(t, file, searches) })
	}
}

// cuts yields where a file is cut: at any byte if XCBENCH_LONG is set, and else around the ends of its
// lines and at each 23rd byte.
func cuts(text string) iter.Seq[int] {
	every := 23
	if os.Getenv("XCBENCH_LONG") != "" {
		every = 1
	}
	return func(yield func(int) bool) {
		for cut := range len(text) {
			around := text[max(0, cut-2):min(len(text), cut+2)]
			if (cut%every == 0 || strings.Contains(around, "\n")) && !yield(cut) {
				return
			}
		}
	}
}

func cutAnywhere(t *testing.T, levelsFile string, searches int) {
	whole := t.TempDir()
	d, err := Begin(whole)
	if err != nil {
		t.Fatal(err)
	}
	carryOut(t, d, searches, nil, nil)
	wantRows, wantProfiles, err := ReadDir(whole)
	if err != nil {
		t.Fatal(err)
	}
	content := func(name string) string {
		text, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rowText, levelText := content(RowsFile), content(levelsFile)
	if lines, want := strings.Count(levelText, "\n"), map[string]int{LevelsFile: 10, PackedFile: 4}[levelsFile]; lines != want {
		t.Errorf("%s: got %d lines of three profiles with three levels, want %d", levelsFile, lines, want)
	}
	resume := func(dir, what string, cut int) {
		t.Helper()
		put(t, dir, RunFile, "{}")
		d, rows, profiles, err := Resume(dir)
		if err != nil {
			t.Fatalf("%s cut at byte %d: %v", what, cut, err)
		}
		began := len(rows) > 0
		carryOut(t, d, searches, rows, profiles)
		if text, err := os.ReadFile(filepath.Join(dir, RowsFile)); err != nil || !began && string(text) != rowText {
			t.Errorf("%s cut at byte %d, before the first row: got %v and %q, want %q", what, cut, err, text, rowText)
		}
		rows, profiles, err = ReadDir(dir)
		if err != nil || !reflect.DeepEqual(rows, wantRows) || !reflect.DeepEqual(profiles, wantProfiles) {
			t.Errorf("%s cut at byte %d: got %v, %v, %v, want %v, %v", what, cut, rows, profiles, err, wantRows,
				wantProfiles)
		}
	}
	for cut := range cuts(rowText) {
		dir := t.TempDir()
		put(t, dir, RowsFile, rowText[:cut])
		put(t, dir, levelsFile, levelText)
		resume(dir, "rows", cut)
	}
	dir := t.TempDir()
	put(t, dir, RowsFile, rowText)
	put(t, dir, levelsFile, levelText)
	resume(dir, "nothing", len(rowText))
	for cut := range cuts(levelText) {
		dir := t.TempDir()
		put(t, dir, levelsFile, levelText[:cut])
		resume(dir, "levels", cut)
	}
	resume(t.TempDir(), "all", 0)
}

func TestRunDirectoryIsLockedForOneRunAtATime(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage collector unlocks too
	dir := t.TempDir()
	d, err := create(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, RunFile, "{}")
	if _, _, _, err := Resume(dir); err == nil ||
		err.Error() != dir+" is in use by another run; wait for it, or choose another directory" {
		t.Errorf("got %v, want an error: the directory is in use", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	// The attempt that gave up still waits for the lock. It must not keep it.
	for range 4 {
		time.Sleep(20 * time.Millisecond)
		again, _, _, err := Resume(dir)
		if err != nil {
			t.Fatalf("after the other run: got %v, want no error", err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestResumeNeedsTheRecordOfARun(t *testing.T) {
	if _, _, _, err := Resume(t.TempDir()); err == nil || !strings.Contains(err.Error(), "has no run to resume") {
		t.Errorf("got %v, want an error", err)
	}
}

// A disk that fills up in the middle of a row does not harm the rows before it.
func TestFailedWriteLeavesNoPartOfItsRow(t *testing.T) {
	d, err := create(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Row(rowOf("a")); err != nil {
		t.Fatal(err)
	}
	defer d.unlock()
	d.rows.f.Close()
	if err := d.Row(rowOf("b")); err == nil {
		t.Error("got no error of a row that could not be written")
	}
	if rows, _, err := ReadDir(d.path); err != nil || len(rows) != 1 {
		t.Errorf("got %v, %v, want the first row", rows, err)
	}
}
