// Package conform tests whether an engine keeps to the protocol xcb: right answers on edge cases,
// limits, cancellation, bad problems and restarts. It is for authors of engines.
//
// It imports cover, solvers, solvers/external/xcb and internal/child. Start reading at [Test].
package conform

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// A Result is how an engine did in one test.
type Result struct {
	Name string
	Err  error  // nil if it passed
	Note string // what the author should know, or why the test was left out
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
		test{"stops when its time is over", (*examinee).limitsTime},
		test{"hears that a search is cancelled", (*examinee).cancels},
		test{"refuses a bad problem", (*examinee).refuses},
		test{"answers after a restart", (*examinee).restarts},
		test{"tells its times", (*examinee).tellsTimes},
		test{"ends with its input", (*examinee).ends},
	)
}

// Test tests an engine and passes on each result as it comes. It returns how many tests failed. If
// the engine does not even greet, no other test follows.
func Test(ctx context.Context, command child.Command, report func(Result)) (failed int, err error) {
	e := newExaminee(ctx, command)
	defer e.engine.Close()
	for k, t := range tests() {
		e.note = ""
		err := t.run(e)
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if err != nil {
			failed++
		}
		report(Result{t.name, err, e.note})
		if k == 0 && err != nil {
			break
		}
	}
	return failed, nil
}

// examinee is an engine under test.
type examinee struct {
	ctx      context.Context
	command  child.Command
	engine   *xcb.Engine
	greeting xcb.Greeting
	note     string
	patience time.Duration // how long an engine may run after its input has ended
	tries    int           // how often it may be too late at the end of its time
}

func newExaminee(ctx context.Context, command child.Command) *examinee {
	engine := xcb.New(command, cover.Capabilities{Secondary: true, NoLevels: true})
	return &examinee{ctx: ctx, command: command, engine: engine, patience: 5 * time.Second, tries: 3}
}

func (e *examinee) greets() (err error) {
	e.greeting, err = e.engine.Greeting(e.ctx)
	e.note = fmt.Sprintf("%s %s", e.greeting.Name, e.greeting.Version)
	return err
}

// caseTime bounds a search of a test, which takes milliseconds.
const caseTime = 20 * time.Second

// run runs the engine on a problem. It returns how many solutions were shown, each of them once. The
// protocol has checked that they are solutions.
func (e *examinee) run(p *cover.Problem) (cover.Stats, int, error) {
	ctx, cancel := context.WithTimeout(e.ctx, caseTime)
	defer cancel()
	set := map[string]bool{}
	twice := ""
	stats, err := cover.Solve(ctx, e.engine, p, cover.Limits{}, func(options []int) bool {
		text := textOf(options)
		if set[text] {
			twice = text
		}
		set[text] = true
		return true
	})
	switch {
	case err != nil:
		return stats, 0, err
	case stats.Err != nil:
		return stats, 0, stats.Err
	case stats.Status == cover.Timeout:
		return stats, 0, fmt.Errorf("no answer within %v", caseTime)
	case twice != "":
		return stats, 0, fmt.Errorf("the solution of the options %s occurs twice", twice)
	}
	return stats, len(set), nil
}

// solves compares the solutions of a problem with the right ones, shown and counted.
func (e *examinee) solves(p *cover.Problem) error {
	if p.Items() > p.Primary() && !e.greeting.Capabilities.Secondary {
		e.note = "left out: the engine takes primary items only"
		return nil
	}
	want, err := right(p)
	if err != nil {
		return err
	}
	if !e.greeting.Capabilities.CountsOnly {
		stats, got, err := e.run(p)
		if err != nil {
			return err
		}
		if int64(got) != want || stats.Status != cover.Solved {
			return fmt.Errorf("it shows %d solutions and says %s, expected %d and solved", got, stats.Status, want)
		}
	}
	stats, err := e.count(p, cover.Limits{})
	if err == nil && (stats.Solutions != want || stats.Status != cover.Solved) {
		err = fmt.Errorf("it counts %d solutions and says %s, expected %d and solved", stats.Solutions, stats.Status, want)
	}
	return err
}

// count counts the solutions of a problem.
func (e *examinee) count(p *cover.Problem, limits cover.Limits) (cover.Stats, error) {
	ctx, cancel := context.WithTimeout(e.ctx, caseTime)
	defer cancel()
	stats, err := cover.Solve(ctx, e.engine, p, limits, nil)
	if err == nil {
		err = stats.Err
	}
	if err == nil && stats.Status == cover.Timeout {
		err = fmt.Errorf("no answer within %v", caseTime)
	}
	return stats, err
}

// right returns how many solutions a problem has.
func right(p *cover.Problem) (int64, error) {
	v, ok := solvers.Find("dlx_index")
	if !ok {
		return 0, errors.New("no solver to compare with")
	}
	stats, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
	return stats.Solutions, err
}
