//go:build unix

package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/cli"
	"xcbench/results"
)

var (
	killsWanted = flag.Int("kills", 0, "kill `N` runs (default: one in each way; 100 if XCBENCH_LONG is set)")
	killSeed    = flag.Uint64("killseed", 1, "seed the moments of the kills")
)

// killKind is a way to kill a run, and how many runs it killed or had no effect on, and how many searches
// were tried again.
type killKind struct {
	name    string
	needs   string // a folder that the system must have
	minTime string // of samples
	kill    func(s *started, dir string, moment time.Duration, dice *rand.Rand)

	kills, unharmed, again int
}

// killKinds are the ways to kill a run. A moment is within the time in which a run takes samples.
var killKinds = []*killKind{
	{name: "parent", minTime: "0s", kill: func(s *started, _ string, moment time.Duration, _ *rand.Rand) {
		time.Sleep(moment)
		s.Process.Kill()
	}},
	{name: "worker", minTime: "4ms", needs: "/proc/self", kill: func(s *started, _ string, moment time.Duration,
		dice *rand.Rand) {
		until(func() bool { return len(processes(s.mark)) != 1 })
		time.Sleep(moment / 3)
		killWorkers(s, dice, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	}},
	{name: "group", minTime: "0s", kill: func(s *started, _ string, moment time.Duration, _ *rand.Rand) {
		time.Sleep(moment)
		syscall.Kill(-s.Process.Pid, syscall.SIGKILL)
	}},
	{name: "start", minTime: "0s", kill: func(s *started, dir string, moment time.Duration, dice *rand.Rand) {
		if dice.IntN(2) == 0 {
			time.Sleep(moment / 10)
		} else {
			for end := time.Now().Add(moment); time.Now().Before(end); {
				if _, err := os.Stat(filepath.Join(dir, results.RunFile)); err == nil {
					break
				}
			}
		}
		s.Process.Kill()
	}},
}

// TestKilledRunsResumeToTheSameRows kills runs at random moments. After it is resumed, a run has
// recorded the same as an undisturbed run: no row is lost, doubled or torn. No process is left.
func TestKilledRunsResumeToTheSameRows(t *testing.T) {
	t.Parallel()
	kills := *killsWanted
	switch {
	case kills > 0:
	case os.Getenv("XCBENCH_LONG") != "":
		kills = 100
	default:
		kills = len(killKinds)
	}
	k := killing{run: []string{"run", "queens/6", "langford/7", "domino/4x4", "--solver", "dlx_index,bitset,naive",
		"--samples", "3", "--format", "csv"}}
	whole := filepath.Join(t.TempDir(), "whole")
	began := time.Now()
	succeeds(t, append(k.run, "--min-time", "0s", "--dir", whole)...)
	k.length = time.Since(began) / 2 // in the other half a run draws plots
	k.want = counters(whole)
	elsewhere := t.TempDir()
	k.env = append(os.Environ(), "TMPDIR="+elsewhere)
	for n := range kills {
		kind := killKinds[n%len(killKinds)]
		if _, err := os.Stat(kind.needs); kind.needs != "" && err != nil {
			continue
		}
		k.dice = rand.New(rand.NewPCG(*killSeed, uint64(n)))
		k.once(t, kind, fmt.Sprintf("kill %d, seed %d, %s", n, *killSeed, kind.name))
	}
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
		t.Errorf("got %v, %v in the folder for temporary files, want nothing", left, err)
	}
	for _, kind := range killKinds {
		if kind.kills > 0 {
			t.Logf("%s: %d kills, %d without effect, %d searches tried again", kind.name, kind.kills, kind.unharmed, kind.again)
		}
	}
}

// killedRows is the number of rows of a run that is killed: 3 samples of 3 solvers on 3 instances.
const killedRows = 27

// killWorkers kills the worker processes of a process with one of the signals.
func killWorkers(s *started, dice *rand.Rand, signals ...syscall.Signal) {
	for _, path := range processes(s.mark) {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err == nil && pid != s.Process.Pid {
			syscall.Kill(pid, signals[dice.IntN(len(signals))])
		}
	}
}

func TestASearchThatIsKilledHasNoVerdict(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	for _, c := range []struct {
		command      []string
		want, status string // the last line of the errors, and what the output has
	}{
		{[]string{"verify"}, "the worker of 1 search was killed from outside; verify again", " naive   killed "},
		{[]string{"run", "--dir", dir}, "found 1 killed worker; 'xcbench run --resume " + dir + "' tries the killed searches again",
			"1 search was not tried or was killed from outside"},
	} {
		s := begin(t, append(c.command, "queens/20", "--solver", "naive", "--timeout", "0")...)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Wait()
		}()
		for running := true; running; { // verify tries a second time
			killWorkers(s, rand.New(rand.NewPCG(1, 1)), syscall.SIGKILL)
			select {
			case <-ended:
				running = false
			case <-time.After(20 * time.Millisecond):
			}
		}
		if got := s.stderr.String(); !strings.HasSuffix(got, "xcbench: "+c.want+"\n") {
			t.Errorf("%q: got %q, want the last line %q", c.command, got, c.want)
		}
		if got := s.ProcessState.ExitCode(); got != cli.ExitFailed || !strings.Contains(s.stdout.String(), c.status) {
			t.Errorf("%q: got exit status %d and %q, want %d and %q", c.command, got, s.stdout.String(), cli.ExitFailed, c.status)
		}
	}
}

// killing has what the kills have in common.
type killing struct {
	run    []string      // the arguments, without the directory and the least time of a sample
	env    []string      // the environment
	want   []string      // the counters of an undisturbed run
	length time.Duration // of the sampling
	dice   *rand.Rand
}

// once kills a run once, or twice, and resumes it.
func (k *killing) once(t *testing.T, kind *killKind, what string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	begin := append(slices.Clone(k.run), "--min-time", kind.minTime, "--dir", dir)
	k.kill(t, kind, what, dir, begin)
	if k.dice.IntN(3) == 0 {
		k.kill(t, kind, what+", again", dir, again(dir, begin))
	}
	// A run with killed workers ends, and is resumed once more.
	for resumed := 0; resumed == 0 || killedIn(dir) > 0; resumed++ {
		lost := killedIn(dir)
		resume := itself(again(dir, begin)...)
		resume.Env = k.env
		out, err := resume.CombinedOutput()
		if told := strings.Contains(string(out), fmt.Sprintf("trying again %d search", lost)); err != nil || told != (lost > 0) || resumed == 3 {
			t.Fatalf("%s: got %v and %q, want %d searches tried again", what, err, out, lost)
		}
		kind.again += lost
	}
	if got := counters(dir); !slices.Equal(got, k.want) {
		t.Errorf("%s: got %q, want %q", what, got, k.want)
	}
	text, err := os.ReadFile(filepath.Join(dir, results.RowsFile))
	rows := strings.Count("\n"+string(text), "\nBenchmark")
	if err != nil || rows != killedRows || !strings.HasSuffix(string(text), "\n") {
		t.Errorf("%s: got %d rows and the end %q, %v, want %d whole rows", what, rows, text[max(0, len(text)-20):], err,
			killedRows)
	}
	if hidden, _ := filepath.Glob(filepath.Join(dir, ".*")); len(hidden) > 0 {
		t.Errorf("%s: got files %q left behind, want none", what, hidden)
	}
}

// again returns the arguments that continue a run, or begin it again if it did not begin.
func again(dir string, begin []string) []string {
	if _, err := os.Stat(filepath.Join(dir, results.RunFile)); err != nil {
		return begin
	}
	return []string{"run", "--resume", dir, "--format", "csv"}
}

// kill starts a run, kills it, and waits for the end of all its processes.
func (k *killing) kill(t *testing.T, kind *killKind, what, dir string, args []string) {
	t.Helper()
	s := &started{Cmd: itself(args...), mark: "XCBENCH_TEST_MARK=" + dir}
	s.Stderr = &s.stderr
	s.Env = append(slices.Clip(k.env), s.mark)
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a group of its own, without these tests
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	moment := time.Duration(k.dice.Float64() * float64(k.length))
	kind.kill(s, dir, moment, k.dice)
	err := s.Wait()
	until(func() bool { return len(processes(s.mark)) == 0 })
	kind.kills++
	if err == nil && killedIn(dir) == 0 {
		kind.unharmed++
		if kind.name != "worker" {
			k.length = max(moment, time.Millisecond) // the machine is faster than before
		}
	}
}

// killedIn returns the number of searches in a run directory whose worker was killed.
func killedIn(dir string) (n int) {
	rows, _, err := results.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, r := range rows {
		if r.Status == results.Killed {
			n++
		}
	}
	return n
}
