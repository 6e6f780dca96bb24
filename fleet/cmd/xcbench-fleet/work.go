package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
)

func workCommand() *cobra.Command {
	var workers int
	var again bool
	cmd := &cobra.Command{
		Use:   "work [flags]",
		Short: "Do the tasks of a plan until none are left",
		Long: `Work does tasks that 'xcbench-fleet submit' put on a server. Each worker searches
in a process of its own, with the checks of a run. Start it on any number of
machines. It can be killed at any moment and started again.

If somebody kills a worker, its task is tried again; after three times the task
is set aside, and the rest is done. If a machine dies, others take over when its
lease is over. A search that crashes or does not stop has that as its result.

Engines of the plan are named with --engine or --engines. Each machine may have
them in another place. Nothing runs that these flags do not name.`,
		Example: "  xcbench-fleet work --server nats://TOKEN@queue.example:4222 --workers 4",
	}
	workersFlag(cmd, &workers)
	cmd.Flags().BoolVar(&again, "again", false, "try the tasks again that were set aside")
	cli.EngineFlags(cmd)
	return onPlan(cmd, func(cmd *cobra.Command, server *fleet.Server, plan *fleet.Plan) error {
		if again {
			if _, err := server.Again(cmd.Context()); err != nil {
				return err
			}
		}
		return work(cmd, server, plan, workers)
	})
}

func workersFlag(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", 1, "work in `N` processes")
}

// work lets the workers do what they can. Each worker searches in a process of its own.
func work(cmd *cobra.Command, server *fleet.Server, plan *fleet.Plan, workers int) error {
	if workers < 1 {
		return cli.Usagef("--workers %d, expected at least 1", workers)
	}
	known := cli.Known(cmd)
	engines, err := fleet.EnginesOf(cmd.Context(), known, cli.NamesOf(plan.Engines, func(e fleet.Engine) string { return e.Name }))
	if err := cmp.Or(err, plan.Check(engines)); err != nil {
		return err
	}
	command, err := cli.WorkerProcess(cmd)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	ended := make(chan error)
	var writing sync.Mutex
	for range workers {
		w := fleet.Worker{Server: server, Plan: plan, Solvers: known, Command: command,
			Machine: fleet.ThisMachine(), Notes: func(text string) {
				writing.Lock()
				defer writing.Unlock()
				fmt.Fprintln(cmd.ErrOrStderr(), cli.Brief(text))
			}}
		go func() { ended <- w.Work(ctx) }()
	}
	for range workers {
		if one := <-ended; err == nil && one != nil {
			err = one
			cancel() // a full disk or a server that is gone stops all of them
		}
	}
	switch {
	case cmd.Context().Err() != nil:
		return errors.New("interrupted; the same command continues")
	case err != nil:
		return err
	}
	state, err := server.State(cmd.Context())
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d of %s done\n", state.Done, english.Count(plan.Tasks, "task"))
	if state.Done < plan.Tasks {
		return fmt.Errorf("%s without an answer; 'xcbench-fleet join' names them", english.Count(plan.Tasks-state.Done, "task"))
	}
	return nil
}
