package bench_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/external"
)

// roleVariable makes the test binary an engine of the protocol xcb. pidVariable names a file to which
// it appends the numbers of its processes.
const (
	roleVariable = "XCBENCH_TEST_ROLE"
	pidVariable  = "XCBENCH_TEST_PIDS"
)

// engineVariants returns engines, which differ in what they do when they are asked to search.
func engineVariants() (all []solvers.Variant) {
	for _, role := range []string{"eats", "orphans", "dies", "lies", "counts"} {
		one, err := engines.Open([]external.Spec{{Name: "engine_" + role, Command: "'" + os.Args[0] + "'",
			Env: map[string]string{roleVariable: role}, Rule: "own", Counter: "own"}})
		if err != nil {
			panic(err)
		}
		all = append(all, one...)
	}
	return all
}

// beEngine is the main function of an engine.
func beEngine(role string) {
	note := func(pid int) {
		if f, err := os.OpenFile(os.Getenv(pidVariable), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
			fmt.Fprintln(f, pid)
			f.Close()
		}
	}
	note(os.Getpid())
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			os.Exit(0)
		}
		switch word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "xcb":
			fmt.Print("xcb 1\ntakes secondary\ncounts only\nready\n")
		case "problem":
			size, _ := strconv.Atoi(strings.TrimPrefix(rest, "dlx "))
			io.CopyN(io.Discard, in, int64(size))
			fmt.Println("ready")
		case "run":
			switch role {
			case "eats", "orphans":
				// A process in the group of the engine, whose parent has ended.
				out, _ := exec.Command("sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!").Output()
				pid, _ := strconv.Atoi(strings.TrimSpace(string(out)))
				note(pid)
				if role == "eats" {
					eat()
				}
				time.Sleep(10 * time.Minute)
			case "dies":
				fmt.Fprintln(os.Stderr, "no more beans")
				os.Exit(3)
			case "lies":
				fmt.Println("done solved solutions 4 search 3600000000000")
			case "counts":
				fmt.Println("done solved solutions 4 nodes 7")
			}
		}
	}
}

// runEngine runs an engine in a worker process. It returns its row and the fault, and the numbers of the
// processes that the engine was.
func runEngine(t *testing.T, role string, timeout time.Duration, i bench.Isolation) (row results.Row, fault string, pids []string) {
	t.Helper()
	path := t.TempDir() + "/pids"
	t.Setenv(pidVariable, path)
	p := planOf(t, []solvers.Variant{bad(t, "engine_"+role)}, "queens/6")
	i.Command, i.Grace = worker, time.Second
	p.Samples, p.Isolation, p.Bounds.Timeout = 1, i, timeout
	done := execute(t, p, "")
	if found, ok := errors.AsType[*bench.ErrFaults](done.err); ok {
		fault = found.Faults[0].What
	}
	text, _ := os.ReadFile(path)
	return done.rows[0], fault, strings.Fields(string(text))
}

func TestAnEngineThatFailsLosesItsOwnSample(t *testing.T) {
	for _, c := range []struct {
		role   string
		status cover.Status
		fault  string
	}{
		{"counts", cover.Solved, ""},
		{"dies", results.Crash, "no more beans"},
		{"lies", results.Wrong, "says it searched for 1h0m0s"},
		{"orphans", cover.Timeout, ""},
	} {
		row, fault, pids := runEngine(t, c.role, time.Second, bench.Isolation{})
		if row.Status != c.status || !strings.Contains(fault, c.fault) || (fault == "") != (c.fault == "") {
			t.Errorf("%s: got %s (%s), want %s (%s)", c.role, row.Status, fault, c.status, c.fault)
		}
		checkGone(t, c.role, pids)
	}
}

// A bound on memory covers the engines of a worker. When it kills the worker, their process groups go
// too.
func TestABoundOnMemoryCoversEngines(t *testing.T) {
	if !bench.CanBoundMemory {
		t.Skip("memory is not bounded on this system")
	}
	row, _, pids := runEngine(t, "eats", time.Minute, bench.Isolation{Memory: 200 << 20})
	if row.Status != results.Memout || len(pids) != 2 {
		t.Errorf("got %s and processes %v, want memout and two", row.Status, pids)
	}
	checkGone(t, "eats", pids)
}

// checkGone checks that no process of an engine runs.
func checkGone(t *testing.T, role string, pids []string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	if len(pids) == 0 {
		t.Errorf("%s: no process", role)
	}
	for _, pid := range pids {
		for wait := 0; runs(pid); wait++ {
			if wait == 500 {
				t.Errorf("%s: process %s still runs", role, pid)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// runs reports whether a process runs. A process that has ended may wait for somebody to ask how.
func runs(pid string) bool {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z") && !strings.HasPrefix(rest, "X")
}
