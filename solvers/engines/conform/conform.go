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
	run  func(*examinee)
}

// tests returns all tests, the simplest first.
func tests() []test {
	all := []test{{"greets", (*examinee).greets}}
	for _, c := range cases() {
		all = append(all, test{"solves " + c.name, func(e *examinee) { e.solves(c.problem) }})
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
		e.Result = Result{Name: t.name}
		t.run(e)
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if e.Err != nil {
			failed++
		}
		report(e.Result)
		if k == 0 && e.Err != nil {
			break
		}
	}
	return failed, nil
}

// caseTime bounds a search, which takes milliseconds.
const caseTime = xcb.DefaultStart

// examinee is an engine under test. Its result is that of the current test: after an error, searches do nothing.
type examinee struct {
	Result
	ctx    context.Context
	engine *xcb.Engine
	can    cover.Capabilities
	form   string // of the problems that it wants
}

// fail keeps the first error of a test.
func (e *examinee) fail(format string, args ...any) {
	if e.Err == nil {
		e.Err = fmt.Errorf(format, args...)
	}
}

func (e *examinee) greets() {
	greeting, err := e.engine.Greeting(e.ctx)
	e.Note, e.Err = greeting["name"]+" "+greeting["version"], err
	e.can, e.form = e.engine.Capabilities(), greeting["problem"]
}

// run runs the engine on a problem. Without an error, the engine has solved it, has stopped at a limit, or had no
// time: the protocol has refuted any other answer.
func (e *examinee) run(ctx context.Context, p *cover.Problem, limits cover.Limits, visit cover.Visitor) (stats cover.Stats) {
	if e.can.FirstOnly {
		limits.Solutions = 1
	}
	if e.Err == nil {
		stats, e.Err = cover.Solve(ctx, e.engine, p, limits, visit)
		e.Err = cmp.Or(e.Err, stats.Err)
	}
	return stats
}

// search runs the engine on a problem for which it has time.
func (e *examinee) search(p *cover.Problem, limits cover.Limits, visit cover.Visitor) cover.Stats {
	ctx, cancel := context.WithTimeout(e.ctx, caseTime)
	defer cancel()
	stats := e.run(ctx, p, limits, visit)
	if stats.Status == cover.Timeout {
		e.fail("no answer within %v", caseTime)
	}
	return stats
}

// show returns how many solutions of a problem the engine shows, each of them once. The protocol has
// checked that they are solutions.
func (e *examinee) show(p *cover.Problem) (solutions int64) {
	set := map[string]bool{}
	twice := ""
	e.search(p, cover.Limits{}, func(options []int) bool {
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
		e.Err = fmt.Errorf("the solution of the options %s occurs twice", twice)
	}
	return int64(len(set))
}

// solves compares the solutions of a problem with the right ones, shown and counted.
func (e *examinee) solves(p *cover.Problem) {
	switch {
	case p.Items() > p.Primary() && !e.can.Secondary:
		e.Note = "left out: the engine takes primary items only"
		return
	case p.Colours() > 0 && !e.can.Colours:
		e.Note = "left out: the engine takes no colours"
		return
	case !e.can.CountsOnly:
		if got, want := e.show(p), e.right(p); got != want {
			e.fail("it shows %d solutions, expected %d", got, want)
		}
	}
	if e.counts(p); e.Err != nil {
		e.Problem = p
	}
}

// counts compares the number of solutions of a problem with the right one.
func (e *examinee) counts(p *cover.Problem) {
	if got, want := e.search(p, cover.Limits{}, nil).Solutions, e.right(p); got != want {
		e.fail("it counts %d solutions, expected %d", got, want)
	}
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
