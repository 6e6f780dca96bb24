package bench

import (
	"context"
	"time"

	"xcbench/corpus"
	"xcbench/results"
)

// Worker searches in a worker process: see [Worker.Verify] and [Worker.Search]. If the process hangs,
// uses too much memory or dies, the failure is that of the solver that was running. The next call
// starts a new process.
type Worker struct {
	isolation Isolation
	process   *process         // nil before the first call and after a failure
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

// A callError says why a worker could not do what it was asked to.
type callError struct {
	in     *corpus.Instance // nil if the call has the problem itself
	reason string
}

func (e *callError) Error() string {
	if e.in == nil {
		return e.reason
	}
	return e.in.ID() + ": " + e.reason
}

// do has the worker carry out a call. A solver may take its timeout to build its data structure, and once
// more to search. If the worker fails, the result says how. An error ends the run.
func (w *Worker) do(ctx context.Context, c call) (*Found, error) {
	if err := w.send(&c); err != nil {
		return nil, err
	}
	for run, replies := 0, 0; ; replies++ {
		wait := w.maxWait(c)
		if c.Op == checkOp && replies == 0 {
			wait = 0 // the problem is being built
		}
		r, failure, err := w.process.await(ctx, wait, w.isolation.Memory)
		if err == nil && failure == nil {
			if lie := r.check(replies); lie != nil {
				failure = failed(results.Crash, "killed: the worker gave an impossible answer: "+lie.Error())
			} else if r.Error != "" {
				err = &callError{c.instance, r.Error}
			}
		}
		switch {
		case err != nil:
			w.Close()
			return nil, err
		case failure != nil:
			if w.Close(); run > 1 {
				failure.Fault = againPrefix + failure.Fault
			}
			failure.Variant = c.variant
			return failure, nil
		case r.Found != nil:
			r.Found[0].Variant = c.variant
			return &r.Found[0], nil
		}
		run = r.Run
	}
}

// maxWait returns how long to wait for a search; 0 means for ever.
func (w *Worker) maxWait(c call) time.Duration {
	if c.Bounds.Timeout <= 0 || w.isolation.Command == nil && w.isolation.Grace == 0 {
		return 0
	}
	wait := 2*c.Bounds.Timeout + 2*c.MinTime + w.isolation.Grace
	if c.variant.Engine != nil {
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
	if w.process == nil && w.isolation.Command == nil {
		w.process = startHere()
	} else if w.process == nil {
		if w.process, err = startProcess(w.isolation.Command); err != nil {
			return err
		}
	}
	c.Solver[0] = c.variant.Name
	if c.Problem == nil && c.instance != w.last {
		problem, err := ProblemOf(c.instance)
		if err != nil {
			return err
		}
		c.Problem = &problem
	}
	w.last = c.instance
	w.process.send(*c)
	return nil
}
