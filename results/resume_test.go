package results_test

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/results"
)

var threeRows = []results.Row{sample("1", "a", cover.Solved), sample("1", "b", cover.Timeout), sample("1", "c", cover.Solved)}

// cuts yields where a text is cut: at any byte if XCBENCH_LONG is set, and else around the ends of its
// lines and at each 23rd byte.
func cuts(text string) iter.Seq[int] {
	every := 23
	if os.Getenv("XCBENCH_LONG") != "" {
		every = 1
	}
	return func(yield func(int) bool) {
		for cut := range len(text) {
			around := text[max(0, cut-1):min(len(text), cut+1)]
			if (cut%every == 0 || strings.Contains(around, "\n")) && !yield(cut) {
				return
			}
		}
	}
}

// A run that was killed at any byte can be read. When it is resumed, it ends like a run that was
// never interrupted.
func TestRunCutAtAnyByteIsResumedToTheSameRows(t *testing.T) {
	type write struct{ file, text string }
	var writes []write
	texts := map[string]string{} // what the files have, without a kill
	whole := t.TempDir()
	wrote := func(err error) {
		t.Helper()
		must(t, err)
		for _, file := range []string{results.LevelsFile, results.RowsFile} {
			if text := get(t, whole, file); text != texts[file] {
				writes = append(writes, write{file, text[len(texts[file]):]})
				texts[file] = text
			}
		}
	}
	d, err := results.Begin(whole)
	must(t, err)
	wrote(d.Start([][2]string{{"goos", "linux"}}))
	for _, r := range threeRows {
		wrote(d.Profile(profileOf(r)))
		wrote(d.Row(r))
	}
	must(t, d.Close())
	wantRows, wantProfiles, err := results.ReadDir(whole)
	must(t, err)

	killed := func(done []write, last write) {
		t.Helper()
		files := map[string]string{}
		for _, w := range append(slices.Clone(done), last) {
			files[w.file] += w.text
		}
		dir := t.TempDir()
		for file, text := range files {
			put(t, dir, file, text)
		}
		_, begun := files[results.RowsFile]
		if rows, _, err := results.ReadDir(dir); err != nil && begun ||
			len(rows) < strings.Count(files[results.RowsFile], " solutions/op\n") || len(rows) > 0 && !reflect.DeepEqual(rows, wantRows[:len(rows)]) {
			t.Errorf("%q: got %v, %v, want every whole row", files, rows, err)
		}
		put(t, dir, results.RunFile, "{}")
		d, rows, profiles, err := results.Resume(dir)
		if err != nil {
			t.Fatalf("%q: %v", files, err)
		}
		began := len(rows) > 0
		must(t, d.Start([][2]string{{"goos", "linux"}}))
		for _, r := range threeRows[len(profiles):] {
			must(t, d.Profile(profileOf(r)))
		}
		for _, r := range threeRows[len(rows):] {
			must(t, d.Row(r))
		}
		must(t, d.Close())
		if text := get(t, dir, results.RowsFile); !began && text != texts[results.RowsFile] {
			t.Errorf("%q, before the first row: got %q, want %q", files, text, texts[results.RowsFile])
		}
		rows, profiles, err = results.ReadDir(dir)
		if err != nil || !reflect.DeepEqual(rows, wantRows) || !reflect.DeepEqual(profiles, wantProfiles) {
			t.Errorf("%q: got %v, %v, %v, want %v, %v", files, rows, profiles, err, wantRows, wantProfiles)
		}
	}
	apart := slices.Clone(writes) // after a loss of power, one file may be far behind the other
	slices.SortStableFunc(apart, func(a, b write) int { return strings.Compare(a.file, b.file) })
	for _, order := range [][]write{writes, apart} {
		for k, w := range order {
			for cut := range cuts(w.text) {
				killed(order[:k], write{w.file, w.text[:cut]})
			}
		}
	}
	killed(writes, write{results.RowsFile, ""})
}

// The file may be the only copy of something else.
func TestResumeLeavesFilesOfAnotherKindUntouched(t *testing.T) {
	for _, name := range []string{results.RowsFile, results.LevelsFile} {
		for _, text := range []string{"\x7fELF\x00\x01", "a diary\nof two lines\n", "Unit x/op better=lower\n", "Unit nodes/op\n", "Un\n"} {
			dir := recorded(t, threeRows...)
			put(t, dir, name, text)
			_, _, _, err := results.Resume(dir)
			wantError(t, text, err, filepath.Join(dir, name)+":1: not a file of ", "")
			if left := get(t, dir, name); left != text {
				t.Errorf("%s: got %q left, want %q", name, left, text)
			}
		}
	}
	if _, _, _, err := results.Resume(t.TempDir()); err == nil || !strings.Contains(err.Error(), "has no run to resume") {
		t.Errorf("a folder without a run: got %v, want an error", err)
	}
}

func TestResumeRemovesTheTemporaryFilesOfAKilledWrite(t *testing.T) {
	dir := recorded(t, threeRows...)
	stale, mine := []string{".run.json123", ".plan.csv9", ".levels.svg77", ".results.txt1", ".levels.csv1", ".tables.md2"},
		[]string{".hidden", ".plan.csv.swp", "run.json1"}
	for _, name := range slices.Concat(stale, mine) {
		put(t, dir, name, "")
	}
	d, _, _, err := results.Resume(dir)
	must(t, err)
	defer d.Close()
	for _, name := range slices.Concat(stale, mine) {
		_, err := os.Stat(filepath.Join(dir, name))
		if want := slices.Contains(mine, name); (err == nil) != want {
			t.Errorf("%s: got %v, want it kept: %v", name, err, want)
		}
	}
}

func TestRunDirectoryIsLockedForOneRunAtATime(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage collector unlocks too
	d, dir := begin(t)
	_, _, _, err := results.Resume(dir)
	wantError(t, "locked", err, dir+" is in use by another run; wait for it, or choose another directory", "")
	must(t, d.Close())
	// The attempt that gave up still waits for the lock. It must not keep it.
	for range 4 {
		time.Sleep(20 * time.Millisecond)
		again, _, _, err := results.Resume(dir)
		must(t, err)
		must(t, again.Close())
	}
}

func TestARunNeedsADirectoryWithoutFilesOfARun(t *testing.T) {
	for _, taken := range []string{results.RowsFile, results.LevelsFile, results.PlanFile, results.RunFile} {
		dir := t.TempDir()
		path := put(t, dir, taken, "of another run")
		_, err := results.Begin(dir)
		if wantError(t, taken, err, path+" already exists; a run needs a new directory", ""); len(filesIn(t, dir)) != 1 {
			t.Errorf("%s: got the files %q", taken, filesIn(t, dir))
		}
	}
}

func filesIn(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if e.Name() != "lock" {
			all = append(all, e.Name())
		}
	}
	return all
}

// Rows with a status can be dropped, to be recorded again. The others stay as they are.
func TestDroppedRowsLeaveTheOthersAsTheyWere(t *testing.T) {
	killed, a, b, big := sample("2", "k", results.Killed), threeRows[0], threeRows[1], counted("big", "18446744073709551617")
	all := []results.Row{a, b, killed, b, killed, a, big}
	dir := recorded(t)
	put(t, dir, results.RowsFile, textOf(t, nil, all...))
	d, rows, _, err := results.Resume(dir)
	must(t, err)
	if len(rows) != len(all) {
		t.Fatalf("got %d rows, want %d", len(rows), len(all))
	}
	text := strings.Split(get(t, dir, results.RowsFile), "\n")
	for k, row := range all {
		line := slices.IndexFunc(text, func(line string) bool { return strings.Contains(line, "/solver="+row.Solver+"-") })
		text[line] = "" // the next row of the solver is on another line
		if got, want := d.Place(k), fmt.Sprintf("%s:%d", filepath.Join(dir, results.RowsFile), line+1); got != want {
			t.Errorf("row %d is at %s, want %s", k, got, want)
		}
	}
	must(t, errors.Join(d.Drop(results.Killed), d.Close()))
	rows, _, err = results.ReadDir(dir)
	if want := []results.Row{a, b, b, a, big}; err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("got %v, %v, want %v", rows, err, want)
	}
}
