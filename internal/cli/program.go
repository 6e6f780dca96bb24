package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// UntilSignal returns a context that ends when a signal asks the program to end.
func UntilSignal() context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills the process, if the first had no effect
	return ctx
}

// Setup makes the commands below a root reject bad flags, and know the engines of their flags.
func Setup(root *cobra.Command) {
	root.SilenceUsage, root.SilenceErrors = true, true
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := checkFlags(cmd); err != nil {
			return err
		}
		return AddEngines(cmd)
	}
	root.SetFlagErrorFunc(flagError)
}

// Run runs a program with these arguments and returns the exit status. Make returns the tree of
// its commands, which write to out; see [Setup]. A read of standard input ends when the context does.
func Run(ctx context.Context, make func(out io.Writer, args ...string) *cobra.Command, args []string,
	stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	root := make(out, args...)
	root.SetArgs(args)
	root.SetIn(stdin)
	if ctx.Done() != nil { // a worker exits when the process that started it ends
		root.SetIn(interruptible{ctx, stdin})
	}
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = out.err
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	return conclude(cmd, stderr, err)
}

// conclude prints the error on one line and returns the exit status.
func conclude(cmd *cobra.Command, stderr io.Writer, err error) int {
	if err == nil {
		return ExitOK
	}
	if code, ok := errors.AsType[ExitStatus](err); ok {
		return int(code)
	}
	fmt.Fprintln(stderr, cmd.Root().Name()+":", OneLine(err))
	if Is[UsageError](err) {
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	}
	return StatusOf(err)
}
