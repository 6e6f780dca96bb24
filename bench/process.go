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
	"xcbench/internal/child"
	"xcbench/results"
)

// process is a worker process, seen from the process that started it.
type process struct {
	*child.Process
	out     *json.Encoder
	sending sync.Mutex
	answers chan answer // closed when the process has ended
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
	p := &process{Process: c, out: json.NewEncoder(c.Stdin), answers: make(chan answer)}
	go p.listen()
	return p, nil
}

// listen passes the answers on until the process ends. Somebody has to take them until then.
func (p *process) listen() {
	lines := json.NewDecoder(bufio.NewReaderSize(&answerBound{out: p.Stdout, most: maxAnswer}, 64<<10))
	var err error
	for {
		var a answer
		if err = lines.Decode(&a); err != nil {
			break
		}
		p.answers <- a
	}
	wait := time.Duration(0)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		wait = farewell
	}
	kill := time.AfterFunc(wait, p.Kill)
	p.Wait()
	kill.Stop()
	p.Stdout.Close()
	close(p.answers)
}

// farewell is how long a process may live after it closed its output. A process that wrote
// something else than answers is killed at once.
const farewell = 10 * time.Second

// send sends a request in the background, because a problem may be larger than a pipe's buffer.
func (p *process) send(q request) {
	go func() {
		p.sending.Lock()
		defer p.sending.Unlock()
		p.out.Encode(q)
	}()
}

// kill kills the process, with the programs of engines, and waits for its end.
func (p *process) kill() {
	p.Kill()
	for range p.answers {
	}
}

// memoryInterval is the time between two readings of a worker's memory.
const memoryInterval = 5 * time.Millisecond

// await waits for an answer. It gives up after maxWait, and as soon as the process uses more memory
// than this; 0 means no bound. In place of an answer it may return how the worker failed, as the
// measurement to record.
func (p *process) await(ctx context.Context, maxWait time.Duration, memory int64) (answer, *measurement, error) {
	failed := func(status cover.Status, why string) (answer, *measurement, error) {
		return answer{}, &measurement{Stats: cover.Stats{Status: status}, Runs: 1, Fault: why}, nil
	}
	var late, tick <-chan time.Time
	if maxWait > 0 {
		late = time.After(maxWait)
	}
	if memory > 0 {
		tick = time.Tick(memoryInterval)
	}
	for {
		select {
		case a, ok := <-p.answers:
			switch {
			case ok:
				return a, nil, nil
			case ctx.Err() != nil: // Ctrl-C may have ended the worker too
				return answer{}, nil, ctx.Err()
			}
			exit := p.Wait()
			switch {
			case exit.Other:
				return failed(results.Killed, "the worker was killed from outside ("+exit.Err.Error()+")")
			case exit.Err == nil:
				return failed(results.Crash, cmp.Or(p.Reason(), "the worker process ended without an error message"))
			}
			return failed(results.Crash, cmp.Or(p.Reason(), exit.Err.Error()))
		case <-late:
			return failed(cover.Timeout, "killed: it did not stop at its timeout")
		case <-tick:
			if child.Resident(p.Pid()) > memory {
				return failed(results.Memout, "killed: it used too much memory")
			}
		case <-ctx.Done():
			return answer{}, nil, ctx.Err()
		}
	}
}
