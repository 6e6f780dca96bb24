package bench_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
	return lines, slices.IndexFunc(lines, isRow)
}

func isRow(line string) bool { return strings.HasPrefix(line, "Benchmark") }

// killedRun is a copy of a run whose file of rows has this text.
func killedRun(t *testing.T, from, rows string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	err := os.CopyFS(dir, os.DirFS(from))
	if err = errors.Join(err, os.WriteFile(filepath.Join(dir, results.RowsFile), []byte(rows), 0o666)); err != nil {
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

// A run that is killed at any byte is resumed to the rows, levels, faults and plan of an
// undisturbed run. Solvers in disagreement that were recorded before the kill count in the
// majorities after it.
func TestARunIsResumedWhereverItWasKilled(t *testing.T) {
	extraNode := faulty{count: func(_ int, s *cover.Stats) { s.Levels[3].Nodes++; s.Nodes++ }}
	late := faulty{count: func(_ int, s *cover.Stats) { s.Status = cover.Timeout }}
	p := planOf(t, []solvers.Variant{variant("bad", extraNode), good, variant("late", late), variant("bad_too",
		extraNode), alsoGood})
	p.Instances = []corpus.Instance{unknown(t, "queens/8"), unknown(t, "langford/7")}
	whole := execute(t, p, "")
	lines, first := rowLines(t, whole.dir)
	if len(whole.rows) != 10 || whole.err == nil {
		t.Fatalf("got %d rows, %v, want a row of each search", len(whole.rows), whole.err)
	}
	for k := first; k < len(lines); k++ {
		for _, torn := range []string{"", lines[k][:len(lines[k])/2]} {
			dir := killedRun(t, whole.dir, strings.Join(lines[:k], "")+torn)
			r := execute(t, p, dir)
			if fmt.Sprint(r.err) != fmt.Sprint(whole.err) || !slices.Equal(answers(r.rows), answers(whole.rows)) ||
				len(r.profiles) != len(whole.profiles) || r.plan != whole.plan || len(r.record.Sessions) != 2 {
				t.Errorf("killed in line %d: got %v, %d levels, %d sessions and the rows\n%q\nwant %v, %d, 2 and\n%q", k+1, r.err,
					len(r.profiles), len(r.record.Sessions), answers(r.rows), whole.err, len(whole.profiles), answers(whole.rows))
			}
		}
	}
	p.Seed++
	err := p.Execute(t.Context(), bench.Job{Dir: whole.dir, Resume: true, Progress: quiet, Log: func(string) {}})
	if want := whole.dir + ": the instances or solvers have changed since the run began"; err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v with another plan, want %s", err, want)
	}
}

// Levels that were lost, as when the power fails, are recorded again with the next sample.
func TestLostLevelsAreRecordedAgain(t *testing.T) {
	p := planOf(t, []solvers.Variant{good, alsoGood}, "queens/6")
	whole := execute(t, p, "")
	lines, first := rowLines(t, whole.dir)
	dir := killedRun(t, whole.dir, strings.Join(lines[:first+2], ""))
	if err := os.Truncate(filepath.Join(dir, results.LevelsFile), 0); err != nil {
		t.Fatal(err)
	}
	if r := execute(t, p, dir); r.err != nil || len(r.profiles) != 2 || len(r.rows) != 4 {
		t.Errorf("got %v, %d levels and %d rows, want 2 and 4", r.err, len(r.profiles), len(r.rows))
	}
}

// A row that the plan has no place for is refused with its line and that of the row it repeats. The
// file stays as it is.
func TestRowsThatOccurTwiceAreRefused(t *testing.T) {
	p := planOf(t, []solvers.Variant{good, alsoGood}, "queens/6", "langford/7")
	p.Samples = 3
	run := execute(t, p, "")
	lines, first := rowLines(t, run.dir)
	lines = lines[:len(lines)-1] // the empty one
	key := func(line string) string { name, _, _ := strings.Cut(line, " "); return name }
	last := func(of string) int { // of a search
		k := len(lines) - 1
		for key(lines[k]) != key(of) {
			k--
		}
		return k
	}
	same := regexp.MustCompile(`[0-9.e-]+ (sec/op|setup-sec/op|cpu-sec/op|instructions/op)`)
	equal := slices.Clone(lines) // small samples may have the same times
	for k := first; k < len(lines); k++ {
		equal[k] = same.ReplaceAllString(regexp.MustCompile(`-1 \d+ `).ReplaceAllString(lines[k], "-1 1 "), "1e-06 $1")
	}
	try := func(what string, file []string, repeated, earlier int) {
		t.Helper()
		dir := killedRun(t, run.dir, strings.Join(file, ""))
		err := p.Execute(t.Context(), bench.Job{Dir: dir, Resume: true, Progress: quiet, Log: func(string) {}})
		if repeated < 0 {
			if err != nil {
				t.Errorf("%s: got %v, want a run that is resumed", what, err)
			}
			return
		}
		want := fmt.Sprintf("%s:%d: a row of ", filepath.Join(dir, results.RowsFile), repeated+1)
		if err == nil || !strings.HasPrefix(err.Error(), want) ||
			!strings.Contains(err.Error(), fmt.Sprintf("line %d is another row of it", earlier+1)) {
			t.Errorf("%s: got %v, want %s and line %d", what, err, want, earlier+1)
		}
		if left, _ := rowLines(t, dir); strings.Join(left, "") != strings.Join(file, "") {
			t.Errorf("%s: got another file, want it unchanged", what)
		}
	}
	for k := first; k < len(lines); k++ {
		if k+1 == len(lines) || key(lines[k+1]) != key(lines[k]) { // otherwise the next sample is due
			try(fmt.Sprint("twice ", k), slices.Insert(slices.Clone(lines), k+1, lines[k]), k+1, k)
			try(fmt.Sprint("twice at the end ", k), slices.Concat(lines[:k+1], lines[k:k+1]), k+1, k)
		}
		try(fmt.Sprint("equal times ", k), equal[:k], -1, -1)
	}
	try("all twice", slices.Concat(lines, lines[first:]), len(lines), first)
	try("a sample too many", slices.Concat(lines, equal[first:first+1]), len(lines), last(lines[first]))
	try("another search", slices.Concat(lines, []string{strings.Replace(lines[first], "solver=", "solver=other_", 1)}),
		-1, -1)
	failed := slices.Insert(slices.Clone(lines), first+1, "status: solved\n")
	failed = slices.Insert(failed, first, "status: timeout\n")
	second := first + 3
	for key(failed[second]) != key(lines[first]) {
		second++
	}
	try("after a timeout", failed, second, first+1)
	backwards := slices.Clone(lines)
	slices.Reverse(backwards[first:])
	try("another order", backwards, -1, -1)
}

// A search whose worker was killed from outside is tried again when the run is resumed, as often as
// it takes. Its row goes, and its later rows are out of order.
func TestASearchWhoseWorkerWasKilledIsTriedAgain(t *testing.T) {
	for turn, solved := range map[int]int{0: 0, 2: 1} { // it runs once to be verified, and once for each sample
		t.Setenv("XCBENCH_TEST_KILL", filepath.Join(t.TempDir(), "runs")+" "+fmt.Sprint(turn))
		p := planOf(t, []solvers.Variant{good, known("killed_once")}, "queens/6")
		p.Samples, p.Isolation.Command = 3, worker
		r := execute(t, p, "")
		log := []string{"killed: queens/6: killed_once: the worker was killed from outside (signal: killed)"}
		if got := r.counts(); got["killed_once killed"] != 1 || got["killed_once solved"] != solved || !slices.Equal(r.log,
			log) {
			t.Errorf("killed in run %d: got %v and the log %q, want one killed row, %d solved and %q", turn, got, r.log,
				solved, log)
		}
		again := execute(t, p, r.dir)
		log = []string{"trying again 1 search whose worker was killed from outside"}
		if got := again.counts(); again.err != nil || got["killed_once solved"] != 3 || len(again.rows) != 6 ||
			!slices.Equal(again.log, log) ||
			!slices.Equal(again.record.Sessions[1].Again, []string{"queens/6 killed_once"}) {
			t.Errorf("killed in run %d: got %v, %v, the log %q and the sessions %+v, want 3 solved rows and %q", turn,
				again.err, got,
				again.log, again.record.Sessions, log)
		}
		lines, first := rowLines(t, r.dir) // samples may be equal by chance: a search tried again has no turn
		for k := first; k < len(lines); k++ {
			lines[k] = regexp.MustCompile(`-1 .* setup-sec/op`).ReplaceAllString(lines[k], "-1 1 1e-06 sec/op 1e-06 setup-sec/op")
		}
		if third := execute(t, p, killedRun(t, r.dir, strings.Join(lines, ""))); third.err != nil || len(third.rows) != 6 ||
			len(third.record.Sessions) != 3 || len(third.record.Sessions[2].Again) > 0 {
			t.Errorf("killed in run %d: got %v, %d rows and the sessions %+v of a third session", turn, third.err, len(third.rows),
				third.record.Sessions)
		}
	}
	p := planOf(t, []solvers.Variant{good, known("exits")}, "queens/6", "langford/7")
	p.Isolation.Command = worker
	dir := ""
	for session := range 3 {
		r := execute(t, p, dir)
		const line = "trying again 2 searches whose worker was killed from outside"
		if r.counts()["exits killed"] != 2 || len(r.rows) != 6 || slices.Contains(r.log, line) != (session > 0) {
			t.Errorf("session %d: got %v and the log %q, want 2 killed rows of 6", session, r.counts(), r.log)
		}
		dir = r.dir
	}
}
