package results

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const goodRow = "BenchmarkSolve/family=a/inst=b/solver=c-1 1 1 sec/op 1 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n"

// A row that no run can have written stops the reading. A time that is not a number, for example,
// would keep a plot drawing forever.
func TestImpossibleRowIsAnErrorThatNamesItsPlace(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"1 sec/op", "NaN sec/op", "NaN sec/op, expected a finite number of 0 or more"},
		{"1 sec/op", "-1 sec/op", "-1 sec/op, expected a finite number of 0 or more"},
		{"1 setup-sec/op", "+Inf setup-sec/op", "+Inf setup-sec/op, expected a finite number of 0 or more"},
		{"1 nodes/op", "-1 nodes/op", "-1 nodes/op, expected a finite number of 0 or more"},
		{"1 nodes/op", "1.5 nodes/op", "1.5 nodes/op, expected a whole number"},
		{"1 updates/op", "1e300 updates/op", "1e+300 updates/op, expected a whole number"},
		{"1 nodes/op", "1 nodes/op 2 nodes/op", "two values in nodes/op, expected one"},
		{"c-1 1 ", "c-1 0 ", "0 runs, expected at least 1"},
		{"family=a", "family=A", `family is "A", expected lower-case letters, digits, '_' and '.'`},
		{"family=a", "family=a/family=x",
			"Solve/family=a/family=x/inst=b/solver=c-1 has family= twice, expected it once"},
		{"/solver=c", "",
			"Solve/family=a/inst=b-1 is not a row of xcbench, expected family=, inst= and solver= in its name"},
		{"family=a/", "", "Solve/inst=b/solver=c-1 is not a row of xcbench, expected family=, inst= and solver= in its name"},
		{"/inst=b", "", "Solve/family=a/solver=c-1 is not a row of xcbench, expected family=, inst= and solver= in its name"},
		{"Bench", "status: great\nBench",
			`status "great", expected one of [solved limit timeout memout crash killed wrong disagree unconfirmed unsupported]`},
		{"Bench", "status: x\nBench",
			`status "x", expected one of [solved limit timeout memout crash killed wrong disagree unconfirmed unsupported]`},
		{"Bench", "cpu: \x1b[m\nBench",
			`the line "cpu: \x1b[m" above has a control character or is not UTF-8, expected printable text`},
	} {
		text := strings.Replace(goodRow, c.old, c.new, 1)
		rows, err := Read(strings.NewReader(goodRow+text), "f.txt")
		line := "f.txt:" + string(rune('1'+strings.Count(text, "\n"))) + ": "
		if err == nil || err.Error() != line+c.want || len(rows) != 1 {
			t.Errorf("%q for %q: got %d rows and error %v, want 1 and %s", c.new, c.old, len(rows), err, line+c.want)
		}
	}
}

func TestOverlongLineIsAnErrorThatNamesItsPlace(t *testing.T) {
	_, err := Read(strings.NewReader(goodRow+strings.Repeat("x", 2<<20)), "f.txt")
	if want := "f.txt:2: a line longer than 60 KiB"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// recorded fills a run directory with all rows and profiles of three solvers.
func recorded(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	d, err := Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	work(t, d, nil, nil)
	put(t, dir, RunFile, "{}")
	return dir
}

// The file may be the only copy of something else.
func TestResumeLeavesFilesOfAnotherKindUntouched(t *testing.T) {
	for _, name := range []string{RowsFile, LevelsFile} {
		for _, text := range []string{"\x7fELF\x00\x01", "a diary\nof two lines\n", "PNG\n"} {
			dir := recorded(t)
			put(t, dir, name, text)
			_, _, _, err := Resume(dir)
			if want := filepath.Join(dir, name) + ":1: not a file of "; err == nil ||
				!strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s with %q: got %v, want %s", name, text, err, want)
			}
			if left, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(left) != text {
				t.Errorf("%s: got %q, %v left, want %q", name, left, err, text)
			}
		}
	}
}

// Another process may be in the middle of a write.
func TestRunInProgressIsReadUpToItsLastWholeRow(t *testing.T) {
	dir := recorded(t)
	allRows, allProfiles, err := ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{RowsFile, LevelsFile} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for cut := range len(text) {
			put(t, dir, name, string(text[:cut]))
			rows, profiles, err := ReadDir(dir)
			if err != nil || len(rows) > len(allRows) || len(profiles) > len(allProfiles) {
				t.Fatalf("%s cut at byte %d: got %d rows, %d profiles, %v, want some of %d and %d", name, cut,
					len(rows), len(profiles), err, len(allRows), len(allProfiles))
			}
			if name == RowsFile && len(rows) < strings.Count(string(text[:cut]), " updates/op\n") {
				t.Errorf("%s cut at byte %d: got %d rows, want every whole row", name, cut, len(rows))
			}
		}
		put(t, dir, name, string(text))
	}
}

func TestResumeRemovesTheTemporaryFilesOfAKilledWrite(t *testing.T) {
	dir := recorded(t)
	stale, mine := []string{".run.json123", ".plan.csv9", ".levels.svg77"}, []string{".hidden", ".plan.csv.swp",
		"run.json1"}
	for _, name := range slices.Concat(stale, mine) {
		put(t, dir, name, "")
	}
	d, _, _, err := Resume(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, name := range slices.Concat(stale, mine) {
		_, err := os.Stat(filepath.Join(dir, name))
		if want := slices.Contains(mine, name); (err == nil) != want {
			t.Errorf("%s: got %v, want it kept: %v", name, err, want)
		}
	}
}
