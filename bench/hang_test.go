package bench

import (
	"os"
	"testing"
	"time"

	"xcbench/cover"
)

// stuckReport is the report of a solver of the worker process that does not stop, as
// verification would give it, but without a goroutine that stays behind.
func stuckReport(t *testing.T, id, solver string) Report {
	in := instance(t, id)
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	o := Outcome{Variant: bad(t, solver), Stats: cover.Stats{Status: cover.Timeout}, Fault: "does not stop", stuck: true}
	return Report{Instance: in, Problem: puzzle.Problem(), Outcomes: []Outcome{o}}
}

func TestHangsAreShrunkInAWorkerProcess(t *testing.T) {
	t.Parallel() // it waits for the end of those that hang
	for solver, options := range map[string]int{"hangs_at_third": 3, "spin": 0} {
		r := stuckReport(t, "queens/5", solver)
		w, err := r.Witness(t.Context(), r.Outcomes[0], Bounds{Timeout: time.Second}, []string{os.Args[0]})
		if err != nil {
			t.Fatal(err)
		}
		if w.Problem.Options() != options || w.Problem.Items() != 1 || w.Note != "" || w.Fault != "does not stop" {
			t.Errorf("%s: got %d options and %d items, fault %q (%s), want %d and 1", solver, w.Problem.Options(), w.Problem.Items(), w.Fault, w.Note, options)
		}
		if got, want := w.Replay(w.name()), "xcbench verify --solver "+solver+" queens-5-"+solver+".dlx"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestWhatDoesNotHangInAWorkerStaysWhole(t *testing.T) {
	for _, c := range []struct {
		solver string
		worker []string
		note   string
	}{
		{"good", []string{os.Args[0]}, "not shrunk: nothing smaller hangs in a process of its own"},
		{"hangs_at_third", nil, "not shrunk: there is no worker process to try it in"},
	} {
		r := stuckReport(t, "langford/7", c.solver)
		w, err := r.Witness(t.Context(), r.Outcomes[0], Bounds{Timeout: time.Second}, c.worker)
		if err != nil || w.Problem != r.Problem || w.Note != c.note {
			t.Errorf("%s: got %v and note %q, want the whole problem and %q", c.solver, err, w.Note, c.note)
		}
	}
}
