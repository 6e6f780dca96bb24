package bench

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"xcbench/results"
	"xcbench/solvers"
)

func TestARunRecordsWhereWhenAndHowItWasMeasured(t *testing.T) {
	p := plan(t, []solvers.Variant{good}, "queens/6", "langford/7")
	dir := filepath.Join(t.TempDir(), "run")
	began := time.Now()
	if err := p.Execute(t.Context(), Job{Dir: dir, Command: "xcbench run queens", Progress: quiet, Log: silent}); err != nil {
		t.Fatal(err)
	}
	record, err := results.ReadRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := record.Environment; got["goos"] != runtime.GOOS || got["goarch"] != runtime.GOARCH || got["go"] != runtime.Version() {
		t.Errorf("got the environment %v, want the system's", got)
	}
	if want := len(p.Instances) * p.Samples; record.Steps != want {
		t.Errorf("got %d steps, want %d", record.Steps, want)
	}
	s := record.Sessions[0]
	if s.Start.Before(began.Add(-time.Second)) || s.End.Before(s.Start) || s.End.After(time.Now()) || s.Error != "" {
		t.Errorf("got a session from %v to %v, error %q, want one since %v", s.Start, s.End, s.Error, began)
	}
	if (s.LoadEnd == "") != (load() == "") {
		t.Errorf("got the load %q at the end of the session", s.LoadEnd)
	}
	text, err := os.ReadFile(filepath.Join(dir, results.RunFile))
	if err != nil || !strings.HasSuffix(string(text), "}\n") {
		t.Errorf("got %q, %v, want a text of whole lines", text, err)
	}
	rows, err := os.ReadFile(filepath.Join(dir, results.RowsFile))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(rows), "Benchmark")
	want := []string{"command: xcbench run queens\n"}
	if load() != "" {
		want = append(want, "load: "+s.LoadStart+"\n")
	}
	for _, line := range want {
		if !strings.Contains(head, line) {
			t.Errorf("got the head\n%swant the line %q", head, line)
		}
	}
}

func TestTheRecordSaysHowASessionFailed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	for _, c := range []struct {
		ctx      context.Context
		variant  solvers.Variant
		progress Progress
		want     string
	}{
		{t.Context(), variant("bad", dropping), quiet, "found 1 wrong answer"},
		{ctx, alsoGood, func(int, int, string) { cancel() }, "interrupted"},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		p := plan(t, []solvers.Variant{good, c.variant}, "queens/6")
		err := p.Execute(c.ctx, Job{Dir: dir, Progress: c.progress, Log: silent})
		record, readErr := results.ReadRecord(dir)
		if err == nil || readErr != nil || len(record.Sessions) != 1 || record.Sessions[0].Error != c.want {
			t.Errorf("got %v, %v, sessions %+v, want the error %q in the record", err, readErr, record.Sessions, c.want)
		}
	}
}

// A run is resumed with the same plan, as often as it takes. A search that was tried again has its
// rows out of order.
func TestARunWithASearchTriedAgainIsResumed(t *testing.T) {
	t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" 0")
	p := plan(t, []solvers.Variant{good, bad(t, "killed_once")}, "queens/6")
	p.MinTime, p.Isolation = 0, Isolation{Command: []string{os.Args[0]}}
	dir := filepath.Join(t.TempDir(), "run")
	var sessions []results.Session
	for n := range 3 {
		_, _, sessions = executeIn(t, p, dir, n > 0)
	}
	if len(sessions) != 3 || len(sessions[1].Again) != 1 || len(sessions[2].Again) != 0 {
		t.Errorf("got %+v, want three sessions, the second with a search tried again", sessions)
	}
	rows, _, err := results.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	// Samples of a search may be equal by chance. That of a search tried again has no turn.
	for k := range rows {
		rows[k].Runs, rows[k].Search, rows[k].Setup = 1, 1e-6, 1e-6
	}
	d, err := results.Begin(filepath.Join(t.TempDir(), "other"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := p.checkDoubles(d, rows, sessions); err != nil {
		t.Errorf("got %v, want no row that occurs twice", err)
	}
}
