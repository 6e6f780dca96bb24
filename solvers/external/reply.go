package external

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"xcbench/cover"
	"xcbench/internal/child"
)

// maxLine bounds a line of an engine's output, in bytes. The longest lines are models with a
// million variables.
const maxLine = 16 << 20

// A reply is what one process answers.
type reply struct {
	run    *run
	number int // of the current line, from 1
	exit   child.Exit
	stderr []byte

	answered  bool  // the output says how the search ended
	exhausted bool  // the engine says that there are no further solutions
	claimed   int64 // the number of solutions that it says it found; -1 if it does not say
	before    int64 // solutions found by earlier processes

	odd     string // the first line that was not understood, and its number
	oddLine int

	numbers map[string]int64 // by unit, see Spec.Patterns
}

func newReply(r *run) *reply {
	return &reply{run: r, claimed: -1, before: r.found, numbers: map[string]int64{}}
}

// read reads an output to its end, so that no closed pipe ends the process. It returns early if the run is over.
func (a *reply) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	for a.number = 1; lines.Scan(); a.number++ {
		if err := a.run.said.line(a, bytes.TrimRight(lines.Bytes(), "\r")); err != nil || a.run.over {
			return err
		}
	}
	err := lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = a.faultf("line %d is longer than %d MiB", a.number, maxLine>>20)
	}
	return err
}

// strange remembers a line that was not understood.
func (a *reply) strange(line []byte) {
	if a.oddLine == 0 && len(bytes.TrimSpace(line)) > 0 {
		a.odd, a.oddLine = child.Quote(line), a.number
	}
}

// faultf returns the error of a reply that is no answer, with the first line that was not understood
// and what the engine has written to its stderr.
func (a *reply) faultf(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if a.oddLine > 0 {
		text += fmt.Sprintf(": line %d: %s", a.oddLine, a.odd)
	}
	return errors.New(text + child.Gist(a.stderr))
}

// A lineError is the error of a line that cannot be part of an answer.
type lineError struct{ text string }

func (e *lineError) Error() string { return e.text }

func (a *reply) lineFault(line []byte, format string, args ...any) error {
	return &lineError{fmt.Sprintf("%s: line %d: %s", fmt.Sprintf(format, args...), a.number, child.Quote(line))}
}

// noAnswer returns the error of a process that ended without an answer.
func (a *reply) noAnswer() error {
	if a.exit.Err != nil {
		return a.faultf("%v without an answer", a.exit.Err)
	}
	return a.faultf("it ended without an answer")
}

// settle compares what the engine says with what it has shown, and keeps its statistics.
func (a *reply) settle(counts bool) error {
	r := a.run
	shown := r.found - a.before
	switch {
	case a.exit.Err != nil && !slices.Contains(r.engine.codec.exits, a.exit.Code):
		return a.faultf("%v", a.exit.Err)
	case !a.answered:
		return a.noAnswer()
	case counts && a.claimed < 0:
		return a.faultf("it gave no number of solutions")
	case a.claimed >= 0 && shown == 0 && r.visit == nil:
		if !r.count(a.claimed) {
			return cover.Wrongf("it found %d solutions, asked for at most %d", r.found, r.limit)
		}
	case a.claimed >= 0 && a.claimed != shown:
		return cover.Wrongf("it claims %d solutions and shows %d", a.claimed, shown)
	}
	stats := &r.stats
	for unit, sum := range map[string]*int64{"nodes": &stats.Nodes, "updates": &stats.Updates} {
		if n := a.value(unit); n >= 0 {
			*sum = max(*sum, 0) + n // a program may print no number that is 0
		}
	}
	for _, name := range cover.OwnCounters {
		*stats.Costs.Counter(name) += a.numbers[name]
	}
	return nil
}
