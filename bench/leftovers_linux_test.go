package bench

import (
	"bufio"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/solvers"
)

func TestNoWorkerIsLeft(t *testing.T) {
	command := []string{os.Args[0]}
	in := instance(t, "queens/4")
	for what, work := range map[string]func(){
		"of a run": func() {
			p := plan(t, []solvers.Variant{good}, "queens/4")
			p.Isolation = Isolation{Command: command}
			if err := runPlan(p, &memory{}); err != nil {
				t.Error(err)
			}
		},
		"of a verifier": func() {
			v := NewVerifier(command)
			if _, err := v.Verify(t.Context(), in, []solvers.Variant{good}, Bounds{}); err != nil || v.remote.worker == nil {
				t.Errorf("got %v, worker %v", err, v.remote.worker)
			}
			v.Close()
		},
		"of a reproducer": func() {
			r, err := Verify(t.Context(), in, []solvers.Variant{bad(t, "lying")}, Bounds{})
			if err == nil {
				_, err = r.Reproduce(t.Context(), r.Outcomes[0], Bounds{}, command)
			}
			if err != nil {
				t.Error(err)
			}
		},
	} {
		before := descendants(os.Getpid())
		work()
		left := slices.DeleteFunc(descendants(os.Getpid()), func(pid int) bool { return slices.Contains(before, pid) })
		if len(left) > 0 {
			t.Errorf("%s: got the processes %v, want none", what, left)
		}
	}
}

// Only SIGKILL ends the programs of an engine that heeds no signal.
func TestProgramsThatHeedNoSignalAreKilled(t *testing.T) {
	cmd := exec.Command("sh", "-c", "trap '' HUP INT FPE USR1 USR2 TERM; sleep 600 & echo $!; wait")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	pid := strings.TrimSpace(line)
	if err != nil || !runs(pid) {
		t.Fatalf("got program %q, %v, want the number of a process", line, err)
	}
	killTree(cmd.Process)
	for began := time.Now(); runs(pid); time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			exec.Command("kill", "-KILL", pid).Run()
			t.Fatal("got a program that runs 10 s after it was killed")
		}
	}
	cmd.Wait()
}

// A goroutine keeps the thread that started a worker. It ends with the worker.
func TestNoGoroutineOutlivesItsWorker(t *testing.T) {
	const workers = 10
	before := runtime.NumGoroutine()
	for range workers {
		p, err := startProcess([]string{"sleep", "600"})
		if err != nil {
			t.Fatal(err)
		}
		p.kill()
	}
	for range 200 {
		if runtime.NumGoroutine() < before+workers {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("got %d goroutines after %d workers, %d before", runtime.NumGoroutine(), workers, before)
}

// A worker without requests left has done its work.
func TestAWorkerEndsWithItsInput(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), WorkerVariable+"=1")
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("got %v and the output %.100q, want status 0 and no output", err, out)
	}
}

func TestANewWorkerHasNoProblems(t *testing.T) {
	r := newRemote(Isolation{Command: []string{os.Args[0]}})
	defer r.close()
	in := instance(t, "queens/4")
	text, err := problemOf(&in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.request(task{instance: &in}); err != nil || r.knownBytes != len(text.Text) || len(r.known) != 1 {
		t.Errorf("got %d problems of %d bytes, %v, want one of %d", len(r.known), r.knownBytes, err, len(text.Text))
	}
}
