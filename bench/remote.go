package bench

import (
	"context"
	"slices"
	"time"

	"xcbench/corpus"
	"xcbench/solvers"
)

// remote measures in a worker process. If the worker hangs, uses too much memory or dies, the
// failure is recorded for the solver that was running. The next request starts a new worker.
type remote struct {
	isolation  Isolation
	worker     *process // nil before the first request and after a failure
	known      map[*corpus.Instance]int
	knownBytes int // total length of the known instances' texts
	prefetched prefetched
}

// prefetched is a sample that came with a verification, before it was asked for.
type prefetched struct {
	instance    *corpus.Instance
	solver      string
	measurement *measurement
}

// A worker keeps at most mostKnown problems, with texts of at most maxKnown bytes. More of them would
// fill its memory and slow its garbage collector. A sudoku takes 80 bytes of text, but 7 KB in a
// worker.
const (
	maxKnown  = 4 << 20
	mostKnown = 4000
)

func newRemote(i Isolation) *remote { return &remote{isolation: i} }

func (r *remote) close() {
	if r.worker != nil {
		r.worker.kill()
		r.worker = nil
	}
}

// sample takes a sample. A solver may take its timeout to build its data structure, and once more
// to search.
func (r *remote) sample(ctx context.Context, t task) (measurement, error) {
	got := r.prefetched
	r.prefetched = prefetched{}
	if got.measurement != nil && got.instance == t.instance && got.solver == t.variants[0].Name {
		return *got.measurement, nil
	}
	a, failed, err := r.call(ctx, t, false, nil)
	if err != nil {
		return measurement{}, err
	}
	if failed != nil {
		return *failed, nil
	}
	return *a.Measurement, nil
}

// verify verifies the variants together. If the worker fails on one variant, verify repeats the rest
// without it. The rest are still compared with each other.
func (r *remote) verify(ctx context.Context, t task) ([]verdict, error) {
	found := map[string]verdict{}
	all := t.variants
	for {
		var at answer // the last step that the worker began
		a, failed, err := r.call(ctx, t, true, &at)
		if err != nil {
			return nil, err
		}
		if failed == nil {
			for _, v := range a.Verdicts {
				found[v.Solver] = v
			}
			r.prefetched = prefetched{t.instance, t.next, a.Measurement}
			return inOrder(all, found), nil
		}
		if at.Sampling { // it passed the verification; its failure will show when it is sampled
			t.next = ""
			continue
		}
		var rest []solvers.Variant
		for _, v := range t.variants {
			if at.At == "" || v.Name == at.At { // "": building the problem failed, before any solver ran
				fault := failed.Fault
				if at.Run > 1 {
					fault = againPrefix + fault
				}
				found[v.Name] = verdict{Solver: v.Name, Found: Found{Stats: failed.Stats, Fault: fault}}
			} else {
				rest = append(rest, v)
			}
		}
		if t.variants = rest; len(rest) == 0 {
			return inOrder(all, found), nil
		}
	}
}

// requestError says why a worker could not do what it was asked to.
type requestError struct{ id, reason string }

func (e *requestError) Error() string { return e.id + ": " + e.reason }

// inOrder returns the verdicts in the order of the variants.
func inOrder(variants []solvers.Variant, found map[string]verdict) []verdict {
	var all []verdict
	for _, v := range variants {
		all = append(all, found[v.Name])
	}
	return all
}

// call sends a request to the worker and returns its answer, or how the worker failed. An error
// ends the run. A verification sets at to the last step that the worker began.
func (r *remote) call(ctx context.Context, t task, verify bool, at *answer) (answer, *measurement, error) {
	q, err := r.request(t)
	if err != nil {
		return answer{}, nil, err
	}
	q.Verify, q.Next = verify, t.next
	// If the worker died since the last request, this one does not arrive. Then await reports the
	// death, as it does in the middle of a request.
	began := time.Now()
	r.worker.send(q)
	maxWait := r.maxWait(t)
	expected := dialogue{request: q}
	for {
		if verify && at.At == "" {
			maxWait = 0 // the instance is being built
		}
		a, failed, err := r.next(ctx, began, maxWait, expected.take)
		switch {
		case err != nil || failed != nil:
			if expected.liar != "" {
				*at = answer{At: expected.liar}
			}
			return a, failed, err
		case a.Error != "":
			return a, nil, &requestError{t.instance.ID(), a.Error}
		case a.At == "":
			return a, nil, nil
		}
		*at, began, maxWait = a, time.Now(), r.maxWait(t)
	}
}

// next waits for the next answer to a request, about a search that began then. It closes a worker
// that has failed, or whose answer is refused.
func (r *remote) next(ctx context.Context, began time.Time, maxWait time.Duration, check func(answer) error) (
	a answer, failed *measurement, err error,
) {
	a, failed, err = r.worker.await(ctx, maxWait, r.isolation.Memory)
	if failed == nil && err == nil {
		failed = refusal(check(a))
	}
	if err != nil || failed != nil {
		r.close()
	}
	if failed != nil {
		failed.Stats.Search = time.Since(began)
	}
	return a, failed, err
}

// maxWait returns how long to wait for a search; 0 means for ever.
func (r *remote) maxWait(t task) time.Duration {
	if t.bounds.Timeout <= 0 {
		return 0
	}
	wait := 2*t.bounds.Timeout + 2*t.minTime + r.isolation.Grace
	if slices.ContainsFunc(t.variants, func(v solvers.Variant) bool { return v.Engine != nil }) {
		wait += startTime
	}
	return wait
}

// startTime is how long the program of an engine may take to start, in addition to its search. Its
// solver bounds the time too, and ends the program by itself.
const startTime = 15 * time.Second

// start starts a worker if none is running.
func (r *remote) start() error {
	if r.worker != nil {
		return nil
	}
	worker, err := startProcess(r.isolation.Command)
	if err == nil {
		r.worker, r.known, r.knownBytes = worker, map[*corpus.Instance]int{}, 0
	}
	return err
}

// request returns the request for a task. It starts a worker if none is running. The request
// includes the problem if the worker does not have it yet.
func (r *remote) request(t task) (request, error) {
	if err := r.start(); err != nil {
		return request{}, err
	}
	q := request{Bounds: t.bounds, MinTime: t.minTime, Setups: t.setups, Oracles: t.oracles}
	for _, v := range t.variants {
		q.Solvers = append(q.Solvers, v.Name)
	}
	if key, ok := r.known[t.instance]; ok {
		q.Key = key
		return q, nil
	}
	problem, err := ProblemOf(t.instance)
	if err != nil {
		return q, err
	}
	if r.knownBytes+len(problem.Text) > maxKnown || len(r.known) == mostKnown {
		q.Forget = true
		clear(r.known)
		r.knownBytes = 0
	}
	q.Key, q.Problem = len(r.known), &problem
	r.known[t.instance] = q.Key
	r.knownBytes += len(problem.Text)
	return q, nil
}
