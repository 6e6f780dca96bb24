package main

import (
	"bufio"
	"os"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

const workerName = "worker"

// workerCommand is the worker process that run and verify start. Users do not call it.
func workerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: workerName, Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			in := bufio.NewReader(cmd.InOrStdin())
			if first, _ := in.Peek(len(xcb.Name)); string(first) == xcb.Name { // an engine of another xcbench
				return engineServer(solvers.Auto()).Serve(in, cmd.OutOrStdout())
			}
			return bench.Work(known(cmd), in, cmd.OutOrStdout())
		},
	}
	engineFlags(cmd)
	return cmd
}

// isWorker reports whether the program with these arguments is a worker process, or serves as an
// engine.
func isWorker(args []string) bool {
	return len(args) > 0 && args[0] == workerName || len(args) > 1 && args[0] == engineName && args[1] == serveName
}

// workerProcess returns the command that starts a worker process with the engines of this command.
func workerProcess(cmd *cobra.Command) ([]string, error) {
	self, err := os.Executable()
	return append([]string{self, workerName}, engineArgs(cmd)...), err
}
