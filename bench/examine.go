package bench

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// subject is a variant at work on one puzzle.
type subject struct {
	puzzle  *format.Puzzle
	variant solvers.Variant
	bounds  Bounds
	search  cover.Search // nil if it could not be prepared or has to be left alone
}

// trial is what one run showed. It belongs to the goroutine of the run until
// that has ended, and for ever if it does not end.
type trial struct {
	stats     cover.Stats
	found     solutionSet
	fault     string // of a solution
	ending    ending
	abandoned atomic.Bool
}

// ending says how a piece of a solver's work ended; it is zero if all is well.
type ending struct {
	crash string // the first line of the panic
	stuck bool   // it did not end
}

// examine prepares the variant, runs it and checks each solution it reports.
func (s *subject) examine(ctx context.Context) Outcome {
	o := Outcome{Variant: s.variant}
	run, cancel := s.bounds.Context(ctx)
	defer cancel()
	var prepared struct { // written by the goroutine
		search cover.Search
		setup  time.Duration
		err    error
	}
	p := &prepared
	began := time.Now()
	end := s.attempt(run, 10*s.grace(), func() {
		p.search, p.err = s.variant.Prepare(s.puzzle.Problem())
		p.setup = time.Since(began)
	})
	if end != (ending{}) {
		o.end(end)
		return o
	}
	o.Stats.Setup = p.setup
	if p.err != nil {
		o.Stats.Status, o.Fault = cover.Unsupported, p.err.Error()
		return o
	}
	s.search = p.search
	t := s.try(run, s.bounds.Limits)
	if t.ending != (ending{}) {
		o.end(t.ending)
		return o
	}
	o.Stats, o.found = t.stats, t.found
	o.Stats.Setup = p.setup
	if t.fault != "" {
		o.refute("solution %d: %s", t.stats.Solutions, t.fault)
	}
	o.audit()
	return o
}

func (s *subject) grace() time.Duration { return cmp.Or(s.bounds.Grace, time.Second) }

// try runs the search and checks each solution. A search that crashed or is
// stuck is not to be run again.
func (s *subject) try(ctx context.Context, limits cover.Limits) *trial {
	t := new(trial)
	search, checker := s.search, cover.NewChecker(s.puzzle.Problem())
	visit := func(options []int) bool {
		if t.abandoned.Load() {
			return false
		}
		err := checker.Check(options)
		if err == nil {
			err = s.puzzle.Answer.Check(options)
		}
		switch {
		case err != nil:
			t.fault = err.Error()
		case !t.found.add(options):
			t.fault = "it was there before"
		}
		return t.fault == ""
	}
	end := s.attempt(ctx, s.grace(), func() { t.stats = search.Run(ctx, limits, visit) })
	if end.stuck {
		t.abandoned.Store(true)
		t = new(trial) // the other one is the goroutine's
	}
	if end != (ending{}) {
		s.search = nil
	}
	t.ending = end
	return t
}

// attempt does a piece of a solver's work. Where there is no process of its own for
// that, it has a goroutine, so that an endless loop is not the end of all. A loop
// cannot be ended from outside: its goroutine, and the processor it takes, are lost
// until the process ends. What cannot be caught at all is a panic in a goroutine that
// the solver started, an overflow of the stack, and memory running out.
func (s *subject) attempt(ctx context.Context, grace time.Duration, work func()) (end ending) {
	if s.bounds.Brief {
		guard(work, func(e ending) {
			if end = e; e.crash == goexit {
				panic(e.crash) // it cannot be held up, and nobody would come to know
			}
		})
		return end
	}
	done := make(chan ending, 1)
	go guard(work, func(e ending) { done <- e })
	select {
	case end := <-done:
		return end
	case <-ctx.Done():
	}
	select {
	case end := <-done:
		return end
	case <-time.After(grace):
		return ending{stuck: true}
	}
}

// goexit is the crash of a solver that calls runtime.Goexit.
const goexit = "the goroutine was ended"

// guard tells how work ends, be it in a panic.
func guard(work func(), tell func(ending)) {
	end := ending{crash: goexit} // unless work returns or panics
	defer func() {
		if r := recover(); r != nil {
			line, _, _ := strings.Cut(fmt.Sprint(r), "\n")
			end.crash = "panic: " + line
		}
		tell(end)
	}()
	work()
	end = ending{}
}

// end makes the outcome one of a solver that crashed or is stuck.
func (o *Outcome) end(e ending) {
	if e.stuck {
		o.Stats.Status, o.Fault, o.stuck = cover.Timeout, "does not stop", true
		return
	}
	o.Stats.Status, o.Fault = results.Crash, e.crash
}
