// Command xcbench compares exact cover solvers. Each subcommand is a file, which checks the arguments,
// calls the packages that do the work, and prints. Start reading at main.go, and then at the file of
// a subcommand, such as run.go.
package main

import (
	"context"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/report/chart"
	"xcbench/results"
)

func main() {
	ctx, args := context.Background(), serving(os.Args[1:])
	if !isWorker(args) { // a signal ends a worker, as any other program
		ctx = cli.UntilSignal()
	}
	os.Exit(xcbench(ctx, args, os.Stdin, os.Stdout, os.Stderr))
}

// asUsage makes a mistake in an option, a filter or a query of another package a usage error.
func asUsage(err error) error {
	if cli.Is[*chart.OptionError](err) || cli.Is[*results.FilterError](err) {
		return cli.Usage(err)
	}
	return err
}

// xcbench runs the program with these arguments and returns the exit status. Tests call it too.
func xcbench(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, program, args, stdin, stdout, stderr)
}

// optional has the commands that are only in programs built with a tag.
var optional []func() *cobra.Command

// A subcommand has the name of a command and makes it.
type subcommand struct {
	name string
	make func() *cobra.Command
}

// subcommands returns all subcommands, in the order of the help.
func subcommands() []subcommand {
	return []subcommand{
		{"list", listCommand}, {"solve", solveCommand}, {"verify", verifyCommand}, {"run", runCommand},
		{"estimate", estimateCommand}, {"corpus", corpusCommand}, {"cmp", cmpCommand}, {"ab", abCommand},
		{"gate", gateCommand}, {"rank", rankCommand}, {"noise", became("noise", "cmp --noise")},
		{"trend", became("trend", "cmp --trend")}, {"plot", plotCommand}, {"report", reportCommand},
		{engineName, engineCommand}, {"fleet", fleetCommand}, {cli.WorkerName, workerCommand}, {"version", versionCommand},
	}
}

// program returns the tree of commands, which write to out. If the first argument names a command,
// the tree has no others, and nothing for completions: making all of this takes 0.7 ms.
func program(out io.Writer, args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:   "xcbench",
		Short: "Compare exact cover solvers",
		Long: `Xcbench compares exact cover solvers. It runs interchangeable solvers on a
corpus of sudokus and other exact cover problems, checks every answer, and
measures nodes, updates and time.

Cmp shows how much solvers or runs differ, in runs that are recorded. Gate
decides whether a run is worse than the baseline. Ab measures two builds in
turns, now, and decides which is slower.

Exit status: 0 success; 1 a wrong answer, no solution or a failed gate; 2 wrong
usage, bad input or an input that does not exist; 3 the operation failed.`,
		Example: "  xcbench solve queens/8\n  xcbench run --tier smoke --dir runs/first",
		Args:    cobra.ArbitraryArgs,
	}
	showVersion := root.Flags().Bool("version", false, "show the version, as 'xcbench version' does")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *showVersion {
			return thisVersion().write(cmd, "text")
		}
		return cli.ShowHelp(cmd, args)
	}
	cli.Setup(root)
	root.SetOut(out) // the commands for completion take it over when they are made
	all := subcommands()
	k := slices.IndexFunc(all, func(c subcommand) bool { return len(args) > 0 && c.name == args[0] })
	if k >= 0 {
		all = all[k : k+1]
	}
	for _, c := range all {
		root.AddCommand(c.make())
	}
	for _, command := range optional {
		root.AddCommand(command())
	}
	if k >= 0 {
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}
	root.InitDefaultCompletionCmd()
	if completes(args) {
		addCompletions(root)
	}
	return root
}
