package bench_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Each round has every pair once. The solvers take turns on an instance, and both the instances and
// the solvers come in a new order. The order depends on the seed alone, and the rows have it.
func TestAPlanGoesInRoundsWhoseOrderDependsOnItsSeed(t *testing.T) {
	var variants []solvers.Variant
	for k := range 4 {
		variants = append(variants, variant(fmt.Sprint("s", k), faulty{}))
	}
	p := planOf(t, variants, "queens/4", "queens/5", "langford/3", "domino/2x3")
	p.Samples = 3
	r, same := execute(t, p, ""), execute(t, p, "")
	p.Seed++
	other := execute(t, p, "")
	if r.plan != same.plan || r.record.Plan != same.record.Plan || len(r.record.Plan) != 32 || // run.json has such hashes
		r.plan == other.plan || r.record.Plan == other.record.Plan || r.err != nil {
		t.Errorf("got the hashes %s, %s and, with another seed, %s for the plan\n%s", r.record.Plan, same.record.Plan,
			other.record.Plan, r.plan)
	}
	text := "sample,family,inst,solver,skipped\n"
	instances, turns, pairs := map[string]bool{}, map[string]bool{}, map[string]int{}
	for k, row := range r.rows {
		text += fmt.Sprintf("%d,%s,%s,%s,\n", k/16+1, row.Family, row.Name, row.Solver)
		pairs[fmt.Sprint(k/16, row.Key())]++
		if row.InstanceID() != r.rows[k/4*4].InstanceID() {
			t.Errorf("row %d: got %s between the solvers of another instance", k, row.InstanceID())
		}
	}
	for round := range slices.Chunk(r.rows, 16) {
		order := ""
		for block := range slices.Chunk(round, 4) {
			order += block[0].InstanceID() + " "
			turns[fmt.Sprint(block[0].Solver, block[1].Solver, block[2].Solver)] = true
		}
		instances[order] = true
	}
	if r.plan != text || len(pairs) != 48 || len(instances) < 2 || len(turns) < 4 || r.record.Steps != 48 {
		t.Errorf("got %d pairs, %d orders of instances, %d of solvers, %d steps and the plan\n%swant that of the rows\n%s",
			len(pairs), len(instances), len(turns), r.record.Steps, r.plan, text)
	}
}

// A run records what each solver did once: rows with its counters, and its levels.
func TestARunRecordsWhereWhenAndWhatItMeasured(t *testing.T) {
	p := planOf(t, []solvers.Variant{good}, "queens/6")
	p.MinTime = 3 * time.Millisecond
	began := time.Now()
	var steps []string
	r := executeJob(t, t.Context(), p, bench.Job{Command: "xcbench run queens",
		Progress: func(done, all int, what string) { steps = append(steps, fmt.Sprint(done, "/", all, " ", what)) }})
	took := time.Since(began).Seconds()
	if want := []string{"0/2 verifying queens/6", "0/2 measuring queens/6 with good",
		"1/2 measuring queens/6 with good"}; r.err != nil ||
		!slices.Equal(steps, want) {
		t.Errorf("got %v and the steps %q, want %q", r.err, steps, want)
	}
	for _, row := range r.rows {
		if row.Status != cover.Solved || row.Search*float64(row.Runs) < 0.999*p.MinTime.Seconds() || row.Search*float64(row.Runs) > took ||
			row.Solutions != 4 || row.Nodes != 111 || row.Updates != 1929 {
			t.Errorf("got %+v, want 4 solutions, 111 nodes, 1929 updates, and runs of %v in all, and of less than %v s", row, p.MinTime, took)
		}
	}
	if len(r.profiles) != 1 || len(r.profiles[0].Levels) != 7 {
		t.Errorf("got %+v, want the seven levels of queens/6 once", r.profiles)
	}
	for key, want := range map[string]string{"goos": runtime.GOOS, "goarch": runtime.GOARCH, "go": runtime.Version(),
		"cores": fmt.Sprint(runtime.NumCPU()), "cpu": bench.Processor(), "host": bench.Host()} {
		if got := r.record.Environment[key]; got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	s := r.record.Sessions[0]
	if s.Start.Before(began.Add(-time.Second)) || s.End.Before(s.Start) || s.End.After(time.Now()) || s.Error != "" {
		t.Errorf("got a session from %v to %v, error %q, want one since %v", s.Start, s.End, s.Error, began)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, results.RowsFile))
	head, _, _ := strings.Cut(string(text), "Benchmark")
	want := []string{"command: xcbench run queens\n", "timeout: 0s\n",
		"solver-good: rule=mrv counter=links algorithm=good order=1\n"}
	if _, err := os.Stat("/proc/loadavg"); err == nil {
		if want = append(want, "load: "+s.LoadStart+"\n"); len(strings.Fields(s.LoadStart)) != 3 ||
			len(strings.Fields(s.LoadEnd)) != 3 {
			t.Errorf("got the loads %q and %q, want three averages", s.LoadStart, s.LoadEnd)
		}
	}
	for _, line := range want {
		if err != nil || !strings.Contains(head, line) {
			t.Errorf("got %v and the head\n%swant the line %q", err, head, line)
		}
	}
}

// A solver that does not finish, or whose answer is not believed, is recorded once with its status.
// The plan says why its other steps are skipped. The first crash of a solver is in the log.
func TestASolverThatFailsIsRecordedOnce(t *testing.T) {
	every := func(change func(*cover.Stats)) func() faulty {
		return func() faulty { return faulty{count: func(_ int, s *cover.Stats) { change(s) }} }
	}
	afterFirst := func(change func(*cover.Stats)) func() faulty {
		return func() faulty {
			runs := 0
			return every(func(s *cover.Stats) {
				if runs++; runs > 4 { // verified, and one sample, on two instances
					change(s)
				}
			})()
		}
	}
	for _, c := range []struct {
		name   string
		bad    func() faulty
		want   map[string]int // rows of the solver, on two instances
		err    string
		log    string // its first line
		levels int64  // the nodes on level 3 that are recorded of it on queens/8
		reason string // for its third sample
	}{
		{"times out", every(func(s *cover.Stats) { s.Status = cover.Timeout }), map[string]int{"bad timeout": 2}, "", "", 0,
			"timeout in sample 1"},
		{"times out later", afterFirst(func(s *cover.Stats) { s.Status = cover.Timeout }),
			map[string]int{"bad solved": 2, "bad timeout": 2}, "", "", 138, "timeout in sample 2"},
		{"changes its counters", afterFirst(func(s *cover.Stats) { s.Nodes++ }),
			map[string]int{"bad solved": 2, "bad wrong": 2},
			"found 2 wrong answers", "", 138, "wrong in sample 2"},
		{"shows no solutions", func() faulty { return faulty{show: cutShort} }, map[string]int{"bad wrong": 2},
			"found 2 wrong answers", "", 0, "wrong in sample 1"},
		{"adds up wrongly", every(func(s *cover.Stats) { s.Nodes++ }), map[string]int{"bad wrong": 2},
			"found 2 wrong answers", "",
			0, "wrong in sample 1"},
		{"miscounts", every(func(s *cover.Stats) { s.Nodes++; s.Levels[3].Nodes++ }), map[string]int{"bad disagree": 2},
			"found 2 disagreements", "", 139, "disagree in sample 1"},
		{"panics", func() faulty { return faulty{prepare: func(*cover.Problem) { panic("no") }} },
			map[string]int{"bad crash": 2},
			"found 2 crashes", "crash: ", 0, "crash in sample 1"},
	} {
		p := planOf(t, []solvers.Variant{good, variant("bad", c.bad()), alsoGood})
		p.Instances, p.Samples = []corpus.Instance{unknown(t, "queens/8"), unknown(t, "langford/7")}, 3
		r := execute(t, p, "")
		got := r.counts()
		if got["good solved"] != 6 || got["also_good solved"] != 6 {
			t.Errorf("%s: got %v, want 6 rows of each solver without a fault", c.name, got)
		}
		maps.DeleteFunc(got, func(key string, _ int) bool { return !strings.HasPrefix(key, "bad ") })
		if _, faulty := errors.AsType[*bench.ErrFaults](r.err); !maps.Equal(got, c.want) || faulty != (c.err != "") ||
			faulty && r.err.Error() != c.err {
			t.Errorf("%s: got %v and the rows %v, want %q and %v", c.name, r.err, got, c.err, c.want)
		}
		if log := strings.Join(r.log, "\n"); (log == "") != (c.log == "") || !strings.HasPrefix(log, c.log) || len(r.log) > 1 ||
			r.record.Sessions[0].Error != c.err {
			t.Errorf("%s: got the log %q and the record %q, want %q and %q", c.name, r.log, r.record.Sessions[0].Error, c.log,
				c.err)
		}
		levels := int64(0)
		for _, p := range r.profiles {
			if p.Solver == "bad" && p.Name == "8" {
				levels = p.Levels[3].Nodes
			}
		}
		if line := ",8,bad," + c.reason + "\n"; levels != c.levels || !strings.Contains(r.plan, "\n3,queens"+line) &&
			c.reason != "" ||
			!strings.Contains(r.plan, "\n1,queens,8,bad,\n") {
			t.Errorf("%s: got %d nodes on level 3 and the plan\n%swant %d and a third sample skipped: %q", c.name, levels, r.plan,
				c.levels, c.reason)
		}
	}
}

// countdown is a context that ends after it was asked a number of times.
type countdown struct {
	context.Context
	left *int
}

func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupt ends the making of a plan and the run. It leaves no directory, or a run with its
// whole plan.
func TestAnInterruptEndsARunAtEachStep(t *testing.T) {
	p := planOf(t, []solvers.Variant{good}, "queens/4")
	p.Samples, p.MinTime = 100, time.Hour
	for _, left := range []int{0, 50, 99, 100, 150, 199, 230} { // the plan is hashed, then written, then carried out
		dir, limit := filepath.Join(t.TempDir(), "run"), left+2
		job := bench.Job{Dir: dir, Progress: quiet, Log: func(string) {}}
		if err := p.Execute(countdown{t.Context(), &left}, job); !errors.Is(err, context.Canceled) || left < -2 {
			t.Fatalf("got %v, %d steps after the interrupt %d, want %v", err, -left, limit-2, context.Canceled)
		}
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		record, err := results.ReadRecord(dir)
		text, planErr := os.ReadFile(filepath.Join(dir, results.PlanFile))
		if err != nil || planErr != nil || record.Sessions[0].Error != "interrupted" ||
			strings.Count(string(text), "\n") != 101 {
			t.Errorf("got the record %+v, %v and a plan of %d bytes, want an interrupted run with its whole plan", record, err,
				len(text))
		}
	}
}

// A worker that ends by itself, or by a signal of its own fault, is a crash of its solver. Signals
// of others are no fault of it.
func TestOnlySignalsOfOthersAreKillsFromOutside(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	for script, want := range map[string]cover.Status{
		"kill -KILL $$": results.Killed, "kill -TERM $$": results.Killed, "kill -INT $$": results.Killed,
		"kill -HUP $$": results.Killed, "kill -SEGV $$": results.Crash, "kill -ABRT $$": results.Crash,
		"kill -BUS $$": results.Crash, "kill -ILL $$": results.Crash, "exit 137": results.Crash, "exit 0": results.Crash,
		"echo this is no answer; exec sleep 600":                                           results.Crash, // killed by us
		`read -r x; echo '{"at":"good"}'; exec sleep 600`:                                  cover.Timeout,
		`printf '{"at":'; exec 1>&-; sleep 0.1; exit 7`:                                    results.Crash,
		`read -r x; while :; do echo '{"at":"good"}'; done`:                                results.Crash,
		`read -r x; echo '{"at":"good","verdicts":[]}'; exec sleep 600`:                    results.Crash,
		`read -r x; echo '{"at":"good","measurement":{}}'; exec sleep 600`:                 results.Crash,
		`read -r x; echo '{"at":"nobody"}'; exec sleep 600`:                                results.Crash,
		`read -r x; echo '{"verdicts":[{"solver":"nobody","stats":{"Status":"solved"}}]}'`: results.Crash,
	} {
		if strings.Contains(script, "-HUP") && signal.Ignored(syscall.SIGHUP) { // as under nohup
			continue
		}
		p := planOf(t, []solvers.Variant{good}, "queens/4")
		p.Isolation.Command = []string{"/bin/sh", "-c", script}
		if want == cover.Timeout {
			p.Bounds.Timeout = time.Millisecond
		}
		r := execute(t, p, "")
		if len(r.rows) != 1 || r.rows[0].Status != want {
			t.Errorf("%s: got %+v, want a row with status %s", script, r.rows, want)
		}
		if found, _ := errors.AsType[*bench.ErrFaults](r.err); strings.Contains(script, "exit 7") &&
			found.Faults[0].What != "exit status 7" {
			t.Errorf("%s: got %v, want the last words of the process", script, found)
		}
	}
}

func TestRecordedRowsAreSortedInTheOrderOfThePlan(t *testing.T) {
	p := planOf(t, nil, "queens/8", "domino/4x4")
	rows := []results.Row{{Family: "domino", Name: "4x4", Solver: "b"}, {Family: "queens", Name: "8", Solver: "b"},
		{Family: "queens", Name: "8", Solver: "a"}}
	profiles := []results.Profile{{Family: "domino", Name: "4x4"}, {Family: "queens", Name: "8"}}
	rows = slices.Collect(p.Sort(results.RowsOf(rows), profiles).All())
	if rows[0].Solver != "b" || rows[0].InstanceID() != "queens/8" || rows[1].Solver != "a" ||
		profiles[0].InstanceID() != "queens/8" {
		t.Errorf("got %v and %v, want queens/8 first, with its rows in their old order", rows, profiles)
	}
}
