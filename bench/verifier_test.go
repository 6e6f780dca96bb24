package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// verifyInWorker verifies solvers of the tests, found by name, in worker processes. They are killed
// this long after their timeout.
func verifyInWorker(t *testing.T, in corpus.Instance, b Bounds, grace time.Duration, names ...string) Report {
	t.Helper()
	var variants []solvers.Variant
	for _, name := range names {
		variants = append(variants, bad(t, name))
	}
	v := NewVerifier([]string{os.Args[0]})
	defer v.Close()
	v.remote.isolation.Grace = grace
	r, err := v.Verify(t.Context(), in, variants, b)
	if err != nil || len(r.Outcomes) != len(names) {
		t.Fatalf("got %d outcomes, %v, want %d", len(r.Outcomes), err, len(names))
	}
	return r
}

func TestVerifyOutlivesItsSolvers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		solver string
		status cover.Status
		fault  string
	}{
		{"damages", results.Crash, "unexpected fault address 0x"},
		{"quits", results.Crash, "exit status 3"},
		{"panics", results.Crash, "panic: no more"},
		{"panics_beside", results.Crash, "panic: no more"},
		{"hang", cover.Timeout, "killed: it did not stop at its timeout"},
		{"quits_again", results.Crash, "in a second run: exit status 3"},
		{"hangs_again", cover.Timeout, "in a second run: killed: it did not stop at its timeout"},
	} {
		t.Run(c.solver, func(t *testing.T) {
			t.Parallel()
			r := verifyInWorker(t, instance(t, "queens/6"), Bounds{Timeout: 2 * time.Second}, 100*time.Millisecond,
				"good", c.solver, "also_good")
			for k, o := range r.Outcomes {
				switch {
				case k == 1:
					if o.Stats.Status != c.status || !strings.HasPrefix(o.Fault, c.fault) || strings.Contains(o.Fault, "\n") {
						t.Errorf("got %s, %q, want %s, %q", o.Stats.Status, o.Fault, c.status, c.fault)
					}
				case o.Stats.Status != cover.Solved || o.Fault != "" || o.Stats.Solutions != 4 || o.Stats.Nodes != 111:
					t.Errorf("%s: got %+v, want the answer of queens/6", o.Variant.Name, o)
				}
			}
			if f := r.Faults(); len(f) != 1 || f[0].Solver != c.solver {
				t.Errorf("got faults %v, want one of %s", f, c.solver)
			}
			if left := r.Stopping([]solvers.Variant{good, bad(t, c.solver)}); len(left) == 1 != (c.status == cover.Timeout) {
				t.Errorf("got %d solvers for the next instance, want good, and %s unless it hangs", len(left), c.solver)
			}
		})
	}
}

// The oracles are the same in both places.
func TestAWorkerFindsWhatThisProcessFinds(t *testing.T) {
	names := []string{"good", "lying", "also_good", "last_tie", "loses_one"}
	in := unknown(t, "langford/7")
	r := verifyInWorker(t, in, Bounds{}, 0, names...)
	var variants []solvers.Variant
	for _, o := range r.Outcomes {
		variants = append(variants, o.Variant)
	}
	here, err := Verify(t.Context(), in, variants, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	for k, o := range r.Outcomes {
		want := here.Outcomes[k]
		if o.Stats.Status != want.Stats.Status || o.Fault != want.Fault || o.ended != want.ended ||
			o.Stats.Nodes != want.Stats.Nodes || o.Stats.Updates != want.Stats.Updates {
			t.Errorf("%s: got %+v, want %+v", names[k], o, want)
		}
	}
	if got := len(r.Faulty()); got != 3 || !strings.HasSuffix(r.Outcomes[4].Fault, ", a SAT solver finds 52") {
		t.Errorf("got faults %q, want three, the last found by a SAT solver", faults(r))
	}
}

// A stopped process looks like one that gets no processor for a while.
func TestASolverThatGetsNoProcessorForAWhileIsNotBlamed(t *testing.T) {
	t.Parallel()
	r := verifyInWorker(t, instance(t, "queens/6"), Bounds{Timeout: 10 * time.Millisecond}, hangGrace, "starved")
	if got := faults(r); len(got) > 0 {
		t.Errorf("got faults %q, want none", got)
	}
}

// A fault that ends its process is shrunk in workers.
func TestFaultsThatEndTheirProcessAreShrunk(t *testing.T) {
	t.Parallel()
	bounds := Bounds{Timeout: 10 * time.Second}
	r := verifyInWorker(t, instance(t, "queens/5"), bounds, time.Second, "quits_at_third")
	if len(r.Faulty()) != 1 {
		t.Fatalf("got faults %q, want one", faults(r))
	}
	w, err := r.Reproduce(t.Context(), r.Faulty()[0], bounds, []string{os.Args[0]})
	if err != nil || w.problem.Options() != 3 || w.problem.Items() != 1 || w.note != "" || w.Fault != "exit status 3" {
		t.Errorf("got %d options and %d items, fault %q (%s), %v, want 3 and 1", w.problem.Options(), w.problem.Items(),
			w.Fault, w.note, err)
	}
}

// An answer to a formula is a model, and the worker has to check it against the clauses.
func TestFormulasReachTheWorkerWithTheirClauses(t *testing.T) {
	const text = "p cnf 3 3\n1 -2 3 0\n-1 0\n2 2 -3 0\n"
	r, err := format.NewReader("f", strings.NewReader(text), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	in := corpus.FromPuzzle("f", puzzle)
	sent, err := ProblemOf(&in)
	if err != nil {
		t.Fatal(err)
	}
	back, err := sent.Instance()
	if err != nil {
		t.Fatal(err)
	}
	arrived, err := back.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := corpus.Hash(arrived.Problem()), corpus.Hash(puzzle.Problem()); got != want || sent.Format != "cnf" {
		t.Errorf("got hash %s, sent as %s, want %s, sent as cnf", got, sent.Format, want)
	}
	if got, want := arrived.Formula(), puzzle.Formula(); got != want || got == "" {
		t.Errorf("got formula %q, want %q", got, want)
	}
}

func TestASolverWhoseWorkerIsKilledIsVerifiedAgain(t *testing.T) {
	for turn, want := range map[int]cover.Status{0: cover.Solved, 2: cover.Solved} {
		t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" "+fmt.Sprint(turn))
		r := verifyInWorker(t, instance(t, "queens/6"), Bounds{}, 0, "good", "killed_once")
		if got := r.Outcomes[1]; got.Stats.Status != want || len(r.Faulty()) > 0 {
			t.Errorf("killed in run %d: got %s, %q, want %s", turn+1, got.Stats.Status, got.Fault, want)
		}
	}
	r := verifyInWorker(t, instance(t, "queens/6"), Bounds{}, 0, "good", "exits")
	if got := r.Faults(); len(got) != 1 || got[0].Solver != "exits" || got[0].Status != results.Killed {
		t.Errorf("got faults %v, want one of a killed worker", got)
	}
}

// A fault may have damaged the memory of its process.
func TestAfterAFaultTheNextInstanceHasANewWorker(t *testing.T) {
	v := NewVerifier([]string{os.Args[0]})
	defer v.Close()
	for solver, fresh := range map[string]bool{"good": false, "lying": true} {
		if _, err := v.Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{bad(t, solver)}, Bounds{}); err != nil {
			t.Fatal(err)
		}
		if got := v.remote.worker == nil; got != fresh {
			t.Errorf("after %s: got a new worker: %v, want %v", solver, got, fresh)
		}
	}
}
