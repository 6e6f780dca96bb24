package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// rowLines returns the lines of a file of rows, and the place of its first row.
func rowLines(t *testing.T, dir string) (lines []string, first int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, results.RowsFile))
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.SplitAfter(string(text), "\n")
	return lines, slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Benchmark") })
}

// killedRun is a copy of a run whose file of rows has this text, and whose file of levels this many
// bytes.
func killedRun(t *testing.T, from, rows string, levels int64) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, results.RowsFile), []byte(rows), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, results.LevelsFile), levels); err != nil {
		t.Fatal(err)
	}
	return dir
}

// answers are the rows without their times, in order.
func answers(rows []results.Row) (all []string) {
	for _, r := range rows {
		all = append(all, fmt.Sprint(r.Key().Label(), r.Status, r.Solutions, r.Nodes, r.Updates))
	}
	return all
}

// A run that is killed at any row, or in one, is resumed to the rows, levels, faults and plan of an
// undisturbed run, even if levels are lost, as when the power fails. Solvers in disagreement that were
// recorded before the kill count in the majorities after it. Another plan does not continue it.
func TestARunIsResumedWhereverItWasKilled(t *testing.T) {
	p := planOf(t, []solvers.Variant{bad(t, "node"), good, bad(t, "times_out"),
		bad(t, "node_too"), alsoGood})
	p.Instances = []corpus.Instance{instance(t, "queens/8?"), instance(t, "langford/7?")}
	whole := execute(t, p, "")
	lines, first := rowLines(t, whole.dir)
	if len(whole.rows) != 10 || whole.err == nil {
		t.Fatalf("got %d rows, %v, want a row of each search", len(whole.rows), whole.err)
	}
	for _, row := range whole.rows { // of a search that was not measured, as it stopped when it was checked
		if _, known := row.Costs.Of(results.CPUSeconds); row.Status == cover.Timeout && !known && runtime.GOOS == "linux" {
			t.Errorf("%s %s: got no processor time, which tells a slow search from a busy machine", row.Name, row.Solver)
		}
	}
	info, err := os.Stat(filepath.Join(whole.dir, results.LevelsFile))
	if err != nil {
		t.Fatal(err)
	}
	for k := first; k < len(lines); k++ {
		for _, torn := range []int{0, len(lines[k]) / 2, max(0, len(lines[k])-1)} {
			levels := info.Size()
			if k == first+1 {
				levels = 0
			}
			r := execute(t, p, killedRun(t, whole.dir, strings.Join(lines[:k], "")+lines[k][:torn], levels))
			if fmt.Sprint(r.err) != fmt.Sprint(whole.err) || !slices.Equal(answers(r.rows), answers(whole.rows)) ||
				len(r.profiles) != len(whole.profiles) || r.plan != whole.plan || len(r.record.Sessions) != 2 {
				t.Errorf("killed in line %d: got %v, %d levels, %d sessions and the rows\n%q\nwant %v, %d, 2 and\n%q", k+1, r.err,
					len(r.profiles), len(r.record.Sessions), answers(r.rows), whole.err, len(whole.profiles), answers(whole.rows))
			}
		}
	}
	again := lines[first] // a row of a search that has all its rows
	dir := killedRun(t, whole.dir, strings.Join(lines, "")+again, info.Size())
	err = p.Execute(t.Context(), bench.Job{Dir: dir, Resume: true, Progress: quiet, Log: func(string) {}})
	want := fmt.Sprintf("%s:%d: a row of ", filepath.Join(dir, results.RowsFile), len(lines))
	if left, _ := rowLines(t, dir); err == nil || !strings.HasPrefix(err.Error(), want) || left[len(lines)-1] != again {
		t.Errorf("got %v, want %s and the file unchanged", err, want)
	}
	p.Seed++
	err = p.Execute(t.Context(), bench.Job{Dir: whole.dir, Resume: true, Progress: quiet, Log: func(string) {}})
	if want := whole.dir + ": the instances or solvers have changed since the run began"; err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v with another plan, want %s", err, want)
	}
}

// A search whose worker was killed from outside is tried again when the run is resumed, as often as
// it takes. Its row goes, and its later rows are out of order.
func TestASearchWhoseWorkerWasKilledIsTriedAgain(t *testing.T) {
	for turn, solved := range map[int]int{0: 0, 2: 1} { // it runs once to be verified, and once for each sample
		t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" "+fmt.Sprint(turn))
		p := planOf(t, []solvers.Variant{good, bad(t, "killed_once"), bad(t, "exits")}, "queens/6")
		p.Samples, p.Isolation.Command = 3, worker
		r := execute(t, p, "")
		if got := r.counts(); got["killed_once killed"] != 1 || got["killed_once solved"] != solved || got["exits killed"] != 1 {
			t.Errorf("killed in run %d: got %v, want two killed rows and %d solved", turn, got, solved)
		}
		for session := range 2 {
			again := execute(t, p, r.dir)
			log := fmt.Sprintf("trying again %d search", 2-session)
			if got := again.counts(); got["killed_once solved"] != 3 || got["exits killed"] != 1 || len(again.rows) != 7 ||
				!strings.HasPrefix(again.log[0], log) || len(again.record.Sessions[1+session].Again) != 2-session {
				t.Errorf("killed in run %d: got %v, the log %q and the sessions %+v, want 3 solved rows and %q", turn, got,
					again.log, again.record.Sessions, log)
			}
		}
	}
}
