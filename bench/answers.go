package bench

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/results"
)

// A solver with a memory fault may make its worker write anything. An answer is believed only if an
// honest worker could have given it: otherwise it would be recorded as rows that no reader takes.

// maxAnswer bounds the memory that an answer can take, in bytes. The longest answers have the level
// profiles of many solvers.
const maxAnswer = 64 << 20

// answerBound is the output of a worker. Reading fails in an answer that is too long. An answer is
// one line.
type answerBound struct {
	out    io.Reader
	most   int // the bytes that an answer can take
	length int // of the current answer so far
}

var errLongAnswer = errors.New("a worker's answer is too long")

func (b *answerBound) Read(p []byte) (int, error) {
	if b.length > b.most {
		return 0, errLongAnswer
	}
	n, err := b.out.Read(p)
	for k := n - 1; k >= 0; k-- {
		if p[k] == '\n' {
			b.length = -k - 1
			break
		}
	}
	b.length += n
	return n, err
}

// dialogue checks the answers to one request.
type dialogue struct {
	request
	steps int    // that the worker has announced
	liar  string // the solver whose verdict cannot be, or ""
}

// refusal returns the failure to record of a worker whose answer has a fault, or nil.
func refusal(err error) *measurement {
	if err == nil {
		return nil
	}
	return &measurement{Stats: cover.Stats{Status: results.Crash}, Runs: 1,
		Fault: "killed: the worker gave an impossible answer: " + err.Error()}
}

// take checks the next answer. An answer that announces a step is not the last one.
func (d *dialogue) take(a answer) error {
	switch {
	case a.At != "":
		return d.step(a)
	case a.Error != "":
		return nil
	case !d.Verify && a.Measurement == nil:
		return errors.New("no measurement")
	case !d.Verify && a.Verdicts != nil || d.Next == "" && d.Verify && a.Measurement != nil:
		return errors.New("more than the request asks for")
	case d.Verify && len(a.Verdicts) != len(d.Solvers):
		return fmt.Errorf("%d verdicts on %d solvers", len(a.Verdicts), len(d.Solvers))
	}
	for k, v := range a.Verdicts {
		if v.Solver != d.Solvers[k] {
			return fmt.Errorf("a verdict on %q, expected one on %s", v.Solver, d.Solvers[k])
		}
		if err := v.check(); err != nil {
			d.liar = v.Solver
			return fmt.Errorf("%s: %w", v.Solver, err)
		}
	}
	if a.Measurement != nil {
		return a.Measurement.check()
	}
	return nil
}

// step checks an answer that announces a step. A verification prepares each solver a few times.
func (d *dialogue) step(a answer) error {
	d.steps++
	switch {
	case a.Verdicts != nil || a.Measurement != nil || a.Error != "":
		return errors.New("a step with a result")
	case !d.Verify || !slices.Contains(d.Solvers, a.At) || a.Sampling && a.At != d.Next:
		return fmt.Errorf("a step with %q, expected one with a solver of the request", a.At)
	case d.steps > 10*(len(d.Solvers)+1):
		return fmt.Errorf("%d steps with %d solvers", d.steps, len(d.Solvers))
	}
	return nil
}

func (v verdict) check() error {
	if v.Ended != "" && !slices.Contains(workerStatuses, v.Ended) {
		return fmt.Errorf("an end with the status %q", v.Ended)
	}
	if err := checkStats(v.Stats); err != nil {
		return err
	}
	v.Stats.Levels = v.Levels
	return v.Stats.CheckLevels()
}

func (m *measurement) check() error {
	for unit, cost := range m.Costs {
		if u, ok := results.FindUnit(unit); !ok || u.Always || u.ByLevel != nil || !(cost >= 0) || math.IsInf(cost, 0) {
			return fmt.Errorf("a cost of %v %q", cost, unit)
		}
	}
	if m.Runs < 1 {
		return fmt.Errorf("%d runs", m.Runs)
	}
	return checkStats(m.Stats)
}

// workerStatuses are the statuses that a worker finds. The others are about the worker itself.
var workerStatuses = []cover.Status{cover.Solved, cover.Limit, cover.Timeout, cover.Unsupported,
	cover.Memout, results.Crash, results.Wrong, results.Disagree,
	results.Unconfirmed}

func checkStats(s cover.Stats) error {
	const most = 1 << 53 // rows are read as floating-point numbers, which are exact up to here
	switch {
	case !slices.Contains(workerStatuses, s.Status):
		return fmt.Errorf("the status %q", s.Status)
	case s.Solutions < 0 || min(s.Nodes, s.Updates) < cover.Uncounted || max(s.Nodes, s.Updates) > most:
		return fmt.Errorf("%s solutions, %d nodes, %d updates", s.CountText(), s.Nodes, s.Updates)
	case s.Big != nil && (s.Solutions != math.MaxInt64 || s.Big.IsInt64() || s.Big.Sign() < 0):
		return fmt.Errorf("%d solutions, but exactly %s", s.Solutions, s.Big)
	case min(s.Setup, s.Search) < 0:
		return fmt.Errorf("%v to prepare and %v to search", s.Setup, s.Search)
	}
	return nil
}
