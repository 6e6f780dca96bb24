package bench

import (
	"context"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/results"
	"xcbench/solvers"
)

// Worker searches in a worker process: see [Worker.Verify] and [Worker.Search]. If the process hangs,
// uses too much memory or dies, the failure is that of the solver that was running. The next call
// starts a new process.
type Worker struct {
	isolation  Isolation
	process    *process                   // nil before the first call and after a failure
	here       map[string]solvers.Variant // the solvers of a worker in this process
	known      map[*corpus.Instance]int
	knownBytes int // total length of the known instances' texts
}

// NewVerifier returns a worker that verifies, given the command that starts its process (see [Work]).
// Without a command it works in this process.
func NewVerifier(command []string) *Worker {
	return &Worker{isolation: Isolation{Command: command, Grace: hangGrace}}
}

// NewSearcher returns a worker that searches, given the command that starts its process (see [Work]).
func NewSearcher(command []string) *Worker {
	return &Worker{isolation: Isolation{Command: command, Grace: time.Second}}
}

// Close ends the worker.
func (w *Worker) Close() {
	if w.process != nil {
		w.process.kill()
		w.process = nil
	}
}

// Verify runs every variant on the instance and judges its answer. First come the checks that share
// nothing with the solver. They decide whether an answer is wrong:
//
//   - Each solution passes the independent checker and the rules of the puzzle, and is reported
//     once.
//   - The totals are the sums over the levels, and every solution counted was reported.
//   - The number of solutions is the known one.
//   - Nodes and updates equal those of Knuth's dlx1, if they are known and the solver is in its
//     class.
//   - A second run, after one that was stopped, repeats the first (rerun.go says how much of it).
//   - A search that can prove that it found all solutions does so (proof.go).
//   - On small problems, a SAT solver finds as many models as there are solutions (models.go).
//
// Then the answers that nothing refuted are compared with each other (disagree.go). A solver that
// differs from the others has the status disagree.
//
// The worker makes the checks: to send every solution to this process would take longer than many
// searches. A solver that crashes, or that does not stop after its timeout and some grace, has its fault
// in the report, and the others are verified without it. A fault may have damaged the memory of its
// process, so the next instance gets a new one. The statistics in the report have no levels.
func (w *Worker) Verify(ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds) (Report, error) {
	report, err := w.report(ctx, in, variants, b, oracles{Rerun: true, Models: true})
	if len(report.Faulty()) > 0 {
		w.Close()
	}
	return report, err
}

// report is Verify with some of its oracles.
func (w *Worker) report(
	ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds, with oracles,
) (Report, error) {
	c := call{Bounds: b, Oracles: with}
	found, err := w.verify(ctx, &in, variants, c)
	if slices.ContainsFunc(found, func(f Found) bool { return f.Stats.Status == results.Killed }) {
		found, err = w.verify(ctx, &in, variants, c) // not killed by us, and perhaps not again
	}
	return Report{found, in}, err
}

// verify verifies the variants together, and returns a result for each. If the worker fails on one
// variant, verify repeats the rest without it. The rest are still compared with each other.
func (w *Worker) verify(ctx context.Context, in *corpus.Instance, variants []solvers.Variant, c call) ([]Found, error) {
	c.Op = verifyOp
	all, places := make([]Found, len(variants)), make([]int, len(variants)) // places of the rest
	for k := range places {
		places[k] = k
	}
	for rest := slices.Clone(variants); len(rest) > 0; {
		found, at, failed, err := w.do(ctx, in, c, rest)
		if err != nil {
			return nil, err
		}
		if failed != nil && at.Run > 1 {
			failed.Fault = againPrefix + failed.Fault
		}
		left := 0
		for k, v := range rest {
			switch {
			case failed == nil:
				all[places[k]] = found[k]
			case at.At == "" || v.Name == at.At: // "": building the problem failed, before any solver ran
				all[places[k]] = *failed
			default:
				rest[left], places[left] = v, places[k]
				left++
			}
		}
		rest = rest[:left]
	}
	for k := range all {
		all[k].Variant = variants[k]
	}
	return all, nil
}

// sample takes a sample. A solver may take its timeout to build its data structure, and once more
// to search.
func (w *Worker) sample(ctx context.Context, in *corpus.Instance, v solvers.Variant, c call) (Found, error) {
	variants := []solvers.Variant{v}
	c.Op = sampleOp
	found, _, failed, err := w.do(ctx, in, c, variants)
	switch {
	case err != nil:
		return Found{}, err
	case failed != nil:
		return *failed, nil
	}
	return found[0], nil
}

// A callError says why a worker could not do what it was asked to.
type callError struct{ id, reason string }

func (e *callError) Error() string {
	if e.id == "" {
		return e.reason
	}
	return e.id + ": " + e.reason
}

// do has the worker carry out a call about variants on an instance, or on none, and returns what it found.
// If the worker fails, do returns how, and the last step that the worker began. An error ends the run.
func (w *Worker) do(ctx context.Context, in *corpus.Instance, c call, variants []solvers.Variant) (
	found []Found, at reply, failed *Found, err error,
) {
	if err := w.start(in, variants, &c); err != nil {
		return nil, at, nil, err
	}
	// If the worker died since the last call, this one does not arrive. Then await reports the death, as
	// it does in the middle of a call.
	w.process.send(c)
	for replies := 0; len(found) < c.results(); replies++ {
		began, wait := time.Now(), w.maxWait(c, variants)
		if c.Op == verifyOp && at.At == "" {
			wait = 0 // the instance is being built
		}
		r, failed, err := w.process.await(ctx, wait, w.isolation.Memory)
		if err == nil && failed == nil {
			if lie := r.check(&c, c.results()-len(found), replies); lie != nil {
				failed = impossible(lie)
			}
		}
		switch {
		case failed != nil:
			failed.Stats.Search = time.Since(began)
			fallthrough
		case err != nil:
			w.Close()
			return found, at, failed, err
		case r.Error != "":
			return nil, at, nil, &callError{c.id, r.Error}
		}
		if found = append(found, r.Found...); r.At != "" {
			at = r
		}
	}
	return found, at, nil, nil
}

// maxWait returns how long to wait for a search; 0 means for ever.
func (w *Worker) maxWait(c call, variants []solvers.Variant) time.Duration {
	if c.Bounds.Timeout <= 0 || w.isolation.Command == nil && w.isolation.Grace == 0 {
		return 0
	}
	wait := 2*c.Bounds.Timeout + 2*c.MinTime + w.isolation.Grace
	if slices.ContainsFunc(variants, func(v solvers.Variant) bool { return v.Engine != nil }) {
		wait += startTime
	}
	return wait
}

// startTime is how long the program of an engine may take to start, in addition to its search. Its
// solver bounds the time too, and ends the program by itself.
const startTime = 15 * time.Second

// A worker keeps at most mostKnown problems, with texts of at most maxKnown bytes. More of them would
// fill its memory and slow its garbage collector. A sudoku takes 80 bytes of text, but 7 KB in a
// worker.
const (
	maxKnown  = 4 << 20
	mostKnown = 4000
)

// start starts the worker if it does not run, and completes a call about variants on an instance, or on
// none. The call includes the problem if the worker does not have it yet.
func (w *Worker) start(in *corpus.Instance, variants []solvers.Variant, c *call) error {
	if w.process == nil {
		w.known, w.knownBytes, w.here = map[*corpus.Instance]int{}, 0, map[string]solvers.Variant{}
		if here := w.here; w.isolation.Command == nil {
			w.process = startHere(func(name string) (solvers.Variant, bool) { v, ok := here[name]; return v, ok })
		} else if p, err := startProcess(w.isolation.Command); err != nil {
			return err
		} else {
			w.process = p
		}
	}
	c.Solvers = nil
	for _, v := range variants {
		c.Solvers, w.here[v.Name] = append(c.Solvers, v.Name), v
	}
	if in == nil {
		return nil
	}
	c.id, c.Problem, c.Forget = in.ID(), nil, false
	if key, ok := w.known[in]; ok {
		c.Key = key
		return nil
	}
	problem, err := ProblemOf(in)
	if err != nil {
		return err
	}
	if w.knownBytes+len(problem.Text) > maxKnown || len(w.known) == mostKnown {
		c.Forget = true
		clear(w.known)
		w.knownBytes = 0
	}
	c.Key, c.Problem = len(w.known), &problem
	w.known[in] = c.Key
	w.knownBytes += len(problem.Text)
	return nil
}
