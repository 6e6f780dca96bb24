package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"slices"

	"xcbench/corpus"
	"xcbench/solvers"
)

// Work is the main function of a worker process that knows some solvers. It answers requests until
// there are no more. When the process that asks is gone, it exits at once, even in the middle of a search.
func Work(known solvers.Set, in io.Reader, out io.Writer) error {
	w := &worker{measurer: newLocal(), out: json.NewEncoder(out), solvers: known, known: map[int]*corpus.Instance{}}
	defer w.close()
	requests := make(chan request)
	var failed error // set before requests is closed
	go func() {
		defer close(requests)
		lines := json.NewDecoder(bufio.NewReaderSize(in, 64<<10))
		for {
			var r request
			switch err := lines.Decode(&r); {
			case err == io.EOF:
				os.Exit(0)
			case err != nil:
				failed = err
				return
			default:
				requests <- r
			}
		}
	}()
	for r := range requests {
		if err := w.serve(r); err != nil {
			return err
		}
	}
	return failed
}

type worker struct {
	measurer
	out     *json.Encoder
	solvers solvers.Set
	known   map[int]*corpus.Instance
}

// serve answers a request. It returns an error only if it cannot write the answer.
func (w *worker) serve(r request) error {
	a, err := w.answer(r)
	if err != nil {
		a = answer{Error: err.Error()}
	}
	return w.out.Encode(a)
}

func (w *worker) answer(r request) (a answer, err error) {
	if r.Search != nil {
		return w.search(r)
	}
	if r.Forget {
		clear(w.known)
	}
	if r.Problem != nil {
		if w.known[r.Key], err = r.Problem.Instance(); err != nil {
			return a, err
		}
	}
	variants, err := variantsOf(w.solvers, r.Solvers)
	if err != nil {
		return a, err
	}
	t := task{w.known[r.Key], variants, r.Bounds, r.MinTime, r.Next, r.Oracles, r.Setups}
	if !r.Verify {
		m, err := w.sample(context.Background(), t)
		return answer{Measurement: &m}, err
	}
	t.oracles.tell = func(solver string, run int) { // so that the waiting process knows which solver hangs
		w.out.Encode(answer{At: solver, Run: run}) // if nobody listens, the process ends soon
	}
	if a.Verdicts, err = w.verify(context.Background(), t); err != nil {
		return a, err
	}
	// The first sample goes with the same answer: a request for it would take as long as a small
	// search.
	next := slices.IndexFunc(a.Verdicts, func(v verdict) bool {
		return v.Solver == r.Next && v.Stats.Status.Measured()
	})
	if next < 0 {
		return a, nil
	}
	if err := w.out.Encode(answer{At: r.Next, Sampling: true}); err != nil {
		return a, err
	}
	t.variants = variants[next : next+1]
	m, err := w.sample(context.Background(), t)
	a.Measurement = &m
	return a, err
}
