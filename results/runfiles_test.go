package results

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

// levelLines is a file of levels.
func levelLines(lines ...string) string {
	return string(record(levelsHead)) + strings.Join(lines, "\n") + "\n"
}

// A line of levels must go on where the line before ended, in the same search.
func TestLevelsOutOfOrderAreRefused(t *testing.T) {
	const order = " out of order, expected the levels from 0 on, profile after profile"
	for text, want := range map[string]string{
		levelLines("a,1,s,0,1,2", "b,1,s,1,1,2"):                "p:3: level 1 of b/1 s" + order,
		levelLines("a,1,s,0,1,2", "a,2,s,1,1,2"):                "p:3: level 1 of a/2 s" + order,
		levelLines("a,1,s,0,1,2", "a,1,r,1,1,2"):                "p:3: level 1 of a/1 r" + order,
		levelLines("a,1,s,0,1,2", "a,1,s,2,1,2"):                "p:3: level 2 of a/1 s" + order,
		levelLines("a,1,s,0,1,2", `a,1,"s`+"\n"+`",0,1,2`):      "p:3: a control character in a name, expected a family, an instance and a solver",
		levelLines("a,1,s,0,1,2", "a\u202e,1,s,0,1,2"):          "p:3: a control character in a name, expected a family, an instance and a solver",
		levelLines("a,1,s,0,1,2", `a,1,"s`+"\n"+`",x,1,2`):      `p:3: level "x", expected a whole number of 0 or more`,
		levelLines("a,1,s,0,1,2", `a,1,s"t,1,1,2`):              `p:3: bare " in non-quoted-field, expected family,inst,solver,level,nodes,updates`,
		levelLines("a,1,s,0,1,2", "a,1,s,1,1"):                  "p:3: wrong number of fields, expected family,inst,solver,level,nodes,updates",
		levelLines("a,1,s,0,1,2", "a,1,s,1,1 2,3"):              "p:3: not as many nodes as updates, expected both of each level",
		levelLines("a,1,s,0,1,2", "b,1,s,0,1,2", "a,1,s,0,1,2"): "p:4: a second profile of a/1 s, expected one",
	} {
		err := scanProfiles(strings.NewReader(text), "p", nil, nil, func(Profile, int64) bool { return true })
		if err == nil || strings.ReplaceAll(err.Error(), `bare \" in`, `bare " in`) != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestAPackedLineHasLevelsUpToItsBound(t *testing.T) {
	for n, lines := range map[int]int{1: 1, mostOnLine - 1: 1, mostOnLine: 1, mostOnLine + 1: 2, 2 * mostOnLine: 2, 2*mostOnLine + 1: 3} {
		p := Profile{Family: "f", Name: "1", Solver: "s", Levels: Pack(make([]cover.Level, n))}
		if got := strings.Count(string(p.lines(true)), "\n"); got != lines {
			t.Errorf("%d levels: got %d lines, want %d", n, got, lines)
		}
	}
}

// Whole numbers up to mostExact need no second line.
func TestTheLargestExactNumberIsWrittenOnce(t *testing.T) {
	for n, twice := range map[int64]bool{mostExact - 1: false, mostExact: false, mostExact + 1: true} {
		row := solved("1", "s", 1)
		row.Solutions = n
		var text strings.Builder
		w, err := newWriter(&text, nil)
		if err == nil {
			err = w.Write(row)
		}
		if err != nil || strings.Contains(text.String(), exactKey+": ") != twice {
			t.Errorf("%d solutions: got %v and\n%swant the line %q: %v", n, err, text.String(), exactKey+":", twice)
		}
		back, err := Read(strings.NewReader(text.String()), "r")
		if err != nil || len(back) != 1 || back[0].Solutions != n || back[0].Big != nil {
			t.Errorf("got %+v, %v, want %d solutions", back, err, n)
		}
	}
}

// filesOpen returns the number of files that this process has open.
func filesOpen(t *testing.T) int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("the system does not list open files")
	}
	return len(all)
}

// recordRun records a run of searches with a status each and their profiles.
func recordRun(t *testing.T, statuses map[string]cover.Status) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	d, err := create(dir, [][2]string{{"goos", "linux"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, solver := range []string{"a", "b", "c"} {
		row := solved("1", solver, 2)
		if row.Status = statuses[solver]; row.Status == "" {
			continue
		}
		row.Nodes, row.Updates = 1, 2
		if err := d.Profile(Profile{"f", "1", solver, Pack([]cover.Level{{Nodes: 1, Updates: 2}})}); err != nil {
			t.Fatal(err)
		}
		if err := d.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, dir, RunFile, "{}")
	return dir
}

// A run has the profiles of the rows that are chosen, except for answers that nobody believes.
func TestARunHasTheProfilesOfItsRows(t *testing.T) {
	dir := recordRun(t, map[string]cover.Status{"a": cover.Solved, "b": Wrong, "c": cover.Limit})
	for query, want := range map[string]string{"": "ac", "solver:(a OR b)": "a", "solver:c": "c", "solver:b": ""} {
		filter, err := NewFilter(query, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := filter.String(), map[bool]string{true: "*", false: Query(query)}[query == ""]; got != want {
			t.Errorf("got the filter %q, want %q", got, want)
		}
		runs, err := ReadRuns([]string{dir}, nil, filter)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for p, err := range runs[0].AllProfiles(nil) {
			if err != nil {
				t.Fatal(err)
			}
			got += p.Solver
		}
		if got != want {
			t.Errorf("%q: got profiles of %q, want %q", query, got, want)
		}
	}
	whole := recordRun(t, map[string]cover.Status{"a": cover.Solved})
	if runs, err := ReadRuns([]string{whole}, nil, Filter{}); err != nil || runs[0].Limit != 0 {
		t.Errorf("got %v, %v, want no limit where no search was stopped", runs, err)
	}
	var text strings.Builder
	large := solved("1", "a", 1)
	large.Solutions = 1 << 60
	w, err := newWriter(&text, [][2]string{{"goos", "linux"}})
	if err == nil {
		err = w.Write(large)
	}
	if err != nil {
		t.Fatal(err)
	}
	runs, err := ReadRuns([]string{"-"}, strings.NewReader(text.String()), Filter{})
	if want := [][2]string{{"goos", "linux"}}; err != nil || !reflect.DeepEqual(runs[0].Config, want) {
		t.Errorf("got the configuration %v, %v, want %v without the number of solutions", runs, err, want)
	}
	if err := os.WriteFile(filepath.Join(dir, LevelsFile), []byte("nodes\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if runs, err = ReadRuns([]string{dir}, nil, Filter{}); err != nil {
		t.Fatal(err)
	}
	for p, err := range runs[0].AllProfiles(nil) {
		if err == nil || !strings.Contains(err.Error(), "not a file of levels") {
			t.Errorf("got %v, %v, want the error of another file", p, err)
		}
	}
}

func TestRowsOfOneTwoOrNoRunsAreTogether(t *testing.T) {
	run := Run{Rows: RowsOf([]Row{{Solver: "a"}}), Limit: 3}
	for n, want := range []float64{0, 3, 5} {
		runs := []Run{run, {Rows: RowsOf([]Row{{Solver: "b"}}), Limit: 5}}[:n]
		rows, limit := AllRows(runs)
		if rows.Len() != n || limit != want {
			t.Errorf("%d runs: got %d rows and the limit %v, want %d and %v", n, rows.Len(), limit, n, want)
		}
	}
}

func TestFilesAreClosedWhenTheyAreRead(t *testing.T) {
	dir := recordRun(t, map[string]cover.Status{"a": cover.Solved})
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage collector closes files too
	for what, read := range map[string]func() error{
		"ReadDir":   func() error { _, _, err := ReadDir(dir); return err },
		"ReadRuns":  func() error { _, err := ReadRuns([]string{dir}, nil, Filter{}); return err },
		"ReadTimed": func() error { _, err := ReadTimed("x", []string{dir}, Filter{}); return err },
		"Resume": func() error {
			d, _, _, err := Resume(dir)
			if err == nil {
				_, _, err = d.RowLines()
				d.Close()
			}
			return err
		},
	} {
		before := filesOpen(t)
		if err := read(); err != nil {
			t.Fatal(err)
		}
		if got := filesOpen(t); got != before {
			t.Errorf("%s: got %d more files open", what, got-before)
		}
	}
}

// A line of results may have as many bytes as its bound.
func TestLinesOfResultsAreReadUpToTheirBound(t *testing.T) {
	var text strings.Builder
	w, err := newWriter(&text, nil)
	if err == nil {
		err = w.Write(solved("1", "s", 1))
	}
	if err != nil {
		t.Fatal(err)
	}
	for more, ok := range map[int]bool{-1: true, 0: true, 1: false} {
		long := "remark: " + strings.Repeat("x", compare.MaxRow-len("remark: ")+more) + "\n" + text.String()
		rows, err := Read(strings.NewReader(long), "r")
		if (err == nil) != ok || ok && len(rows) != 1 {
			t.Errorf("%+d bytes: got %d rows, %.100v, want a row: %v", more, len(rows), err, ok)
		}
		path := filepath.Join(t.TempDir(), "rows.txt")
		if err := os.WriteFile(path, []byte(text.String()+long), 0o666); err != nil {
			t.Fatal(err)
		}
		if rows, err := readRows(path); (err == nil) != ok || ok && len(rows) != 2 {
			t.Errorf("%+d bytes in a file: got %d rows, %.100v, want two: %v", more, len(rows), err, ok)
		}
	}
}
