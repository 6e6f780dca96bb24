package bench

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// Work is the main function of a worker process that knows some solvers. It answers calls until there
// are no more. When the process that calls is gone, it exits at once, even in the middle of a search.
func Work(known solvers.Set, in io.Reader, out io.Writer) error {
	calls := make(chan call, 1) // the reader goes on to the end of the input
	var failed error            // set before calls is closed
	go func() {
		defer close(calls)
		lines := json.NewDecoder(bufio.NewReaderSize(in, 64<<10))
		for {
			var c call
			if failed = lines.Decode(&c); failed == io.EOF {
				os.Exit(0)
			} else if failed != nil {
				return
			}
			c.variant, _ = known.Find(c.Solver[0])
			calls <- c
		}
	}()
	lines := json.NewEncoder(out)
	err := serve(context.Background(), calls, func(r reply) error { return lines.Encode(r) })
	return cmp.Or(err, failed)
}

// serve answers calls, each by one reply or several.
func serve(ctx context.Context, calls <-chan call, tell func(reply) error) error {
	s := &server{tell: tell, meter: newCostMeter(), kept: map[string]cover.Search{}}
	defer s.meter.close()
	for c := range calls {
		f, err := s.answer(ctx, c)
		r := reply{Found: []Found{f}}
		if err != nil {
			r = reply{Error: err.Error()}
		}
		if err := tell(r); err != nil {
			return err
		}
	}
	return nil
}

// server is the serving side of a worker.
type server struct {
	tell   func(reply) error
	meter  *costMeter
	known  *Problem // of the last call
	puzzle *format.Puzzle
	kept   map[string]cover.Search // the last search of each solver, to use its memory again
}

// answer does what a call asks for. The caller starts another worker after an error.
func (s *server) answer(ctx context.Context, c call) (f Found, err error) {
	if c.variant.Solver == nil {
		return f, fmt.Errorf("unknown solver %q", c.Solver[0])
	}
	if c.Problem != nil {
		if s.puzzle, err = c.Problem.Puzzle(); err != nil {
			return f, err
		}
		s.known = c.Problem
	}
	c.Bounds = c.Bounds.For(c.variant)
	if c.Op == sampleOp {
		return s.sample(ctx, c)
	}
	s.tell(reply{Run: 1}) // so that the waiting process knows what hangs; if nobody listens, the worker ends soon
	one := checkedSearch{server: s, call: c}
	return one.outcome(ctx), ctx.Err()
}

func (s *server) problem() *cover.Problem { return s.puzzle.Problem() }
