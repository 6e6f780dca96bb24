package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// A Function stands for a program in the tests of those who start programs. It runs in this process,
// so it starts in microseconds, ends with its test, and has the clock of a bubble of testing/synctest.
// Its context ends when it is killed. Its pipes have no buffers. It returns an exit status.
type Function func(ctx context.Context, c Command, in io.Reader, out, stderr io.Writer) (status int)

var functions sync.Map // each a Function, by the name of the program that it stands for

const functionPeak = 1 << 20

// Register makes a function stand for a program, until remove is called.
func Register(program string, f Function) (remove func()) {
	functions.Store(program, f)
	return func() { functions.Delete(program) }
}

// start is Start for a function. Its processor time is the time since it began, and its peak
// is functionPeak.
func (f Function) start(c Command) *Process {
	ctx, kill := context.WithCancel(context.Background())
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	p := &Process{Stdin: stdin, Stdout: stdout, stderr: new(ends), began: time.Now(), kill: kill,
		ended: make(chan struct{}), done: make(chan struct{})}
	context.AfterFunc(ctx, func() { in.Close(); out.Close() })
	go func() {
		code := f(ctx, c, in, out, p.stderr)
		kill() // closes the pipes
		took := time.Since(p.began)
		p.exit = Exit{Code: code, Wall: took, Usage: Usage{took, functionPeak}}
		if p.exit.Killed = p.killed.Load(); p.exit.Killed {
			p.exit.Code, p.exit.Err = -1, errors.New("signal: killed")
		} else if code != 0 {
			p.exit.Err = fmt.Errorf("exit status %d", code)
		}
		close(p.ended)
		close(p.done)
	}()
	return p
}
