// Command xcbench compares exact cover solvers. Each subcommand is a file, which checks the arguments,
// calls the packages that do the work, and prints. Start reading at main.go, and then at the file of
// a subcommand, such as run.go.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/format"
	"xcbench/internal/bounded"
	"xcbench/report/chart"
	"xcbench/report/splice"
	"xcbench/results"
	"xcbench/results/compare"
	"xcbench/results/tree"
)

func main() {
	ctx, args := context.Background(), serving(os.Args[1:])
	if !isWorker(args) { // a signal ends a worker, as any other program
		signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
		if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
			signals = append(signals, syscall.SIGHUP)
		}
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, signals...)
		defer stop()
		context.AfterFunc(ctx, stop) // a second Ctrl-C kills the process, if the first had no effect
	}
	os.Exit(xcbench(ctx, args, os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses.
const (
	exitOK     = 0
	exitWrong  = 1 // a wrong answer, a disagreement, no solution, or a failed gate
	exitUsage  = 2 // wrong usage or bad input
	exitFailed = 3 // the operation failed
)

// usageError is a mistake in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// asUsage makes a mistake in an option, a filter or a query of another package a usage error.
func asUsage(err error) error {
	if is[*chart.OptionError](err) || is[*results.FilterError](err) || is[*compare.QueryError](err) {
		return usageError{err}
	}
	return err
}

// is reports whether an error is, or wraps, one of a type.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// exitStatus is an exit status without a message.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// wrongError is a wrong answer, a disagreement, or a failed gate.
type wrongError struct{ error }

// xcbench runs the program with these arguments and returns the exit status. Tests call it too.
func xcbench(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	root := program(out, args...)
	root.SetArgs(args)
	root.SetIn(stdin)
	if !isWorker(args) { // a worker exits when the process that started it ends
		root.SetIn(interruptible{ctx, stdin})
	}
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = out.err
	}
	return conclude(cmd, stderr, err)
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
		{"gate", gateCommand}, {"rank", rankCommand}, {"noise", noiseCommand},
		{"trend", trendCommand}, {"plot", plotCommand}, {"report", reportCommand},
		{engineName, engineCommand}, {"fleet", fleetCommand}, {workerName, workerCommand}, {"version", versionCommand},
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

Which of cmp, ab, gate, trend and noise?
  cmp    how much do solvers or runs differ, in runs that are recorded?
  ab     is the new build slower? It measures both in turns, now
  gate   is the new run worse than the baseline? The exit status says it
  trend  in which of many runs did something change?
  noise  how much do times differ without a reason?

Exit status: 0 success; 1 a wrong answer, no solution or a failed gate; 2 wrong
usage or bad input; 3 the operation failed.`,
		Example:      "  xcbench solve queens/8\n  xcbench run --tier smoke --dir runs/first",
		SilenceUsage: true, SilenceErrors: true,
		Args: cobra.ArbitraryArgs,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPaths(cmd, args); err != nil {
				return err
			}
			return addEngines(cmd)
		},
	}
	showVersion := root.Flags().Bool("version", false, "show the version, as 'xcbench version' does")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *showVersion {
			return thisVersion().write(cmd, "text")
		}
		return showHelp(cmd, args)
	}
	root.SetOut(out) // the commands for completion take it over when they are made
	root.SetFlagErrorFunc(flagError)
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
		plainUsage(root)
	}
	return root
}

// conclude prints the error on one line and returns the exit status.
func conclude(cmd *cobra.Command, stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	if code, ok := errors.AsType[exitStatus](err); ok {
		return int(code)
	}
	fmt.Fprintln(stderr, "xcbench:", oneLine(err))
	if is[usageError](err) {
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	}
	return statusOf(err)
}

// statusOf returns the exit status for an error.
func statusOf(err error) int {
	switch {
	case is[usageError](err), is[*bounded.Error](err), is[*format.SyntaxError](err), is[*corpus.ParamError](err), is[*corpus.ArchiveError](err), is[*tree.Error](err), is[*splice.SyntaxError](err):
		return exitUsage
	case is[wrongError](err):
		return exitWrong
	}
	return exitFailed
}

// oneLine returns the text of an error on one line, as [brief] writes it.
func oneLine(err error) string { return brief(first(err).Error()) }

// brief makes a message fit to be printed. It may quote a flag or a file of any length, with any
// bytes, so brief leaves out the middle of a long message and escapes control characters and changes
// of direction.
func brief(message string) string {
	const most, begin, end = 1000, 600, 300
	all := []rune(strings.ReplaceAll(message, "\n", " "))
	if len(all) > most {
		gap := fmt.Sprintf(" ... (%d characters left out) ... ", len(all)-begin-end)
		all = slices.Concat(all[:begin], []rune(gap), all[len(all)-end:])
	}
	var text strings.Builder
	for _, r := range all {
		if unicode.In(r, unicode.Cc, unicode.Bidi_Control) && r != '\t' {
			text.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			text.WriteRune(r)
		}
	}
	return text.String()
}

// first returns the first of joined errors. The others often follow from it, as when a disk is
// full.
func first(err error) error {
	for {
		several, ok := err.(interface{ Unwrap() []error })
		if !ok || len(several.Unwrap()) == 0 {
			return err
		}
		err = several.Unwrap()[0]
	}
}
