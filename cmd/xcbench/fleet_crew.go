package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
)

// run lets the workers do what they can. Each has a process in which it searches.
func (w *fleetWork) run(cmd *cobra.Command, p workplace) error {
	command, err := cli.WorkerProcess(cmd)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	errs := make([]error, w.workers)
	log := &oneAtATime{w: cmd.ErrOrStderr()}
	notes := func(text string) { fmt.Fprintln(log, cli.Brief(text)) }
	var busy sync.WaitGroup
	for k := range w.workers {
		busy.Go(func() {
			q, lease, err := p.queue(ctx, fleet.ThisMachine(fmt.Sprintf("%d.%d", os.Getpid(), k+1)), notes)
			if err == nil {
				worker := fleet.NewWorker(lease, command, w.builds.of)
				worker.Solvers = cli.Known(cmd)
				_, err = worker.Work(ctx, q)
			}
			if err != nil && ctx.Err() == nil {
				errs[k] = err
				cancel() // a full disk or a folder that is gone stops all of them
			}
		})
	}
	busy.Wait()
	left, err := p.report(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
	if cmd.Context().Err() != nil {
		return errors.New("interrupted; the same command continues")
	}
	if err = conflict(cmp.Or(errors.Join(errs...), err)); err == nil && left > 0 {
		err = cli.ExitStatus(cli.ExitFailed)
	}
	return err
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
