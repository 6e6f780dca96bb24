// Package child runs other processes: the workers that search, and engines. They cannot outlive
// their purpose. Each child leads a process group of its own, which is killed as a whole. The
// kernel's accounting says what the child cost.
//
// Start reading at [Start].
package child

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A Command is what to start.
type Command struct {
	Args []string // the program, and its arguments
	Dir  string   // the working directory; "" for the one of this process
	Env  []string // "KEY=VALUE", in addition to the environment of this process

	MaxFile uint64 // bounds each file that the child writes, in bytes, on Linux only; 0 for no bound

	Unmetered bool // do not look for the peak of the memory, as looking disturbs a measurement
}

// A Process is a running child.
type Process struct {
	// Stdin is the child's input. Writes fail once the child has closed it or has ended.
	Stdin io.WriteCloser
	// Stdout is the child's output. It ends soon after the child, even if a process that escaped
	// from the group keeps the pipe open.
	Stdout io.ReadCloser

	cmd    *exec.Cmd
	kill   func()
	out    output
	stderr *ends
	began  time.Time
	killed atomic.Bool
	peak   peakMeter
	exit   Exit          // valid once ended is closed
	ended  chan struct{} // closed when the child has ended
	done   chan struct{} // closed when its stderr has been read, too
}

// An Exit says how a child ended and what it cost.
type Exit struct {
	Err    error // nil if the exit status was 0
	Code   int   // the exit status; -1 if a signal ended the child
	Killed bool  // by [Process.Kill]
	Other  bool  // somebody else killed it: a signal ended it that is no sign of a fault, as SIGSEGV is
	Wall   time.Duration
	Usage
}

// Usage is what a child has cost. The kernel adds the descendants that the child has waited for.
type Usage struct {
	CPU  time.Duration // user and system time
	Peak int64         // the peak of the resident memory in bytes; 0 if unknown
}

// Start starts a child. [Process.Wait] need not be called: the child never becomes a zombie.
func Start(c Command) (*Process, error) {
	if len(c.Args) == 0 {
		return nil, errors.New("the command is empty; expected a program")
	}
	if f, ok := functions.Load(c.Args[0]); ok {
		return f.(Function).start(c), nil
	}
	p := &Process{cmd: exec.Command(c.Args[0], c.Args[1:]...), stderr: new(ends),
		ended: make(chan struct{}), done: make(chan struct{})}
	p.kill = func() { killTree(p.cmd.Process) }
	p.cmd.Dir, p.cmd.Env, p.cmd.SysProcAttr = c.Dir, append(os.Environ(), c.Env...), attributes()
	pipes, err := openPipes(3)
	if err != nil {
		return nil, err
	}
	stdin, in, out, stdout, errs, stderr := pipes[0], pipes[1], pipes[2], pipes[3], pipes[4], pipes[5]
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = stdin, stdout, stderr
	p.out = output{out}
	p.Stdin, p.Stdout = in, p.out
	started := make(chan error)
	go p.run(started, output{errs}, c)
	if err := <-started; err != nil {
		closeAll(pipes)
		return nil, err
	}
	closeAll([]*os.File{stdin, stdout, stderr})
	return p, nil
}

// startError returns an error of [exec.Cmd.Start] as the name of the program and the reason.
func startError(err error) error {
	switch e := err.(type) {
	case *fs.PathError: // of fork/exec
		return fmt.Errorf("%s: %w", e.Path, e.Err)
	case *exec.Error:
		return fmt.Errorf("%s: %w", e.Name, e.Err)
	}
	return err
}

// run starts the child and waits for its end. Linux kills the child when the thread that started it
// ends, so this goroutine keeps its thread.
func (p *Process) run(started chan<- error, errs output, c Command) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p.began = time.Now()
	if err := p.cmd.Start(); err != nil {
		started <- startError(err)
		return
	}
	if c.MaxFile > 0 {
		boundFiles(p.Pid(), c.MaxFile)
	}
	started <- nil
	if !c.Unmetered {
		p.peak.watch(p.Pid(), p.ended)
	}
	var copied sync.WaitGroup
	copied.Go(func() { io.Copy(p.stderr, errs) })
	p.exit = p.reap()
	close(p.ended)
	p.Stdin.Close() // a writer must not wait for a process that escaped from the group
	p.out.interrupt()
	errs.interrupt()
	copied.Wait()
	errs.Close()
	close(p.done)
}

// exitOf returns how the child ended, once it has been waited for.
func (p *Process) exitOf(err error, wall time.Duration) Exit {
	state := p.cmd.ProcessState
	signal, ok := state.Sys().(interface{ Signal() syscall.Signal })
	killed := p.killed.Load()
	return Exit{Err: err, Code: state.ExitCode(), Killed: killed, Wall: wall,
		Other: !killed && ok && slices.Contains(othersSignals, signal.Signal()),
		Usage: Usage{CPU: state.UserTime() + state.SystemTime(), Peak: p.peak.end(state)}}
}

// othersSignals are the signals that end a process because somebody wants it to end.
var othersSignals = []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}

// Kill kills the child and its group. On Linux it also kills the descendants that lead groups of
// their own, with these groups. It does not wait for their end.
func (p *Process) Kill() {
	if !p.Ended() {
		p.killed.Store(true)
		p.kill()
	}
}

// CPU returns the processor time that the child has used so far, or 0 if it is unknown. It takes
// less than a microsecond. Descendants are not included.
func (p *Process) CPU() time.Duration {
	switch {
	case p.Ended():
		return 0
	case p.cmd == nil:
		return time.Since(p.began)
	}
	return cpuOf(p.Pid())
}

// Peak returns the peak of the child's resident memory so far in bytes, or 0 if it is unknown.
func (p *Process) Peak() int64 {
	switch {
	case p.Ended():
		return 0
	case p.cmd == nil:
		return functionPeak
	}
	return PeakOf(strconv.Itoa(p.Pid()))
}

// Ended reports whether the child has ended: another process may have its id now.
func (p *Process) Ended() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// Done is closed when the child has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Pid returns the process id of the child, which is also the id of its group.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Wait waits for the end of the child. The rest of its output can still be read.
func (p *Process) Wait() Exit {
	<-p.done
	return p.exit
}

// Stderr returns what the child has written to its stderr so far. The middle of a long text is left
// out.
func (p *Process) Stderr() []byte { return p.stderr.bytes() }

// Reason returns the first line of the stderr that has a text, or "".
func (p *Process) Reason() string {
	for line := range bytes.Lines(p.Stderr()) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return string(line)
		}
	}
	return ""
}

// Gist quotes the first line and the last three lines of a stderr, as an addition to a sentence. Without
// lines it is "". A panic in Go begins with its reason; an exception in Python, JavaScript or Java, and a panic
// in Rust, end with it. Blank lines and indented ones, which are frames of the stack, are left out.
func Gist(stderr []byte) string {
	var all []string
	for line := range bytes.Lines(stderr) {
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] == line[0] {
			all = append(all, quote(text, 240))
		}
	}
	const last = 3
	if len(all) > last+1 {
		all = append(all[:1], all[len(all)-last:]...)
	}
	if len(all) == 0 {
		return ""
	}
	return ", stderr: " + strings.Join(all, ", ")
}

// Quote quotes the beginning of a line from another program, with control characters and invalid
// UTF-8 escaped.
func Quote(line []byte) string { return quote(line, 80) }

func quote(line []byte, most int) string {
	if len(line) > most {
		return strconv.Quote(string(line[:most])) + "..."
	}
	return strconv.Quote(string(line))
}

// openPipes opens pipes, and returns the ends of each, first the one to read from.
func openPipes(n int) (ends []*os.File, err error) {
	for range n {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ends)
			return nil, err
		}
		ends = append(ends, r, w)
	}
	return ends, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// output is the reading end of a pipe; the child writes to the other end.
type output struct{ pipe *os.File }

// interrupt ends a read that waits, because the child has ended.
func (o output) interrupt() { o.pipe.SetReadDeadline(time.Now()) }

// Close implements [io.Closer].
func (o output) Close() error { return o.pipe.Close() }

// Read reads from the pipe. Once the child has ended, it no longer waits: all output of the child
// is in the pipe, and only a process that escaped from the group can still write.
func (o output) Read(b []byte) (int, error) {
	n, err := o.pipe.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return readLeft(o.pipe, b)
	}
	return n, err
}

// ends keeps the beginning and the end of what is written to it.
type ends struct {
	mu   sync.Mutex
	text []byte
	cut  bool // the middle is left out
}

// maxStderr bounds the memory of an error output, in bytes.
const maxStderr = 64 << 10

func (e *ends) Write(text []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.text = append(e.text, text...)
	if over := len(e.text) - maxStderr; over > 0 {
		e.text, e.cut = slices.Delete(e.text, maxStderr/2, maxStderr/2+over), true
	}
	return len(text), nil
}

func (e *ends) bytes() []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.cut {
		return slices.Clone(e.text)
	}
	return slices.Concat(e.text[:maxStderr/2], []byte("\n...\n"), e.text[maxStderr/2:])
}
