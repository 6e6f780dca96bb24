package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/fleet/jetstream"
	"xcbench/internal/child"
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
	log := &oneAtATime{w: cmd.ErrOrStderr()}
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
func (w *fleetWork) keep(ctx context.Context, p workplace, number int, log io.Writer) error {
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

// fleetMessage is what a worker process tells the process that started it. Messages are JSON, one a line
// of standard output.
type fleetMessage struct {
	Note  string           `json:"note,omitempty"`  // for people
	Taken *jetstream.Taken `json:"taken,omitempty"` // the pack that it has taken from a server
	Error string           `json:"error,omitempty"` // why it stops
}

// live runs one worker process. It returns how the process died, "" if nothing is left to do, and the
// error that it reported.
func (w *fleetWork) live(ctx context.Context, p workplace, name string, log io.Writer) (died string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	args := slices.Concat([]string{self, fleetName, "work", "--child", name}, p.arguments(), w.engineArgs)
	worker, err := child.Start(child.Command{Args: args, Env: []string{bench.WorkerVariable + "=1"}, Unmetered: true,
		Survives: true}) // it gives back its task
	if err != nil {
		return "", err
	}
	defer worker.Stdout.Close()
	stop := context.AfterFunc(ctx, func() { worker.Stdin.Close() }) // the worker gives back its task and ends
	defer stop()
	failed := ""
	for messages := json.NewDecoder(worker.Stdout); ; {
		var m fleetMessage
		if messages.Decode(&m) != nil {
			break
		}
		if m.Note != "" {
			fmt.Fprintln(log, m.Note)
		}
		if m.Taken != nil {
			p.took(name, *m.Taken)
		}
		failed = cmp.Or(m.Error, failed)
	}
	io.Copy(io.Discard, worker.Stdout)
	exit := worker.Wait()
	switch {
	case exit.Err == nil || ctx.Err() != nil:
		return "", nil
	case exit.Code == exitFailed || exit.Code == exitWrong:
		err = errors.New(cmp.Or(failed, strings.TrimPrefix(worker.Reason(), "xcbench: "), exit.Err.Error()))
		if exit.Code == exitWrong {
			err = wrongError{err}
		}
		return "", err
	}
	reason := exit.Err.Error()
	if first := worker.Reason(); first != "" {
		reason += ": " + brief(first)
	}
	return reason, nil
}

// oneAtATime passes on what several goroutines write.
type oneAtATime struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneAtATime) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(text)
}
