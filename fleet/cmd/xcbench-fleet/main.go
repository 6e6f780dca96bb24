// Command xcbench-fleet does many searches, or one giant search, with many workers. Each subcommand is
// a file. Start reading at main.go, and then at run.go.
package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/internal/cli"
)

func main() {
	ctx, args := context.Background(), os.Args[1:]
	if len(args) == 0 || args[0] != cli.WorkerName { // a signal ends a worker, as any other program
		ctx = cli.UntilSignal()
	}
	os.Exit(fleetProgram(ctx, args, os.Stdin, os.Stdout, os.Stderr))
}

// fleetProgram runs the program with these arguments and returns the exit status. Tests call it too.
func fleetProgram(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, program, args, stdin, stdout, stderr)
}

// program returns the tree of commands, which write to out.
func program(out io.Writer, _ ...string) *cobra.Command {
	root := &cobra.Command{
		Use:   "xcbench-fleet",
		Short: "Search with many workers",
		Long: `Xcbench-fleet hands out many searches, or the parts of one giant search, to
workers on one machine or on many, and adds up what they find. The sums of
nodes, updates, solutions and levels are those of a search by one worker.

  run     plans, works and joins, with a server of its own
  serve   is a server for other machines
  submit  puts a plan on a server
  work    does tasks until none are left; start it on any number of machines
  status  shows how far the work is
  join    adds up the answers
  drop    deletes a plan

Exit status: 0 success; 1 a wrong answer, or two machines that disagree; 2 wrong
usage, bad input or an input that does not exist; 3 the operation failed, or
tasks are missing.`,
		Example: "  xcbench-fleet run queens/16 --divide --workers 4 --dir runs/queens",
		Args:    cobra.ArbitraryArgs,
		RunE:    cli.ShowHelp,
	}
	cli.Setup(root)
	root.SetOut(out)
	root.AddCommand(runCommand(), serveCommand(), submitCommand(), workCommand(), statusCommand(), joinCommand(), dropCommand(),
		workerCommand())
	return root
}

// workerCommand is the worker process that the other commands start. Users do not call it.
func workerCommand() *cobra.Command {
	cmd := &cobra.Command{Use: cli.WorkerName, Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return bench.Work(cli.Known(cmd), cmd.InOrStdin(), cmd.OutOrStdout())
		}}
	cli.EngineFlags(cmd)
	return cmd
}
