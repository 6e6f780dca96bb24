package bench

import (
	"context"
	"errors"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/solvers"
)

// remote measures in a worker process. One that hangs, eats too much memory or dies
// is the fate of the solver it had in hand; the next request gets a new process.
type remote struct {
	isolation isolation
	worker    *process // nil before the first request, and after a death
	known     map[*corpus.Instance]int
	bytes     int // of the texts of what is known
	ahead     ahead
}

// ahead is a sample that came with a verification, before it was asked for.
type ahead struct {
	instance    *corpus.Instance
	solver      string
	measurement *measurement
}

// maxKnown bounds the texts that a worker keeps, so that they neither fill its
// memory nor slow down its garbage collector.
const maxKnown = 4 << 20

// fate is how a request ended that has no answer.
type fate struct {
	status cover.Status
	reason string
	after  time.Duration
}

func newRemote(i isolation) *remote { return &remote{isolation: i} }

func (r *remote) close() {
	if r.worker != nil {
		r.worker.kill()
		r.worker = nil
	}
}

// sample takes a sample. A solver gets its timeout for the building of its data
// structure and once again for the search.
func (r *remote) sample(ctx context.Context, t task) (measurement, error) {
	got := r.ahead
	r.ahead = ahead{}
	if got.measurement != nil && got.instance == t.instance && got.solver == t.variants[0].Name {
		return *got.measurement, nil
	}
	a, f, err := r.call(ctx, t, false, nil)
	if err != nil {
		return measurement{}, err
	}
	if f != nil {
		return measurement{Stats: cover.Stats{Status: f.status, Search: f.after}, Runs: 1, Fault: f.reason}, nil
	}
	return *a.Measurement, nil
}

// verify verifies the variants together. If one of them takes the worker down, it is
// left out and the others are verified anew, so that they are still compared.
func (r *remote) verify(ctx context.Context, t task) ([]verdict, error) {
	lost := map[string]verdict{}
	all := t.variants
	for {
		var at answer // the last of the worker's whereabouts
		a, f, err := r.call(ctx, t, true, &at)
		if err != nil {
			return nil, err
		}
		if f == nil {
			found := map[string]verdict{}
			for _, v := range a.Verdicts {
				found[v.Solver] = v
			}
			r.ahead = ahead{t.instance, t.next, a.Measurement}
			return inOrder(all, found, lost), nil
		}
		if at.Sampling { // it is known to verify well, and will be sampled when that is asked for
			t.next = ""
			continue
		}
		var rest []solvers.Variant
		for _, v := range t.variants {
			if at.At == "" || v.Name == at.At { // nobody: the problem itself is too much
				lost[v.Name] = verdict{Solver: v.Name, Stats: cover.Stats{Status: f.status, Search: f.after}, Fault: f.reason}
			} else {
				rest = append(rest, v)
			}
		}
		if t.variants = rest; len(rest) == 0 {
			return inOrder(all, nil, lost), nil
		}
	}
}

func inOrder(variants []solvers.Variant, found, lost map[string]verdict) []verdict {
	var all []verdict
	for _, v := range variants {
		if o, ok := lost[v.Name]; ok {
			all = append(all, o)
		} else {
			all = append(all, found[v.Name])
		}
	}
	return all
}

// call asks the worker. Either it answers, or something befalls the solver, or the
// error ends the run. at is kept at what the worker says of where it is in a verification.
func (r *remote) call(ctx context.Context, t task, verify bool, at *answer) (answer, *fate, error) {
	q, err := r.request(t)
	if err != nil {
		return answer{}, nil, err
	}
	q.Verify, q.Next = verify, t.next
	// A worker may have died between two requests, and then the request does not
	// arrive; that is its end, which is read like any other.
	began := time.Now()
	r.worker.send(q)
	patience := r.patience(t)
	for {
		if verify && at.At == "" {
			patience = 0 // the instance is being built
		}
		a, f, err := r.worker.await(ctx, patience, r.isolation.Memory)
		switch {
		case err != nil || f != nil:
			r.close()
			if f != nil {
				f.after = time.Since(began)
			}
			return a, f, err
		case a.Error != "":
			return a, nil, errors.New(t.instance.ID() + ": " + a.Error)
		case a.At == "":
			return a, nil, nil
		}
		*at, began, patience = a, time.Now(), r.patience(t)
	}
}

// patience is how long to wait for a search, 0 for ever.
func (r *remote) patience(t task) time.Duration {
	if t.bounds.Timeout <= 0 {
		return 0
	}
	return 2*t.bounds.Timeout + t.minTime + r.isolation.Grace
}

// request makes the request of a task, with the problem if the worker does not have
// it, and the worker too.
func (r *remote) request(t task) (request, error) {
	if r.worker == nil {
		worker, err := start(r.isolation.Command)
		if err != nil {
			return request{}, err
		}
		r.worker, r.known, r.bytes = worker, map[*corpus.Instance]int{}, 0
	}
	q := request{Limits: t.bounds.Limits, Timeout: t.bounds.Timeout, MinTime: t.minTime}
	for _, v := range t.variants {
		q.Solvers = append(q.Solvers, v.Name)
	}
	if key, ok := r.known[t.instance]; ok {
		q.Key = key
		return q, nil
	}
	problem, err := problemOf(t.instance)
	if err != nil {
		return q, err
	}
	if r.bytes+len(problem.Text) > maxKnown {
		q.Forget = true
		clear(r.known)
		r.bytes = 0
	}
	q.Key, q.Problem = len(r.known), problem
	r.known[t.instance] = q.Key
	r.bytes += len(problem.Text)
	return q, nil
}
