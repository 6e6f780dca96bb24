package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"xcbench/cover"
	"xcbench/results"
)

// process is a worker process, seen from the process that started it.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *json.Encoder
	answers chan answer   // closed when the process ends
	ended   chan struct{} // closed when the process has ended
	stderr  firstBytes

	// How the process ended; valid once answers is closed.
	death   error
	outside bool // a signal of somebody else ended it
}

// WorkerVariable is set in the environment of worker processes. A worker that started workers would
// begin an endless chain, so it refuses to.
const WorkerVariable = "XCBENCH_WORKER"

func startProcess(command []string) (*process, error) {
	if os.Getenv(WorkerVariable) != "" {
		return nil, fmt.Errorf("%s is set: a worker process cannot start another one; unset it to begin a run",
			WorkerVariable)
	}
	p := &process{
		cmd:     exec.Command(command[0], command[1:]...),
		answers: make(chan answer),
		ended:   make(chan struct{}),
	}
	p.cmd.Env = append(os.Environ(), WorkerVariable+"=1")
	p.cmd.Stderr = &p.stderr
	p.cmd.SysProcAttr = workerAttributes()
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.start(); err != nil {
		return nil, err
	}
	p.out = json.NewEncoder(p.in)
	go p.listen(&answerBound{out: out, most: maxAnswer})
	return p, nil
}

// start starts the process. Linux kills the process when the thread that started it ends, so a
// goroutine keeps that thread until the process has ended.
func (p *process) start() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			<-p.ended
		}
	}()
	return <-started
}

// listen passes the answers on until the process ends. Somebody has to take them until then.
func (p *process) listen(out io.Reader) {
	lines := json.NewDecoder(bufio.NewReaderSize(out, 64<<10))
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
	kill := time.AfterFunc(wait, func() { killTree(p.cmd.Process) })
	p.death = p.cmd.Wait()
	p.outside = kill.Stop() && endedFromOutside(p.cmd.ProcessState)
	close(p.ended)
	close(p.answers)
}

// farewell is how long a process may live after it closed its output. A process that wrote
// something else than answers is killed at once.
const farewell = 10 * time.Second

// outsideSignals are the signals that other processes send. The signals of faults, such as SIGSEGV,
// are not among them.
var outsideSignals = []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}

// endedFromOutside reports whether a signal ended a process that other processes send.
func endedFromOutside(state *os.ProcessState) bool {
	status, ok := state.Sys().(interface{ Signal() syscall.Signal })
	return ok && slices.Contains(outsideSignals, status.Signal())
}

// send sends a request in the background, because a problem may be larger than a pipe's buffer.
func (p *process) send(q request) { go p.out.Encode(q) }

// kill kills the process, with the programs of engines, and waits for its end.
func (p *process) kill() {
	killTree(p.cmd.Process)
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
			case p.outside:
				return failed(results.Killed, "the worker was killed from outside ("+p.death.Error()+")")
			}
			return failed(results.Crash, p.deathReason())
		case <-late:
			return failed(cover.Timeout, "killed: it did not stop at its timeout")
		case <-tick:
			if residentTree(p.cmd.Process.Pid) > memory {
				return failed(results.Memout, "killed: it used too much memory")
			}
		case <-ctx.Done():
			return answer{}, nil, ctx.Err()
		}
	}
}

// deathReason returns the first line that the process wrote to stderr, or else its exit status.
func (p *process) deathReason() string {
	for line := range strings.Lines(string(p.stderr)) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	if p.death == nil {
		return "the worker process ended without an error message"
	}
	return p.death.Error()
}

// firstBytes keeps the first 4 KB of what is written to it.
type firstBytes []byte

func (b *firstBytes) Write(text []byte) (int, error) {
	if room := 4<<10 - len(*b); room > 0 {
		*b = append(*b, text[:min(room, len(text))]...)
	}
	return len(text), nil
}
