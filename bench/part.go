package bench

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers/divide"
)

// foundEvery is how long a worker keeps results before it answers. A sudoku takes less time than an
// answer takes.
const foundEvery = 100 * time.Millisecond

// search makes the searches of a request. It returns the last answer.
func (w *worker) search(r request) (answer, error) {
	variants, err := variantsOf(w.solvers, r.Solvers)
	if err != nil {
		return answer{}, err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // sudokus leave much garbage, and keep little memory
	bounds := r.Bounds
	bounds.unguarded = true
	var before cover.Search
	var found []Found
	told := time.Now()
	tell := func() {
		w.out.Encode(answer{Found: found}) // if nobody listens, the process ends soon
		found, told = nil, time.Now()
	}
	for _, p := range r.Search.Problems {
		in, err := p.Instance()
		if err != nil {
			return answer{}, err
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			return answer{}, err
		}
		s := checkedSearch{puzzle: puzzle, variant: variants[0], bounds: bounds.For(variants[0]), before: before, part: r.Search}
		s.tell = func(_ string, run int) {
			if run > 0 {
				tell()
			}
		}
		o := s.outcome(context.Background(), *in, false)
		f := o.asFound()
		if err := checkStats(f.Stats); err != nil { // a run would not believe it
			failed := refusal(fmt.Errorf("%s: %w", r.Solvers[0], err))
			f = Found{Stats: failed.Stats, Fault: failed.Fault}
		}
		if before = s.search; f.Stats.Status == results.Crash {
			before = nil
		}
		if found = append(found, f); time.Since(told) > foundEvery {
			tell()
		}
	}
	return answer{Found: found}, nil
}

// asFound returns what is told of an outcome.
func (o *Outcome) asFound() Found {
	f := Found{Stats: o.Stats, Fault: o.Fault}
	if f.Stats.Levels = nil; o.explained() {
		f.Levels = o.Stats.Levels
	}
	if o.algorithm != o.Variant.Algorithm {
		f.Algorithm = o.algorithm
	}
	return f
}

// run searches the part. A part has no limits, as which part of a search they allow depends on its
// order.
func (q *Searches) run(
	ctx context.Context, x cover.Search, p *cover.Problem, limits cover.Limits, visit cover.Visitor,
) (stats cover.Stats) {
	var err error
	switch {
	case q.whole():
		return x.Run(ctx, limits, visit)
	case q.Part != nil:
		stats, err = divide.Search(ctx, x, p.MaxDepth(), *q.Part, visit)
	default:
		stats, err = divide.Trunk(ctx, x, p.MaxDepth(), q.Trunk, visit)
	}
	if err != nil && stats.Err == nil {
		stats.Status, stats.Err = cover.Failed, err
	}
	return stats
}

// whole reports whether the whole tree is searched. No searches stand for one that is.
func (q *Searches) whole() bool { return q == nil || q.Part == nil && q.Trunk == nil }
