package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
		before := children()
		work()
		left := slices.DeleteFunc(children(), func(pid string) bool { return slices.Contains(before, pid) })
		if len(left) > 0 {
			t.Errorf("%s: got the processes %v, want none", what, left)
		}
	}
}

// children returns the children of this process.
func children() (all []string) {
	threads, _ := filepath.Glob("/proc/self/task/*/children")
	for _, thread := range threads {
		text, _ := os.ReadFile(thread)
		all = append(all, strings.Fields(string(text))...)
	}
	return all
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
	text, err := ProblemOf(&in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.request(task{instance: &in}); err != nil || r.knownBytes != len(text.Text) || len(r.known) != 1 {
		t.Errorf("got %d problems of %d bytes, %v, want one of %d", len(r.known), r.knownBytes, err, len(text.Text))
	}
}
