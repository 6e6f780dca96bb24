package bench

import (
	"os"
	"slices"
	"testing"
	"time"

	"xcbench/cover"
)

// hungReport returns the report that Verify would give on a solver of the worker process that does
// not stop. It leaves no goroutine behind.
func hungReport(t *testing.T, id, solver string) Report {
	in := instance(t, id)
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	o := Outcome{Variant: bad(t, solver), Stats: cover.Stats{Status: cover.Timeout}, Fault: "does not stop", hung: true}
	return Report{instance: in, Problem: puzzle.Problem(), Outcomes: []Outcome{o}}
}

func TestHangsAreShrunkInAWorkerProcess(t *testing.T) {
	t.Parallel()
	for solver, options := range map[string]int{"hangs_at_third": 3, "hang": 0} {
		t.Run(solver, func(t *testing.T) {
			t.Parallel()
			r := hungReport(t, "queens/5", solver)
			w, err := r.Reproduce(t.Context(), r.Outcomes[0], Bounds{Timeout: time.Second}, []string{os.Args[0]})
			if err != nil {
				t.Fatal(err)
			}
			if w.problem.Options() != options || w.problem.Items() != 1 || w.note != "" || w.Fault != "does not stop" {
				t.Errorf("got %d options and %d items, fault %q (%s), want %d and 1", w.problem.Options(),
					w.problem.Items(), w.Fault, w.note, options)
			}
			if got, want := w.Replay(w.fileName()), "xcbench verify --solver "+solver+" queens-5-"+solver+".dlx"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestProblemsThatDoNotHangInAWorkerStayWhole(t *testing.T) {
	for _, c := range []struct {
		solver string
		worker []string
		note   string
	}{
		{"good", []string{os.Args[0]}, "not shrunk: no smaller problem hangs in a worker process"},
		{"hangs_at_third", nil, "not shrunk: there is no worker process to try it in"},
	} {
		r := hungReport(t, "langford/7", c.solver)
		r.Outcomes = append(r.Outcomes, Outcome{Variant: alsoGood})
		w, err := r.Reproduce(t.Context(), r.Outcomes[0], Bounds{Timeout: time.Second}, c.worker)
		if err != nil || w.problem != r.Problem || w.note != c.note ||
			!slices.Equal(w.solvers, []string{c.solver}) {
			t.Errorf("%s: got %v, note %q and solvers %q, want the whole problem, %q and one solver", c.solver, err, w.note,
				w.solvers, c.note)
		}
	}
}
