package bench_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/solvers"
)

func TestNoWorkerIsLeft(t *testing.T) {
	in := instance(t, "queens/4")
	for what, work := range map[string]func(){
		"of a run": func() {
			p := planOf(t, []solvers.Variant{good}, "queens/4")
			p.Isolation.Command = worker
			if r := execute(t, p, ""); r.err != nil {
				t.Error(r.err)
			}
		},
		"of a reproducer": func() {
			r := verify(t, nil, in, bench.Bounds{}, bad(t, "lying"))
			if _, err := r.Reproduce(t.Context(), r.Outcomes[0], bench.Bounds{}, worker); err != nil {
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
	cmd.Env = append(os.Environ(), bench.WorkerVariable+"=1")
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("got %v and the output %.100q, want status 0 and no output", err, out)
	}
}
