package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// Work is the main function of a worker process that knows some solvers. It answers calls until there
// are no more. When the process that calls is gone, it exits at once, even in the middle of a search.
func Work(known solvers.Set, in io.Reader, out io.Writer) error {
	return serve(context.Background(), known.Find, in, out, func() { os.Exit(0) })
}

// serve answers calls, each by one reply or several, and calls gone when there are no more.
func serve(ctx context.Context, find func(string) (solvers.Variant, bool), in io.Reader, out io.Writer, gone func()) error {
	s := &server{find: find, out: json.NewEncoder(out), meter: newCostMeter(), kept: map[string]cover.Search{}}
	defer s.meter.close()
	calls := make(chan call, 1) // the reader goes on to the end of the input
	var failed error            // set before calls is closed
	go func() {
		defer close(calls)
		lines := json.NewDecoder(bufio.NewReaderSize(in, 64<<10))
		for {
			var c call
			if failed = lines.Decode(&c); failed != nil {
				break
			}
			calls <- c
		}
		if failed == io.EOF {
			failed = nil
			gone()
		}
	}()
	for c := range calls {
		found, err := s.answer(ctx, c)
		r := reply{Found: found}
		if err != nil {
			r = reply{Error: err.Error()}
		}
		if err := s.out.Encode(r); err != nil {
			return err
		}
	}
	return failed
}

// server is the serving side of a worker.
type server struct {
	find   func(string) (solvers.Variant, bool)
	out    *json.Encoder
	meter  *costMeter
	in     *corpus.Instance        // of the last call
	puzzle *format.Puzzle          // of the instance
	kept   map[string]cover.Search // the last search of each solver, to use its memory again
	found  []Found                 // what was not told yet
	told   time.Time
}

// answer does what a call asks for, and returns the last results.
func (s *server) answer(ctx context.Context, c call) ([]Found, error) {
	var variants []solvers.Variant
	for _, name := range c.Solvers {
		v, ok := s.find(name)
		if !ok {
			return nil, fmt.Errorf("unknown solver %q", name)
		}
		variants = append(variants, v)
	}
	s.found, s.told = nil, time.Now()
	if c.Op == searchOp {
		return s.search(ctx, c, variants[0])
	}
	if c.Problem != nil {
		var err error
		if s.in, s.puzzle, err = c.Problem.Instance(); err != nil {
			return nil, err // the caller starts another worker
		}
	}
	if c.Op == sampleOp {
		f, err := takeSample(ctx, sampling{variants[0], c.Bounds.For(variants[0]), c.MinTime, c.Setups, s.puzzle.Problem()}, s.meter)
		return []Found{f}, err
	}
	return s.verify(ctx, c, variants)
}

// tell announces a step, so that the waiting process knows which solver hangs: 0 if the solver begins, or else
// which run of its search.
func (s *server) tell(solver string, run int) {
	s.out.Encode(reply{At: solver, Run: run, Found: s.found}) // if nobody listens, the worker ends soon
	s.found, s.told = nil, time.Now()
}

// foundEvery is how long a worker keeps results before it replies. A sudoku takes less time than a
// reply takes.
const foundEvery = 100 * time.Millisecond

// search makes the searches of a call.
func (s *server) search(ctx context.Context, c call, v solvers.Variant) ([]Found, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // sudokus leave much garbage, and keep little memory
	for k, p := range c.Search.Problems {
		in, puzzle, err := p.Instance()
		if err != nil {
			return nil, err
		}
		one := checkedSearch{server: s, puzzle: puzzle, variant: v, bounds: c.Bounds.For(v), part: c.Search}
		f := one.outcome(ctx, *in, false)
		if s.found = append(s.found, f); k+1 < len(c.Search.Problems) && time.Since(s.told) > foundEvery {
			s.tell(v.Name, 0)
		}
	}
	return s.found, nil
}
