package conform

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers/external/xcb"
)

func (e *examinee) solvesRandom() {
	for seed := range uint64(30) {
		p := random(seed)
		if p.Items() > p.Primary() && !e.can.Secondary {
			continue
		}
		if e.solves(p); e.Err != nil {
			e.Err = fmt.Errorf("problem %d: %w", seed+1, e.Err)
			return
		}
	}
}

// alternates keeps two searches, so that the engine gets each problem several times.
func (e *examinee) alternates() {
	for range 3 {
		e.counts(partitions(4))
		e.counts(partitions(5))
	}
}

func (e *examinee) limitsSolutions() {
	for _, limit := range []int64{1, 7} {
		if limit > 1 && e.can.FirstOnly {
			break
		}
		stats := e.search(partitions(5), cover.Limits{Solutions: limit}, nil)
		if stats.Status != cover.Limit { // the protocol has refuted another number
			e.fail("it counts %d solutions and says %s, expected %d of 52, and limit", stats.Solutions, stats.Status, limit)
		}
	}
}

func (e *examinee) limitsNodes() {
	p := partitions(6)
	if e.can.FirstOnly {
		p = matchings(7)
	}
	all := e.search(p, cover.Limits{}, nil)
	if e.Err == nil && all.Nodes <= 0 {
		e.Note = "left out: the engine does not count nodes"
		return
	}
	stats := e.search(p, cover.Limits{Nodes: 10}, nil)
	switch {
	case stats.Status == cover.Solved && stats.Nodes == all.Nodes && all.Nodes > 10:
		e.Note = "it keeps no limit of nodes, so only its time bounds a search"
	case stats.Status != cover.Limit || stats.Nodes != min(10, all.Nodes):
		e.fail("it says %s after %d nodes, expected limit after 10", stats.Status, stats.Nodes)
	}
}

func (e *examinee) repeats() {
	var found [2]string
	for k := range found {
		stats := e.search(partitions(6), cover.Limits{}, nil)
		found[k] = fmt.Sprintf("%d solutions, %d nodes, %d updates", stats.Solutions, stats.Nodes, stats.Updates)
	}
	if found[0] != found[1] {
		e.fail("%s, then %s", found[0], found[1])
	}
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
func stopping(ends func(context.Context, time.Duration) (context.Context, context.CancelFunc), remark string) func(*examinee) {
	return func(e *examinee) {
		killed := true
		for try := 0; try < tries && (killed || e.Err != nil) && e.ctx.Err() == nil; try++ {
			e.Err = nil
			ctx, cancel := ends(e.ctx, 200*time.Millisecond)
			killed = e.stops(ctx)
			cancel()
		}
		if killed && e.Err == nil {
			e.Note = remark + ", so xcbench kills it and starts it again"
		}
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

// stops runs a search that the context ends, and then another one. It returns whether the engine went on after the
// end of its time and was killed.
func (e *examinee) stops(ctx context.Context) (killed bool) {
	before := e.engine.Started()
	if stats := e.run(ctx, e.endless(), cover.Limits{}, nil); stats.Status != cover.Timeout {
		e.fail("it says %s after %v, expected a timeout", stats.Status, stats.Search)
		return false
	}
	if e.search(partitions(4), cover.Limits{}, nil); e.Err != nil {
		e.Err = fmt.Errorf("the next search: %w", e.Err)
	}
	return e.engine.Started() > before
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
func (e *examinee) refuses() {
	bad := badProblems[e.form]
	output, ended := e.tell(fmt.Sprintf("problem %s %d\n%s", e.form, len(bad), bad))
	_, answers, _ := strings.Cut(output, "\nready\n")
	answer, _, answered := strings.Cut(answers, "\n")
	switch word, _, _ := strings.Cut(answer, " "); {
	case word == "error", word == "unsupported":
	case answered:
		e.fail("it answers %q to an option with an unknown item, expected error or its end", answer)
	case !ended:
		e.fail("no answer within %v", e.engine.Start)
	}
}

// tell sends requests to a process of their own, and closes its input. It returns what the engine
// writes, and whether it ends by itself.
func (e *examinee) tell(requests string) (output string, ended bool) {
	p, err := child.Start(e.engine.Command)
	if err != nil {
		e.Err = err
		return "", false
	}
	defer p.Stdout.Close()
	defer context.AfterFunc(e.ctx, p.Kill)()
	defer time.AfterFunc(e.engine.Start, p.Kill).Stop()
	go func() {
		io.WriteString(p.Stdin, xcb.Hello+"\n"+requests)
		p.Stdin.Close()
	}()
	text, _ := io.ReadAll(io.LimitReader(p.Stdout, maxOutput))
	return strings.ReplaceAll(string(text), "\r\n", "\n"), !p.Wait().Killed
}

// maxOutput bounds the output in a test, in bytes.
const maxOutput = 16 << 20

func (e *examinee) restarts() {
	e.engine.Close()
	e.counts(partitions(5))
}

// tellsTimes only takes notes: without its own times, an engine is measured from outside.
func (e *examinee) tellsTimes() {
	began := time.Now()
	if stats := e.search(partitions(6), cover.Limits{}, nil); e.Err == nil {
		e.Note = fmt.Sprintf("%v to prepare, %v to search, %v from outside", stats.Setup.Round(time.Microsecond),
			stats.Search.Round(time.Microsecond), time.Since(began).Round(time.Microsecond))
	}
}

// ends closes the input of an engine that has nothing to do.
func (e *examinee) ends() {
	if _, ended := e.tell(""); !ended {
		e.fail("it still runs %v after its input ended", e.engine.Start)
	}
}
