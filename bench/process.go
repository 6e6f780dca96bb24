package bench

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/internal/child"
	"xcbench/results"
)

// process is a running worker, seen from the process that started it.
type process struct {
	send    func(call)    // sends a call; there must be no other one on its way
	replies chan reply    // closed when the worker has ended
	tick    *time.Ticker  // when to look at the worker's time and memory
	kill    func()        // ends it, with the programs of engines
	failed  func() *Found // how it ended
	memory  func() int64  // what it uses now
}

// WorkerVariable is set in the environment of worker processes. A worker that started workers would
// begin an endless chain, so it refuses to.
const WorkerVariable = "XCBENCH_WORKER"

// CanBoundMemory says whether [Isolation.Memory] is enforced on this system.
const CanBoundMemory = runtime.GOOS == "linux"

func newProcess() *process {
	return &process{replies: make(chan reply, 8), tick: time.NewTicker(lookInterval)}
}

func startProcess(command []string) (*process, error) {
	if os.Getenv(WorkerVariable) != "" {
		return nil, fmt.Errorf("%s is set: a worker process cannot start another one; unset it to begin a run",
			WorkerVariable)
	}
	c, err := child.Start(child.Command{Args: command, Env: []string{WorkerVariable + "=1"}, Unmetered: true})
	if err != nil {
		return nil, err
	}
	p := newProcess()
	// In the background, because a problem may be larger than a pipe's buffer.
	p.send = func(one call) { go json.NewEncoder(c.Stdin).Encode(one) }
	p.memory = func() int64 { return child.Resident(c.Pid()) }
	p.kill = func() {
		c.Kill()
		for range p.replies { // until its end
		}
	}
	p.failed = func() *Found {
		switch exit := c.Wait(); {
		case exit.Other:
			return failed(results.Killed, "the worker was killed from outside ("+exit.Err.Error()+")")
		case exit.Err == nil:
			return failed(results.Crash, cmp.Or(c.Reason(), "the worker process ended without an error message"))
		default:
			return failed(results.Crash, cmp.Or(c.Reason(), exit.Err.Error()))
		}
	}
	go func() {
		wait := time.Duration(0)
		if err := p.listen(c.Stdout); err == io.EOF || err == io.ErrUnexpectedEOF {
			wait = farewell
		}
		kill := time.AfterFunc(wait, c.Kill)
		c.Wait()
		kill.Stop()
		c.Stdout.Close()
		close(p.replies)
	}()
	return p, nil
}

// farewell is how long a process may live after it closed its output. A process that wrote
// something else than replies is killed at once.
const farewell = 10 * time.Second

// startHere starts a worker in this process. It answers calls until it is killed, but a search goes on until it stops
// by itself.
func startHere() *process {
	calls := make(chan call, 1)
	ctx, cancel := context.WithCancel(context.Background())
	p := newProcess()
	p.send, p.memory = func(c call) { calls <- c }, func() int64 { return 0 }
	p.kill = func() {
		cancel()
		close(calls)
	}
	go serve(ctx, calls, func(r reply) error {
		select {
		case p.replies <- r:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	return p
}

// listen passes the replies on until there are no more. Somebody has to take them until then.
func (p *process) listen(out io.Reader) error {
	lines := json.NewDecoder(bufio.NewReaderSize(bounded.Lines("worker", out, maxReply), 64<<10))
	for {
		var r reply
		if err := lines.Decode(&r); err != nil {
			return err
		}
		p.replies <- r
	}
}

// lookInterval is the time between two looks at a worker's time and memory.
const lookInterval = 5 * time.Millisecond

// await waits for a reply. It gives up after maxWait, and as soon as the worker uses more memory than
// this; 0 means no bound. In place of a reply it may return how the worker failed.
func (p *process) await(ctx context.Context, maxWait time.Duration, memory int64) (r reply, failure *Found, err error) {
	began := time.Now()
	for {
		select {
		case r, ok := <-p.replies:
			switch {
			case ok:
				return r, nil, nil
			case ctx.Err() != nil: // Ctrl-C may have ended the worker too
				return r, nil, ctx.Err()
			}
			failure = p.failed()
		case <-p.tick.C:
			switch {
			case maxWait > 0 && time.Since(began) > maxWait:
				failure = failed(cover.Timeout, "killed: it did not stop at its timeout")
			case memory > 0 && p.memory() > memory:
				failure = failed(cover.Memout, "killed: it used too much memory")
			default:
				continue
			}
		case <-ctx.Done():
			return r, nil, ctx.Err()
		}
		failure.Stats.Search = time.Since(began)
		return r, failure, nil
	}
}
