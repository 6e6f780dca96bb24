package main

import (
	"os"

	"github.com/spf13/cobra"

	"xcbench/bench"
)

const workerName = "worker"

// workerCommand is the worker process that run and verify start. Users do not call it.
func workerCommand() *cobra.Command {
	return &cobra.Command{
		Use: workerName, Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return bench.Work(cmd.InOrStdin(), cmd.OutOrStdout()) },
	}
}

// isWorker reports whether the program with these arguments is a worker process.
func isWorker(args []string) bool { return len(args) > 0 && args[0] == workerName }

// workerProcess returns the command that starts a worker process.
func workerProcess() ([]string, error) {
	self, err := os.Executable()
	return []string{self, workerName}, err
}
