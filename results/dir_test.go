package results_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/internal/endless"
	"xcbench/results"
)

const (
	goodRow    = "BenchmarkSolve/family=a/inst=b/solver=c-1 1 1 sec/op 1 setup-sec/op 1 nodes/op 1 updates/op 1 solutions/op\n"
	levelsHead = "family,inst,solver,level,nodes,updates\n"
)

// A run that was killed at any byte can be read. When it is resumed, it ends like a run that was
// never interrupted. The files are cut at any byte if XCBENCH_LONG is set, and else around the ends of their lines
// and at each 23rd byte.
func TestRunCutAtAnyByteIsResumedToTheSameRows(t *testing.T) {
	every := 23
	if os.Getenv("XCBENCH_LONG") != "" {
		every = 1
	}
	rows := listOf(t, goodRow+"status: timeout\n"+strings.ReplaceAll(goodRow, "=c", "=d")+"status: solved\n"+strings.ReplaceAll(goodRow, "=c", "=e"))
	config := [][2]string{{"goos", "linux"}}
	files, whole := [2]string{results.LevelsFile, results.RowsFile}, [2]string{}
	var ends [][2]int // of the files after each write, in turns
	var profiles []results.Profile
	for n := range 1 + len(rows) {
		for both := range 2 {
			if n > 0 && both == 0 {
				profiles = append(profiles, results.Profile{Search: results.Search{InstanceID: "a/b", Solver: rows[n-1].Solver},
					Levels: []cover.Level{{Nodes: 1, Updates: 10}, {Nodes: 20}, {Nodes: 3, Updates: 4}}})
			}
			dir := recorded(t, config, rows[:max(0, n-1+both)], profiles)
			whole = [2]string{get(t, dir, files[0]), get(t, dir, files[1])}
			ends = append(ends, [2]int{len(whole[0]), len(whole[1])})
		}
	}
	ends = slices.Insert(ends[1:], 0, [2]int{len(levelsHead), 0})
	want := [2]any{rows, profiles}
	killed := func(cut [2]int) {
		t.Helper()
		dir := t.TempDir()
		for k, file := range files {
			if cut[k] > 0 {
				put(t, dir, file, whole[k][:cut[k]])
			}
		}
		if got, _, err := results.ReadDir(dir); cut[1] > 0 && (err != nil || len(got) < strings.Count(whole[1][:cut[1]], " solutions/op\n") ||
			len(got) > 0 && !reflect.DeepEqual(withoutMachine(got), rows[:len(got)])) {
			t.Errorf("cut at %v: got %v, %v, want every whole row", cut, got, err)
		}
		put(t, dir, results.RunFile, "{}")
		d, left, kept, err := results.Resume(dir)
		if err != nil {
			t.Fatalf("cut at %v: %v", cut, err)
		}
		must(t, d.Start(config))
		for _, p := range profiles[len(kept):] {
			must(t, d.Profile(p))
		}
		for _, r := range rows[len(left):] {
			must(t, d.Row(r))
		}
		must(t, d.Close())
		if text := get(t, dir, files[1]); len(left) == 0 && text != whole[1] {
			t.Errorf("cut at %v, before the first row: got %q, want %q", cut, text, whole[1])
		}
		left, kept, err = results.ReadDir(dir)
		if got := [2]any{withoutMachine(left), kept}; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("cut at %v: got %v, %v, want %v", cut, got, err, want)
		}
	}
	from := [2]int{}
	for _, end := range ends {
		for k := range 2 {
			for ; from[k] < end[k]; from[k]++ {
				if around := whole[k][max(0, from[k]-1) : from[k]+1]; from[k]%every == 0 || strings.Contains(around, "\n") {
					killed(from)
					killed([2]int{len(whole[0]), from[1]}) // after a loss of power, one file may be far behind the other
				}
			}
		}
	}
	killed(from)
}

func withoutMachine(rows []results.Row) []results.Row {
	for k := range rows {
		rows[k].Machine = nil
	}
	return rows
}

func TestRunDirectoryIsLockedForOneRunAtATime(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage collector unlocks too
	dir := recorded(t, nil, nil, nil)
	d, _, _, err := results.Resume(dir)
	must(t, err)
	if _, _, _, err = results.Resume(dir); err == nil || err.Error() != dir+" is in use by another run; wait for it, or choose another directory" {
		t.Errorf("got %v of a locked directory", err)
	}
	must(t, d.Close())
	again, _, _, err := results.Resume(dir)
	must(t, err)
	must(t, again.Close())
}

// The line of a row may have as many bytes as its bound, in a compressed file too.
func TestLinesOfResultsAreReadUpToTheirBound(t *testing.T) {
	for more, ok := range map[int]bool{0: true, 1: false, 2 << 20: false} {
		text := goodRow + "remark: " + strings.Repeat("x", results.MaxRow-len("remark: ")+more) + "\n" + goodRow
		var packed strings.Builder
		zip := gzip.NewWriter(&packed)
		_, err := zip.Write([]byte(text))
		must(t, errors.Join(err, zip.Close()))
		dir := t.TempDir()
		torn := put(t, dir, "torn.gz", packed.String()[:packed.Len()-9])
		if _, err := results.ReadRuns([]string{torn}, nil, results.Filter{}); err == nil || !strings.HasPrefix(err.Error(), torn+":") {
			t.Errorf("a torn file of gzip: got %v, want an error in %s", err, torn)
		}
		for _, arg := range []string{put(t, dir, results.RowsFile, text), dir, "-", put(t, dir, "rows.gz", packed.String())} {
			runs, err := results.ReadRuns([]string{arg}, strings.NewReader(text), results.Filter{})
			if ok != (err == nil && runs[0].Rows.Len() == 2) || err != nil && !strings.HasSuffix(err.Error(), ":2: a line longer than 60 KiB") {
				t.Errorf("%+d bytes: got %.100v, want two rows: %v", more, err, ok)
			}
		}
	}
}

// The line that a kill has torn is left out, also if it is longer than any that a reader takes.
func TestATornLineOfAnyLengthIsNoRow(t *testing.T) {
	dir := recorded(t, nil, nil, nil)
	put(t, dir, results.RowsFile, goodRow+strings.Repeat(strings.TrimSpace(goodRow), 2000))
	if rows, _, err := results.ReadDir(dir); err != nil || len(rows) != 1 {
		t.Errorf("got %v and %d rows, want the first row", err, len(rows))
	}
}

func TestEndlessInputsEndWithTheirPlace(t *testing.T) {
	for _, text := range []string{"x", "words\n", "cpu: x\n", "# nothing\n", goodRow} {
		_, runs := results.ReadRuns([]string{"-"}, endless.Repeat(text), results.Filter{})
		_, baseline := results.ReadBaseline(endless.Repeat(text), "stdin")
		for name, err := range map[string]error{"ReadRuns": runs, "ReadBaseline": baseline} {
			if !errors.As(err, new(*bounded.Error)) || !strings.HasPrefix(err.Error(), "stdin:") {
				t.Errorf("%s of %.10q without end: got %v, want an error with its place", name, text, err)
			}
		}
	}
}

// The profiles of a run may be in memory, and a run may have none.
func TestProfilesInMemoryTakeThePlaceOfOthers(t *testing.T) {
	p := results.Profile{Search: results.Search{InstanceID: "f/8", Solver: "c"}, Levels: []cover.Level{{Nodes: 7}}}
	dir := recorded(t, nil, listOf(t, goodRow), []results.Profile{p, {Search: results.Search{InstanceID: "a/b", Solver: "c"}, Levels: p.Levels}})
	for want, run := range map[string]results.Run{
		" f/8 c": {Dir: dir, Profiles: []results.Profile{p, p}}, "": {}, " a/b c": read(t, "", dir)[0],
	} {
		got := ""
		for p, err := range run.AllProfiles() {
			must(t, err)
			got += " " + p.Label()
			break
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A run of a million rows is read in less than 300 MB.
func TestARunThatIsReadTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const n, most = 20000, 300
	var text strings.Builder
	for k := range n {
		text.WriteString(strings.Replace(strings.Replace(goodRow, "=b", fmt.Sprint("=p", k/2), 1), " 1 nodes", " 1 cpu-sec/op 1 nodes", 1))
	}
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // empties the pools
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	runs := read(t, text.String(), "-")
	got := (heap() - before) / n
	runtime.KeepAlive([]any{&text, runs})
	if got > most {
		t.Errorf("got %d bytes for each row, want at most %d", got, most)
	}
}

func TestALongProfileIsReadBackAsItWasWritten(t *testing.T) {
	want := results.Profile{Search: results.Search{InstanceID: "queens/8", Solver: "deep"}}
	for k := range int64(5001) {
		want.Levels = append(want.Levels, cover.Level{Nodes: math.MaxInt64 - k, Updates: math.MaxInt64})
	}
	row := results.Row{Family: "queens", Name: "8", Solver: want.Solver, Status: cover.Solved, Runs: 1}
	_, got, err := results.ReadDir(recorded(t, nil, []results.Row{row}, []results.Profile{want}))
	if err != nil || len(got) != 1 || !slices.Equal(got[0].Levels, want.Levels) {
		t.Errorf("got %d profiles, %v, want the one written", len(got), err)
	}
}
