package conform

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers/external/xcb"
)

func (e *examinee) solvesRandom() error {
	for seed := range uint64(30) {
		p := random(seed)
		if p.Items() > p.Primary() && !e.can.Secondary {
			continue
		}
		if err := e.solves(p); err != nil {
			return fmt.Errorf("problem %d: %w", seed+1, err)
		}
	}
	return nil
}

// alternates keeps two searches, so that the engine gets each problem several times.
func (e *examinee) alternates() error {
	for range 3 {
		for _, n := range []int{4, 5} {
			if err := e.counts(partitions(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *examinee) limitsSolutions() error {
	for _, limit := range []int64{1, 7} {
		if limit > 1 && e.can.FirstOnly {
			break
		}
		stats, err := e.search(partitions(5), cover.Limits{Solutions: limit}, nil)
		if err != nil {
			return err
		}
		if stats.Status != cover.Limit { // the protocol has refuted another number
			return fmt.Errorf("it counts %d solutions and says %s, expected %d of 52, and limit", stats.Solutions, stats.Status, limit)
		}
	}
	return nil
}

func (e *examinee) limitsNodes() error {
	p := partitions(6)
	if e.can.FirstOnly {
		p = matchings(7)
	}
	all, err := e.search(p, cover.Limits{}, nil)
	if err != nil {
		return err
	}
	if all.Nodes <= 0 {
		e.note = "left out: the engine does not count nodes"
		return nil
	}
	stats, err := e.search(p, cover.Limits{Nodes: 10}, nil)
	if err != nil {
		return err
	}
	if stats.Status == cover.Solved && stats.Nodes == all.Nodes && all.Nodes > 10 {
		e.note = "it keeps no limit of nodes, so only its time bounds a search"
		return nil
	}
	if stats.Status != cover.Limit || stats.Nodes != min(10, all.Nodes) {
		return fmt.Errorf("it says %s after %d nodes, expected limit after 10", stats.Status, stats.Nodes)
	}
	return nil
}

func (e *examinee) repeats() error {
	var found [2]string
	for k := range found {
		stats, err := e.search(partitions(6), cover.Limits{}, nil)
		if err != nil {
			return err
		}
		found[k] = fmt.Sprintf("%d solutions, %d nodes, %d updates", stats.Solutions, stats.Nodes, stats.Updates)
	}
	if found[0] != found[1] {
		return fmt.Errorf("%s, then %s", found[0], found[1])
	}
	return nil
}

// endless returns a problem that the engine does not solve soon.
func (e *examinee) endless() *cover.Problem {
	if e.can.FirstOnly {
		return matchings(41)
	}
	return partitions(endlessItems)
}

// stopping returns the test that a search stops after 200 ms, when its context ends. It remarks on an engine that had to be
// killed, as most libraries have no way to stop: it loses its process at each timeout. On a busy machine, an engine may get
// no processor in the time that it has to stop. So it has some tries.
func stopping(ends func(context.Context, time.Duration) (context.Context, context.CancelFunc), remark string) func(*examinee) error {
	return func(e *examinee) (err error) {
		for range tries {
			ctx, cancel := ends(e.ctx, 200*time.Millisecond)
			err = e.stops(ctx)
			if cancel(); err == nil || e.ctx.Err() != nil {
				break
			}
		}
		if err == errKilled {
			e.note, err = remark+", so xcbench kills it and starts it again", nil
		}
		return err
	}
}

// tries is how often an engine may be too late at the end of its time.
const tries = 3

// cancelled returns a context that is cancelled after some time, without a deadline.
func cancelled(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	time.AfterFunc(after, cancel)
	return ctx, cancel
}

// errKilled means that the engine went on after the end of its time.
var errKilled = errors.New("it did not stop by itself and was killed")

// stops runs a search that the context ends, and then another one.
func (e *examinee) stops(ctx context.Context) error {
	before := e.engine.Started()
	stats, err := cover.Solve(ctx, e.engine, e.endless(), cover.Limits{}, nil)
	if err = cmp.Or(err, stats.Err); err == nil && stats.Status != cover.Timeout {
		err = fmt.Errorf("it says %s after %v, expected a timeout", stats.Status, stats.Search)
	}
	if err != nil {
		return err
	}
	if _, err := e.search(partitions(4), cover.Limits{}, nil); err != nil {
		return fmt.Errorf("the next search: %w", err)
	}
	if e.engine.Started() > before {
		return errKilled
	}
	return nil
}

// badProblems have two items, and an option that has a third one.
var badProblems = map[string]string{"dlx": "a b\na b\nc\n", "binary": little(2, 2, 2, 2, 0, 1, 1, 2),
	"pairs": little(2, 2, 2, 2, 0, 0, 1, 0, 1, 2, 0)}

// little returns numbers as bytes, the least significant byte first.
func little(numbers ...uint32) string {
	text, _ := binary.Append(nil, binary.LittleEndian, numbers)
	return string(text)
}

// refuses sends an option with an item that does not exist. An engine must say so, or end.
func (e *examinee) refuses() error {
	bad := badProblems[e.form]
	output, ended, err := e.tell(fmt.Sprintf("problem %s %d\n%s", e.form, len(bad), bad))
	_, answers, _ := strings.Cut(output, "\nready\n")
	answer, _, answered := strings.Cut(answers, "\n")
	switch word, _, _ := strings.Cut(answer, " "); {
	case word == "error", word == "unsupported", err != nil:
		return err
	case answered:
		return fmt.Errorf("it answers %q to an option with an unknown item, expected error or its end", answer)
	case !ended:
		return fmt.Errorf("no answer within %v", e.engine.Start)
	}
	return nil
}

// tell sends requests to a process of their own, and closes its input. It returns what the engine
// writes, and whether it ends by itself.
func (e *examinee) tell(requests string) (output string, ended bool, err error) {
	p, err := child.Start(e.engine.Command)
	if err != nil {
		return "", false, err
	}
	defer p.Stdout.Close()
	defer context.AfterFunc(e.ctx, p.Kill)()
	defer time.AfterFunc(e.engine.Start, p.Kill).Stop()
	go func() {
		io.WriteString(p.Stdin, xcb.Hello+"\n"+requests)
		p.Stdin.Close()
	}()
	text, _ := io.ReadAll(io.LimitReader(p.Stdout, maxOutput))
	return strings.ReplaceAll(string(text), "\r\n", "\n"), !p.Wait().Killed, nil
}

// maxOutput bounds the output in a test, in bytes.
const maxOutput = 16 << 20

func (e *examinee) restarts() error {
	e.engine.Close()
	return e.counts(partitions(5))
}

// tellsTimes only takes notes: without its own times, an engine is measured from outside.
func (e *examinee) tellsTimes() error {
	began := time.Now()
	stats, err := e.search(partitions(6), cover.Limits{}, nil)
	if err != nil {
		return err
	}
	e.note = fmt.Sprintf("%v to prepare, %v to search, %v from outside", stats.Setup.Round(time.Microsecond),
		stats.Search.Round(time.Microsecond), time.Since(began).Round(time.Microsecond))
	return nil
}

// ends closes the input of an engine that has nothing to do.
func (e *examinee) ends() error {
	_, ended, err := e.tell("")
	if err == nil && !ended {
		err = fmt.Errorf("it still runs %v after its input ended", e.engine.Start)
	}
	return err
}
