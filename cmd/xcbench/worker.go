package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/internal/cli"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// workerCommand is the worker process that run and verify start. Users do not call it.
func workerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: cli.WorkerName, Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			in := bufio.NewReader(cmd.InOrStdin())
			if first, _ := in.Peek(len(xcb.Name)); string(first) == xcb.Name { // an engine of another xcbench
				return engineServer(solvers.Auto()).Serve(in, cmd.OutOrStdout())
			}
			return bench.Work(cli.Known(cmd), in, cmd.OutOrStdout())
		},
	}
	cli.EngineFlags(cmd)
	return cmd
}

// isWorker reports whether the program with these arguments is a worker process, or serves as an
// engine.
func isWorker(args []string) bool {
	return len(args) > 0 && args[0] == cli.WorkerName || len(args) > 1 && args[0] == engineName && args[1] == serveName
}
