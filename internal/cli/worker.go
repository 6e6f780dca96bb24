package cli

import (
	"os"

	"github.com/spf13/cobra"
)

// WorkerName is the name of the hidden command that searches for the other commands.
const WorkerName = "worker"

// WorkerProcess returns the command that starts a worker process with the engines of this command.
func WorkerProcess(cmd *cobra.Command) ([]string, error) {
	self, err := os.Executable()
	return append([]string{self, WorkerName}, EngineArgs(cmd)...), err
}
