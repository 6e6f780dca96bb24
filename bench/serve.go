package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

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
		f, err := s.answer(ctx, c)
		r := reply{Found: []Found{f}}
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
}

// answer does what a call asks for. The caller starts another worker after an error.
func (s *server) answer(ctx context.Context, c call) (f Found, err error) {
	var ok bool
	if c.variant, ok = s.find(c.Solver[0]); !ok {
		return f, fmt.Errorf("unknown solver %q", c.Solver[0])
	}
	if c.Problem != nil {
		if s.in, s.puzzle, err = c.Problem.Instance(); err != nil {
			return f, err
		}
	}
	c.Bounds = c.Bounds.For(c.variant)
	if c.Op == sampleOp {
		return s.sample(ctx, c)
	}
	s.tell(1)
	one := checkedSearch{server: s, call: c}
	return one.outcome(ctx), ctx.Err()
}

func (s *server) problem() *cover.Problem { return s.puzzle.Problem() }

// tell announces a run, so that the waiting process knows what hangs.
func (s *server) tell(run int) {
	s.out.Encode(reply{Run: run}) // if nobody listens, the worker ends soon
}
