// Package conform tests whether an engine keeps to the protocol xcb: right answers on edge cases,
// limits, cancellation, bad problems and restarts. It is for authors of engines.
//
// Start reading at [Test].
package conform

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// A Result is how an engine did in one test.
type Result struct {
	Name string
	Err  error  // nil if it passed
	Note string // what the author should know, or why the test was left out

	Problem *cover.Problem // that the engine did not solve, or nil
}

// A test checks one promise of an engine.
type test struct {
	name string
	run  func(*examinee) error
}

// tests returns all tests, the simplest first.
func tests() []test {
	all := []test{{"greets", (*examinee).greets}}
	for _, c := range cases() {
		all = append(all, test{"solves " + c.name, func(e *examinee) error { return e.solves(c.problem) }})
	}
	return append(all,
		test{"solves random problems, one after another", (*examinee).solvesRandom},
		test{"takes turns between two problems", (*examinee).alternates},
		test{"stops at a limit of solutions", (*examinee).limitsSolutions},
		test{"stops at a limit of nodes", (*examinee).limitsNodes},
		test{"gives the same answer again", (*examinee).repeats},
		test{"stops when its time is over", stopping(context.WithTimeout, "it does not stop by itself")},
		test{"hears that a search is cancelled", stopping(cancelled, "it does not hear")},
		test{"refuses a bad problem", (*examinee).refuses},
		test{"answers after a restart", (*examinee).restarts},
		test{"tells its times", (*examinee).tellsTimes},
		test{"ends with its input", (*examinee).ends},
	)
}

// Test tests an engine and passes on each result as it comes. It returns how many tests failed. If
// the engine does not even greet, no other test follows.
func Test(ctx context.Context, engine *xcb.Engine, report func(Result)) (failed int, err error) {
	e := &examinee{ctx: ctx, engine: engine}
	defer e.engine.Close()
	for k, t := range tests() {
		e.note, e.unsolved = "", nil
		err := t.run(e)
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if err != nil {
			failed++
		}
		report(Result{t.name, err, e.note, e.unsolved})
		if k == 0 && err != nil {
			break
		}
	}
	return failed, nil
}

// caseTime bounds a search, which takes milliseconds.
const caseTime = xcb.DefaultStart

// examinee is an engine under test.
type examinee struct {
	ctx      context.Context
	engine   *xcb.Engine
	can      cover.Capabilities
	form     string // of the problems that it wants
	note     string
	unsolved *cover.Problem
}

func (e *examinee) greets() error {
	greeting, err := e.engine.Greeting(e.ctx)
	e.note = greeting["name"] + " " + greeting["version"]
	e.can, e.form = e.engine.Capabilities(), greeting["problem"]
	return err
}

// search runs the engine on a problem. Without an error, the engine has solved it or has stopped at a
// limit: the protocol has refuted any other answer.
func (e *examinee) search(p *cover.Problem, limits cover.Limits, visit cover.Visitor) (cover.Stats, error) {
	ctx, cancel := context.WithTimeout(e.ctx, caseTime)
	defer cancel()
	if e.can.FirstOnly {
		limits.Solutions = 1
	}
	stats, err := cover.Solve(ctx, e.engine, p, limits, visit)
	if err = cmp.Or(err, stats.Err); err == nil && stats.Status == cover.Timeout {
		err = fmt.Errorf("no answer within %v", caseTime)
	}
	return stats, err
}

// show returns how many solutions of a problem the engine shows, each of them once. The protocol has
// checked that they are solutions.
func (e *examinee) show(p *cover.Problem) (solutions int64, err error) {
	set := map[string]bool{}
	twice := ""
	_, err = e.search(p, cover.Limits{}, func(options []int) bool {
		numbers := slices.Sorted(slices.Values(options))
		for k := range numbers {
			numbers[k]++
		}
		text := fmt.Sprint(numbers)
		if set[text] {
			twice = text
		}
		set[text] = true
		return true
	})
	if twice != "" { // it explains other errors too
		err = fmt.Errorf("the solution of the options %s occurs twice", twice)
	}
	return int64(len(set)), err
}

// solves compares the solutions of a problem with the right ones, shown and counted.
func (e *examinee) solves(p *cover.Problem) (err error) {
	defer func() {
		if err != nil {
			e.unsolved = p
		}
	}()
	switch {
	case p.Items() > p.Primary() && !e.can.Secondary:
		e.note = "left out: the engine takes primary items only"
		return nil
	case p.Colours() > 0 && !e.can.Colours:
		e.note = "left out: the engine takes no colours"
		return nil
	case !e.can.CountsOnly:
		if got, err := e.show(p); err != nil || got != e.right(p) {
			return cmp.Or(err, fmt.Errorf("it shows %d solutions, expected %d", got, e.right(p)))
		}
	}
	return e.counts(p)
}

// counts compares the number of solutions of a problem with the right one.
func (e *examinee) counts(p *cover.Problem) error {
	stats, err := e.search(p, cover.Limits{}, nil)
	if want := e.right(p); err == nil && stats.Solutions != want {
		err = fmt.Errorf("it counts %d solutions, expected %d", stats.Solutions, want)
	}
	return err
}

// right returns how many solutions of a problem the engine should find.
func (e *examinee) right(p *cover.Problem) int64 {
	v, _ := solvers.Find("dlx_index")
	stats, _ := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
	if e.can.FirstOnly {
		return min(stats.Solutions, 1)
	}
	return stats.Solutions
}
