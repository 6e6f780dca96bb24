package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/results"
)

// checkedSearch runs a variant on the puzzle of a server and checks every solution that it reports.
type checkedSearch struct {
	*server
	call
	search cover.Search // nil if Prepare failed
	hides  bool         // its solutions take too long to show
	runs   int
}

// firstRun prepares the variant, runs it and checks every solution that it reports. Showing and
// checking solutions may take longer than the search. So a search that has shown some when its time is
// over runs again with the same time, and counts only.
func (s *checkedSearch) firstRun(ctx context.Context) Found {
	var err error
	began, counts := time.Now(), s.counts()
	crash := protect(func() {
		if err = s.variant.Capabilities().Check(s.problem(), !counts); err == nil {
			before := s.kept[s.variant.Name]
			delete(s.kept, s.variant.Name)
			s.search, err = cover.Renew(s.variant, before, s.problem())
		}
	})
	setup := time.Since(began)
	switch {
	case crash != "":
		return *failed(results.Crash, crash)
	case err != nil:
		f := failed(cover.Unsupported, err.Error())
		f.Stats.Setup = setup
		return *f
	}
	f := s.run(ctx, s.Bounds)
	if s.counts() != counts { // an engine has just said that it cannot show solutions
		f = s.run(ctx, s.Bounds)
	}
	if f.Ended == cover.Timeout && f.Set.Size > 0 && ctx.Err() == nil {
		s.hides = true
		counted := s.run(ctx, s.Bounds)
		if s.hides = counted.Stats.Status.Measured(); s.hides {
			counted.Checked = f.Set.Size
			f = counted
		} else {
			f.failsAgain(counted)
		}
	}
	f.Stats.Setup = cmp.Or(f.Stats.Setup, setup)
	if f.Ended != "" {
		f.checkTotals()
	}
	return f
}

// run runs the search and checks every solution. After a crash the search must not be run again.
func (s *checkedSearch) run(ctx context.Context, b Bounds) Found {
	ctx, cancel := b.Context(ctx)
	defer cancel()
	f, fault := Found{Variant: s.variant, Runs: 1, shown: new(solutionSet)}, ""
	checker := cover.NewChecker(s.problem())
	visit := func(options []int) bool {
		err := checker.Check(options)
		if err == nil {
			err = s.puzzle.Answer.Check(options)
		}
		switch {
		case err != nil:
			fault = err.Error()
		case !f.shown.add(options):
			fault = "repeats an earlier solution"
		}
		return fault == ""
	}
	if s.counts() {
		visit = nil
	}
	if s.runs++; s.runs > 1 {
		s.tell(reply{Run: s.runs})
	}
	runtime.LockOSThread() // whose time is read
	began := threadTime()
	crash := protect(func() { f.Stats = s.searchPart(ctx, s.search, s.problem(), b.Limits, visit) })
	if cpu := threadTime() - began; f.Stats.Status == cover.Timeout && cpu > 0 && !s.variant.Parallel && s.variant.Engine == nil {
		f.Costs = map[string]float64{results.CPUSeconds: cpu.Seconds()} // a busy machine stops searches too
	}
	runtime.UnlockOSThread()
	f.Set = f.shown.contents
	switch {
	case crash != "":
		f.Stats.Status, f.Fault = results.Crash, crash
	case f.Stats.Err != nil:
		f.Stats.Status, f.Fault = FailureOf(f.Stats)
	case fault != "":
		f.refute("solution %d: %s", f.Stats.Solutions, fault)
	default:
		f.Ended = f.Stats.Status
	}
	return f
}

// counts reports whether the solver counts solutions and cannot show them in time, or at all.
func (s *checkedSearch) counts() bool {
	return s.hides || s.variant.Capabilities().CountsOnly
}

// protect calls a solver and returns the first line of its panic, or "". Three crashes end the process
// all the same: a panic in a goroutine that the solver started, a stack overflow, and running out of
// memory. A solver that ends its goroutine becomes the first of these, or nobody would learn of it.
func protect(call func()) (crash string) {
	returned := false
	defer func() {
		if r := recover(); r != nil {
			line, _, _ := strings.Cut(fmt.Sprint(r), "\n")
			crash = "panic: " + line
		} else if !returned {
			panic("the solver ended its goroutine (runtime.Goexit)")
		}
	}()
	call()
	returned = true
	return ""
}

// FailureOf returns the status for a run that another program made, and why, if it has no answer.
// Otherwise it returns the status of the run.
func FailureOf(s cover.Stats) (cover.Status, string) {
	if s.Err == nil {
		return s.Status, ""
	}
	status := s.Status
	if wrong := new(cover.WrongError); errors.As(s.Err, &wrong) {
		status = results.Wrong
	} else if status == cover.Failed {
		status = results.Crash
	}
	return status, s.Err.Error()
}
