package bench

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"xcbench/corpus"
	"xcbench/results"
	"xcbench/solvers"
)

// Worker searches in a worker process: see [Worker.Verify] and [Worker.Search]. If the process hangs,
// uses too much memory or dies, the failure is that of the solver that was running. The next call
// starts a new process.
type Worker struct {
	isolation Isolation
	process   *process         // nil before the first call and after a failure
	here      sync.Map         // the solvers of a worker in this process, by name
	last      *corpus.Instance // of the calls sent so far, or nil
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
		w.process, w.last = nil, nil
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
	c := call{Bounds: b, Oracles: with, instance: &in, variants: variants}
	found, err := w.verify(ctx, c)
	if slices.ContainsFunc(found, func(f Found) bool { return f.Stats.Status == results.Killed }) {
		found, err = w.verify(ctx, c) // not killed by us, and perhaps not again
	}
	return Report{found, in}, err
}

// verify verifies the variants of a call together, and returns a result for each. If the worker fails on
// one variant, verify repeats the rest without it. The rest are still compared with each other.
func (w *Worker) verify(ctx context.Context, c call) ([]Found, error) {
	c.Op = verifyOp
	found, at, failed, err := w.do(ctx, c)
	if err != nil {
		return nil, err
	}
	k := variantIndex(c.variants, at.At)
	switch {
	case failed == nil:
	case k < 0: // building the problem failed, before any solver ran
		found = slices.Repeat([]Found{*failed}, len(c.variants))
	default:
		if at.Run > 1 {
			failed.Fault = againPrefix + failed.Fault
		}
		rest := c
		if rest.variants = slices.Concat(c.variants[:k], c.variants[k+1:]); len(rest.variants) > 0 {
			found, err = w.verify(ctx, rest)
		}
		found = slices.Insert(found, min(k, len(found)), *failed)
	}
	for k := range found {
		found[k].Variant = c.variants[k]
	}
	return found, err
}

// sample takes a sample. A solver may take its timeout to build its data structure, and once more
// to search.
func (w *Worker) sample(ctx context.Context, c call) (Found, error) {
	found, _, failed, err := w.do(ctx, c)
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

// do has the worker carry out a call, and returns what it found. If the worker fails, do returns how, and
// the last step that the worker began. An error ends the run.
func (w *Worker) do(ctx context.Context, c call) (found []Found, at reply, failed *Found, err error) {
	if err := w.send(&c); err != nil {
		return nil, at, nil, err
	}
	lied := false
	for replies := 0; len(found) < c.results(); replies++ {
		wait := w.maxWait(c)
		if c.Op == verifyOp && at.At == "" {
			wait = 0 // the instance is being built
		}
		r, failed, err := w.process.await(ctx, wait, w.isolation.Memory)
		if err == nil && failed == nil {
			if lie := r.check(&c, c.results()-len(found), replies); lie != nil {
				failed = impossible(lie)
			}
		}
		if r.Error != "" {
			err = &callError{c.id(), r.Error}
		}
		if failed != nil || err != nil {
			w.Close()
			return found, at, failed, err
		}
		for _, f := range r.Found {
			if err := f.check(); err != nil {
				f, lied = *impossible(err), true
			}
			found = append(found, f)
		}
		if r.At != "" {
			at = r
		}
	}
	if lied {
		w.Close()
	}
	return found, at, nil, nil
}

// maxWait returns how long to wait for a search; 0 means for ever.
func (w *Worker) maxWait(c call) time.Duration {
	if c.Bounds.Timeout <= 0 || w.isolation.Command == nil && w.isolation.Grace == 0 {
		return 0
	}
	wait := 2*c.Bounds.Timeout + 2*c.MinTime + w.isolation.Grace
	if slices.ContainsFunc(c.variants, func(v solvers.Variant) bool { return v.Engine != nil }) {
		wait += startTime
	}
	return wait
}

// startTime is how long the program of an engine may take to start, in addition to its search. Its
// solver bounds the time too, and ends the program by itself.
const startTime = 15 * time.Second

// send starts the worker if it does not run, completes a call and sends it. The call includes the problem
// if the worker does not have it yet. If the worker died since the last call, this one does not arrive.
// Then await reports the death, as it does in the middle of a call.
func (w *Worker) send(c *call) (err error) {
	if w.process == nil {
		if w.process, err = w.start(); err != nil {
			return err
		}
	}
	c.Solvers, c.Problem = nil, nil
	for _, v := range c.variants {
		c.Solvers = append(c.Solvers, v.Name)
		w.here.Store(v.Name, v)
	}
	if c.instance != w.last {
		problem, err := ProblemOf(c.instance)
		if err != nil {
			return err
		}
		c.Problem, w.last = &problem, c.instance
	}
	text, err := json.Marshal(c)
	if err == nil {
		w.process.send(append(text, '\n'))
	}
	return err
}

func (w *Worker) start() (*process, error) {
	if w.isolation.Command != nil {
		return startProcess(w.isolation.Command)
	}
	return startHere(func(name string) (v solvers.Variant, ok bool) {
		found, ok := w.here.Load(name)
		if ok {
			v = found.(solvers.Variant)
		}
		return v, ok
	}), nil
}
