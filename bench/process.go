package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/results"
)

// process is a worker process, seen from the process that started it.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *json.Encoder
	answers chan answer // closed when the process ends
	stop    chan struct{}
	stderr  firstBytes
	death   error // how the process ended; valid once answers is closed
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
		stop:    make(chan struct{}),
	}
	p.cmd.Env = append(os.Environ(), WorkerVariable+"=1")
	p.cmd.Stderr = &p.stderr
	p.cmd.SysProcAttr = ownProcessGroup()
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.out = json.NewEncoder(p.in)
	go p.listen(&answerBound{out: out, most: maxAnswer})
	return p, nil
}

// listen passes the answers on until the process ends.
func (p *process) listen(out io.Reader) {
	lines := json.NewDecoder(bufio.NewReaderSize(out, 64<<10))
	for {
		var a answer
		if lines.Decode(&a) != nil { // the end, or half an answer
			break
		}
		select {
		case p.answers <- a:
		case <-p.stop:
		}
	}
	p.cmd.Process.Kill() // it may have closed its output, or written something else than answers
	p.death = p.cmd.Wait()
	close(p.answers)
}

// send sends a request in the background, because a problem may be larger than a pipe's buffer.
func (p *process) send(q request) { go p.out.Encode(q) }

// kill kills the process and waits for its end.
func (p *process) kill() {
	close(p.stop)
	p.cmd.Process.Kill()
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
			if !ok {
				return failed(results.Crash, p.deathReason())
			}
			return a, nil, nil
		case <-late:
			return failed(cover.Timeout, "killed: it did not stop at its timeout")
		case <-tick:
			if used, ok := resident(p.cmd.Process.Pid); ok && used > memory {
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
