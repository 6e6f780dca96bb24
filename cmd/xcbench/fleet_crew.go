package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"xcbench/bench"
)

// exitGivenBack is the exit status of a worker process that was asked to stop.
const exitGivenBack = 75

// mostIdleDeaths is how many processes in a row may die before they have taken a task.
const mostIdleDeaths = 3

// supervise starts the worker processes and waits for them.
func (w *fleetWork) supervise(cmd *cobra.Command, p workplace) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	errs := make([]error, w.workers)
	var busy sync.WaitGroup
	log := &lines{w: cmd.ErrOrStderr()}
	for k := range w.workers {
		busy.Go(func() {
			if errs[k] = w.keep(ctx, p, k, log); errs[k] != nil {
				cancel() // a full disk or a folder that is gone stops all of them
			}
		})
	}
	busy.Wait()
	left, err := p.report(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
	if err = conflict(cmp.Or(errors.Join(errs...), err)); err != nil && cmd.Context().Err() == nil {
		return err
	}
	switch {
	case cmd.Context().Err() != nil:
		return errors.New("interrupted; the same command continues")
	case left > 0:
		return exitStatus(exitFailed)
	}
	return nil
}

// keep keeps a worker process running until there is nothing left to do.
func (w *fleetWork) keep(ctx context.Context, p workplace, number int, log *lines) error {
	idle := 0
	for life := 1; ctx.Err() == nil; life++ {
		name := fmt.Sprintf("%d.%d.%d", os.Getpid(), number+1, life)
		reason, err := w.live(ctx, p, name, log)
		if err != nil || reason == "" {
			return err
		}
		working, err := p.mourn(context.WithoutCancel(ctx), name, reason)
		if err != nil {
			return err
		}
		if idle++; working {
			idle = 0
		}
		if idle == mostIdleDeaths {
			return fmt.Errorf("%d worker processes died before they began: %s", idle, reason)
		}
	}
	return nil
}

// live runs one worker process. It returns how the process died, "" if nothing is left to do, and the
// error that it reported.
func (w *fleetWork) live(ctx context.Context, p workplace, name string, log *lines) (died string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(self, slices.Concat([]string{fleetName, "work", "--child", name}, p.arguments(), w.engineArgs)...)
	cmd.Env = append(os.Environ(), bench.WorkerVariable+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	defer in.Close()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return "", err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { in.Close() }) // the worker gives back its task and ends
	defer stop()
	told := make(chan struct{})
	go func() {
		defer close(told)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.took(name, lines.Bytes())
		}
	}()
	first, last := log.copy(stderr)
	<-told
	err = cmd.Wait()
	switch code := cmd.ProcessState.ExitCode(); {
	case err == nil || ctx.Err() != nil:
		return "", nil
	case code == exitFailed || code == exitWrong:
		err = errors.New(strings.TrimPrefix(cmp.Or(last, err.Error()), "xcbench: "))
		if code == exitWrong {
			err = wrongError{err}
		}
		return "", err
	}
	reason := err.Error()
	if first != "" {
		reason += ": " + brief(first)
	}
	return reason, nil
}

// lines passes on the lines of worker processes, one at a time.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

// copy passes on what is not an error message, and returns the first and the last line. The last
// line of a worker that fails is its error.
func (l *lines) copy(from io.Reader) (first, last string) {
	scanner := bufio.NewScanner(from)
	for scanner.Scan() {
		text := scanner.Text()
		first, last = cmp.Or(first, text), text
		if strings.HasPrefix(text, "task ") || strings.HasPrefix(text, "queue: ") {
			l.mu.Lock()
			fmt.Fprintln(l.w, text)
			l.mu.Unlock()
		}
	}
	io.Copy(io.Discard, from) // a line that is too long
	return first, last
}
