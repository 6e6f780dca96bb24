package bench

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// killVariable names a file and a number of runs. The solver killed_once kills its process when it
// begins the next run after that many.
const killVariable = "XCBENCH_TEST_KILL"

// killAtTurn notes each run in the file, so that the number of runs outlives the process.
func killAtTurn() {
	var path string
	var turn int
	fmt.Sscan(os.Getenv(killVariable), &path, &turn)
	runs, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	info, err := runs.Stat()
	if err != nil {
		panic(err)
	}
	runs.WriteString("x")
	runs.Close()
	if info.Size() == int64(turn) {
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	}
}

// executeIn carries out a plan in a directory, and returns the log, the rows and the sessions.
func executeIn(t *testing.T, p Plan, dir string, resume bool) (log []string, rows []results.Row, sessions []results.Session) {
	t.Helper()
	job := Job{Dir: dir, Resume: resume, Progress: quiet, Log: func(line string) { log = append(log, line) },
		Record: results.Record{Flags: map[string][]string{"samples": {"3"}}}}
	if err := withoutFaults(p.Execute(t.Context(), job)); err != nil {
		t.Fatal(err)
	}
	rows, _, err := results.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	record, err := results.ReadRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	return log, rows, record.Sessions
}

func withStatus(rows []results.Row, solver string, status cover.Status) (n int) {
	for _, r := range rows {
		if r.Solver == solver && r.Status == status {
			n++
		}
	}
	return n
}

func TestAWorkerKilledFromOutsideIsTriedAgain(t *testing.T) {
	// The solver runs once when it is verified, and once for each sample. A kill in the first sample,
	// which comes with the verification, has no effect: that sample is taken again.
	for turn, solved := range map[int]int{0: 0, 2: 1} {
		t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" "+fmt.Sprint(turn))
		p := plan(t, []solvers.Variant{good, bad(t, "killed_once")}, "queens/6")
		p.Samples, p.MinTime, p.Isolation = 3, 0, Isolation{Command: []string{os.Args[0]}}
		dir := filepath.Join(t.TempDir(), "run")
		log, rows, _ := executeIn(t, p, dir, false)
		if withStatus(rows, "killed_once", results.Killed) != 1 || withStatus(rows, "killed_once", cover.Solved) != solved {
			t.Errorf("killed in run %d: got %+v, want %d solved rows and a killed one", turn, rows, solved)
		}
		want := []string{"killed: queens/6: killed_once: the worker was killed from outside (signal: killed)"}
		if !slices.Equal(log, want) {
			t.Errorf("killed in run %d: got log %q, want %q", turn, log, want)
		}
		log, rows, sessions := executeIn(t, p, dir, true)
		if want := []string{"trying again 1 search whose worker was killed from outside"}; !slices.Equal(log, want) {
			t.Errorf("killed in run %d: got log %q of the resumed run, want %q", turn, log, want)
		}
		if got := withStatus(rows, "killed_once", cover.Solved); len(rows) != 6 || got != 3 {
			t.Errorf("killed in run %d: got %+v, want 6 solved rows, 3 of each solver", turn, rows)
		}
		if got := sessions[1].Again; !slices.Equal(got, []string{"queens/6 killed_once"}) {
			t.Errorf("killed in run %d: got %q tried again in the record, want queens/6 killed_once", turn, got)
		}
	}
}

func TestAWorkerThatIsKilledEachTimeEndsTheSearchEachTime(t *testing.T) {
	p := plan(t, []solvers.Variant{good, bad(t, "exits")}, "queens/6", "langford/7")
	p.Isolation = Isolation{Command: []string{os.Args[0]}}
	dir := filepath.Join(t.TempDir(), "run")
	for session := range 3 {
		log, rows, _ := executeIn(t, p, dir, session > 0)
		if got := withStatus(rows, "exits", results.Killed); got != 2 || len(rows) != 6 {
			t.Errorf("session %d: got %d killed rows of %d, want 2 of 6", session, got, len(rows))
		}
		if want := "trying again 2 searches whose worker was killed from outside"; slices.Contains(log, want) != (session > 0) {
			t.Errorf("session %d: got log %q, want the line %q in resumed runs", session, log, want)
		}
	}
}

func TestOnlySignalsOfOthersAreKillsFromOutside(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	for script, want := range map[string]cover.Status{
		"kill -KILL $$": results.Killed, "kill -TERM $$": results.Killed, "kill -INT $$": results.Killed,
		"kill -HUP $$": results.Killed, "kill -SEGV $$": results.Crash, "kill -ABRT $$": results.Crash,
		"kill -BUS $$": results.Crash, "kill -ILL $$": results.Crash, "exit 137": results.Crash, "exit 0": results.Crash,
		"echo this is no answer; exec sleep 600": results.Crash, // killed by us
	} {
		if strings.Contains(script, "-HUP") && signal.Ignored(syscall.SIGHUP) { // as under nohup
			continue
		}
		p, err := startProcess([]string{"/bin/sh", "-c", script})
		if err != nil {
			t.Fatal(err)
		}
		_, failed, err := p.await(t.Context(), 0, 0)
		if err != nil || failed == nil || failed.Stats.Status != want {
			t.Errorf("%s: got %+v, %v, want status %s", script, failed, err, want)
		}
	}
	p, err := startProcess([]string{"/bin/sh", "-c", "exec sleep 600"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.kill()
	if _, failed, err := p.await(t.Context(), time.Millisecond, 0); err != nil || failed.Stats.Status != cover.Timeout {
		t.Errorf("a kill at the timeout: got %+v, %v, want a timeout", failed, err)
	}
}

// planRows returns the rows of a plan in its order, each with times of its own.
func planRows(p *Plan) (rows []results.Row) {
	for s := range p.steps() {
		in := p.Instances[s.instance]
		rows = append(rows, results.Row{Family: in.Family, Name: in.Name, Solver: p.Variants[s.variant].Name,
			Status: cover.Solved, Runs: 7, Search: float64(1 + len(rows)), Setup: 0.5})
	}
	return rows
}

func TestRowsThatOccurTwiceAreFound(t *testing.T) {
	p := plan(t, []solvers.Variant{good, alsoGood}, "queens/6", "langford/7", "domino/4x4")
	p.Samples = 3
	rows := planRows(&p)
	check := func(what string, rows []results.Row, first, repeated int) {
		t.Helper()
		if a, b := p.double(rows, nil); a != first || b != repeated {
			t.Errorf("%s: got rows %d and %d, want %d and %d", what, a, b, first, repeated)
		}
	}
	for k := range rows {
		twice := slices.Insert(slices.Clone(rows), k+1, rows[k])
		check(fmt.Sprintf("row %d twice", k), twice, k, k+1)
		if k+1 == len(rows) || rows[k+1].Key() != rows[k].Key() { // otherwise the next sample is due
			check(fmt.Sprintf("row %d twice at the end", k), twice[:k+2], k, k+1)
		}
	}
	check("all rows twice", slices.Concat(rows, rows), 0, len(rows))
	late := slices.Concat(rows, rows[:1])
	late[len(rows)].Search = 1000
	check("a sample too many", late, slices.IndexFunc(rows[12:], func(r results.Row) bool {
		return r.Key() == rows[0].Key()
	})+12, len(rows))
	stranger := slices.Clone(rows)
	stranger[2].Solver = "stranger"
	check("a row of no search of the plan", stranger, -1, -1)
	backwards := slices.Clone(rows)
	slices.Reverse(backwards)
	check("rows in another order", backwards, -1, -1)
	failed := slices.Clone(rows)
	failed[0].Status = cover.Timeout
	check("a sample after a timeout", failed, 0, slices.IndexFunc(rows[1:], func(r results.Row) bool {
		return r.Key() == rows[0].Key()
	})+1)
}

func TestSmallSamplesMayBeEqual(t *testing.T) {
	p := plan(t, []solvers.Variant{good, alsoGood}, "queens/6", "langford/7", "domino/4x4")
	p.Samples = 4
	rows := planRows(&p)
	for k := range rows {
		rows[k].Search = 1e-6
	}
	check := func(what string, rows []results.Row, again map[string]bool) {
		t.Helper()
		if a, b := p.double(rows, again); b != -1 {
			t.Errorf("%s: got rows %d and %d, want none", what, a, b)
		}
	}
	for n := range len(rows) + 1 {
		check(fmt.Sprintf("%d rows", n), rows[:n], nil)
	}
	// A search that is tried again has its rows behind those of the others.
	other := rows[0].Key()
	is := func(r results.Row) bool { return r.Key() == other }
	without := slices.DeleteFunc(slices.Clone(rows), is)
	var own []results.Row
	for _, r := range rows {
		if is(r) {
			own = append(own, r)
		}
	}
	for n := range len(own) + 1 {
		check("tried again", slices.Concat(without, own[:n]), map[string]bool{other.Label(): true})
	}
	early := slices.Concat(without[:2*5], own[:2], without[2*5:2*5+1]) // while the others are not done
	check("tried again early", early, map[string]bool{other.Label(): true})
	// A search that failed has no more rows, and is not waited for.
	failed := append([]results.Row{rows[0]}, without...)
	failed[0].Status = results.Crash
	check("a failure", failed, nil)
}

func TestResumeNamesTheLinesOfARowThatOccursTwice(t *testing.T) {
	p := plan(t, []solvers.Variant{good, alsoGood}, "queens/6")
	dir := filepath.Join(t.TempDir(), "run")
	executeIn(t, p, dir, false)
	path := filepath.Join(dir, results.RowsFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Benchmark") })
	lines = slices.Insert(lines, first+1, lines[first])
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	err = p.Execute(t.Context(), Job{Dir: dir, Resume: true, Progress: quiet, Log: silent})
	want := fmt.Sprintf("%s:%d: a row of queens/6 ", path, first+2)
	if err == nil || !strings.HasPrefix(err.Error(), want) ||
		!strings.Contains(err.Error(), fmt.Sprintf("line %d is another row of it", first+1)) {
		t.Errorf("got %v, want %q and the other line", err, want)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != strings.Join(lines, "") {
		t.Errorf("got another file, %v, want it unchanged", err)
	}
}

// In ab a first sample whose worker was killed is taken again.
func TestASideIsNotBlamedForAKilledWorker(t *testing.T) {
	t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" 0")
	if r := compareWithin(t, wide, "good", "killed_once", threeInstances(t)); r.Searches != 3 || len(r.Failed) > 0 {
		t.Errorf("got %d searches compared, %d failed, want 3 compared", r.Searches, len(r.Failed))
	}
}
