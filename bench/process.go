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

// process is a worker process as seen from outside.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *json.Encoder
	answers chan answer // closed at the death of the process
	stop    chan struct{}
	errors  head  // the beginning of what it said on stderr
	death   error // once answers is closed
}

// WorkerVariable is set in the environment of worker processes. A worker that starts
// workers would be the first of a chain without end, so [isolation] refuses.
const WorkerVariable = "XCBENCH_WORKER"

func start(command []string) (*process, error) {
	if os.Getenv(WorkerVariable) != "" {
		return nil, fmt.Errorf("a worker process cannot start another one (%s is set)", WorkerVariable)
	}
	p := &process{cmd: exec.Command(command[0], command[1:]...), answers: make(chan answer), stop: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), WorkerVariable+"=1")
	p.cmd.Stderr = &p.errors
	p.cmd.SysProcAttr = apart()
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
	go p.listen(out)
	return p, nil
}

// listen passes the answers on, up to the death of the process.
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
	p.cmd.Process.Kill() // if it closed its output, or talks nonsense
	p.death = p.cmd.Wait()
	close(p.answers)
}

// send sends a request in the background: a problem may be larger than a pipe.
func (p *process) send(q request) { go p.out.Encode(q) }

// kill ends the process and waits for its end.
func (p *process) kill() {
	close(p.stop)
	p.cmd.Process.Kill()
	for range p.answers {
	}
}

// watchEvery is the time between two looks at the memory of a process.
const watchEvery = 5 * time.Millisecond

// await waits for an answer: not longer than patience, if that is not 0, nor while
// the process takes more than so much memory, if that is not 0.
func (p *process) await(ctx context.Context, patience time.Duration, memory int64) (answer, *fate, error) {
	var late, look <-chan time.Time
	if patience > 0 {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		late = timer.C
	}
	if memory > 0 {
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		look = ticker.C
	}
	for {
		select {
		case a, ok := <-p.answers:
			if !ok {
				return a, &fate{status: results.Crash, reason: p.lastWords()}, nil
			}
			return a, nil, nil
		case <-late:
			return answer{}, &fate{status: cover.Timeout, reason: "killed, it did not stop by itself"}, nil
		case <-look:
			if taken, ok := resident(p.cmd.Process.Pid); ok && taken > memory {
				return answer{}, &fate{status: results.Memout, reason: "killed, it took too much memory"}, nil
			}
		case <-ctx.Done():
			return answer{}, nil, ctx.Err()
		}
	}
}

// lastWords says why the process died.
func (p *process) lastWords() string {
	for line := range strings.Lines(string(p.errors)) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	if p.death == nil {
		return "the worker process ended"
	}
	return p.death.Error()
}

// head keeps the first 4 KB of what is written.
type head []byte

func (h *head) Write(text []byte) (int, error) {
	if room := 4<<10 - len(*h); room > 0 {
		*h = append(*h, text[:min(room, len(text))]...)
	}
	return len(text), nil
}
