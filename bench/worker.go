package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"slices"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/solvers"
)

// Work is the main function of a worker process that knows some solvers. It answers requests until
// there are no more. When the process that asks is gone, it exits at once, even in the middle of a search.
func Work(known solvers.Set, in io.Reader, out io.Writer) error {
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
			}
			requests <- r
		}
	}()
	w := &worker{measurer: newLocal(), out: json.NewEncoder(out), solvers: known, known: map[int]*corpus.Instance{}}
	defer w.close()
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
	if r.Forget {
		clear(w.known)
	}
	if r.Problem != nil {
		if w.known[r.Key], err = r.Problem.instance(); err != nil {
			return a, err
		}
	}
	variants, err := variantsOf(w.solvers, r.Solvers)
	if err != nil {
		return a, err
	}
	t := task{w.known[r.Key], variants, r.Bounds, r.MinTime, r.Next, r.Oracles}
	if !r.Verify {
		m, err := w.sample(context.Background(), t)
		return answer{Measurement: &m}, err
	}
	t.variants = slices.Clone(variants)
	for k, v := range variants {
		t.variants[k].Solver = announcer{v, w.out}
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

// announcer is a solver that announces when it begins, so that the waiting process knows which
// solver hangs.
type announcer struct {
	solvers.Variant
	out *json.Encoder
}

func (a announcer) Prepare(p *cover.Problem) (cover.Search, error) {
	if err := a.out.Encode(answer{At: a.Name}); err != nil {
		return nil, err
	}
	search, err := a.Variant.Prepare(p)
	return &announcedSearch{search, a, 0}, err
}

// announcedSearch also announces the runs after the first.
type announcedSearch struct {
	cover.Search
	announcer announcer
	runs      int
}

// Chosen returns the name of the variant that auto or count chose: see [solvers.ChosenBy].
func (s *announcedSearch) Chosen() string { return solvers.ChosenBy(s.Search) }

func (s *announcedSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if s.runs++; s.runs > 1 {
		s.announcer.out.Encode(answer{At: s.announcer.Name, Run: s.runs}) // if nobody listens, the process ends soon
	}
	return s.Search.Run(ctx, limits, visit)
}
