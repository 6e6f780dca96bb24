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
	"sync"
	"time"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/internal/child"
	"xcbench/results"
	"xcbench/solvers"
)

// process is a running worker, seen from the process that started it.
type process struct {
	calls   *json.Encoder
	sending sync.Mutex
	replies chan reply    // closed when the worker has ended
	end     func()        // kills it, with the programs of engines
	failed  func() *Found // how it ended
	memory  func() int64  // what it uses now
}

// WorkerVariable is set in the environment of worker processes. A worker that started workers would
// begin an endless chain, so it refuses to.
const WorkerVariable = "XCBENCH_WORKER"

// CanBoundMemory says whether [Isolation.Memory] is enforced on this system.
const CanBoundMemory = runtime.GOOS == "linux"

func startProcess(command []string) (*process, error) {
	if os.Getenv(WorkerVariable) != "" {
		return nil, fmt.Errorf("%s is set: a worker process cannot start another one; unset it to begin a run",
			WorkerVariable)
	}
	c, err := child.Start(child.Command{Args: command, Env: []string{WorkerVariable + "=1"}, Unmetered: true})
	if err != nil {
		return nil, err
	}
	p := &process{calls: json.NewEncoder(c.Stdin), replies: make(chan reply), end: c.Kill,
		memory: func() int64 { return child.Resident(c.Pid()) }}
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

// startHere starts a worker in this process, which finds its solvers by this function. It cannot be
// killed: its search goes on until it stops by itself.
func startHere(find func(string) (solvers.Variant, bool)) *process {
	in, calls := io.Pipe()
	replies, out := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	p := &process{calls: json.NewEncoder(calls), replies: make(chan reply),
		end:    func() { calls.Close(); replies.Close() },
		failed: func() *Found { return failed(results.Crash, "the worker ended") },
		memory: func() int64 { return 0 },
	}
	go func() {
		serve(ctx, find, in, out, cancel)
		in.Close()
		out.Close()
	}()
	go func() {
		p.listen(replies)
		close(p.replies)
	}()
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

// send sends a call in the background, because a problem may be larger than a pipe's buffer.
func (p *process) send(c call) {
	go func() {
		p.sending.Lock()
		defer p.sending.Unlock()
		p.calls.Encode(c)
	}()
}

// kill ends the worker and waits for its end.
func (p *process) kill() {
	p.end()
	for range p.replies {
	}
}

// memoryInterval is the time between two readings of a worker's memory.
const memoryInterval = 5 * time.Millisecond

// await waits for a reply. It gives up after maxWait, and as soon as the worker uses more memory than
// this; 0 means no bound. In place of a reply it may return how the worker failed.
func (p *process) await(ctx context.Context, maxWait time.Duration, memory int64) (reply, *Found, error) {
	var late, tick <-chan time.Time
	if maxWait > 0 {
		late = time.After(maxWait)
	}
	if memory > 0 {
		tick = time.Tick(memoryInterval)
	}
	for {
		select {
		case r, ok := <-p.replies:
			switch {
			case ok:
				return r, nil, nil
			case ctx.Err() != nil: // Ctrl-C may have ended the worker too
				return reply{}, nil, ctx.Err()
			}
			return reply{}, p.failed(), nil
		case <-late:
			return reply{}, failed(cover.Timeout, "killed: it did not stop at its timeout"), nil
		case <-tick:
			if p.memory() > memory {
				return reply{}, failed(results.Memout, "killed: it used too much memory"), nil
			}
		case <-ctx.Done():
			return reply{}, nil, ctx.Err()
		}
	}
}
