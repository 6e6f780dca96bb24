package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

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
	released := releasePipes(ctx, args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = out.err
	}
	if released() || ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	return conclude(cmd, stderr, err)
}

// releasePipes ends the waiting of a command that opens a named pipe which nobody writes, when the
// context ends: a signal does not interrupt it. The function that it returns reports whether a command
// was waiting.
func releasePipes(ctx context.Context, args []string) func() bool {
	var waited atomic.Bool
	ended := make(chan struct{})
	for _, path := range strings.FieldsFunc(strings.Join(args, ","), func(r rune) bool { return r == ',' || r == '=' }) {
		if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			continue
		}
		context.AfterFunc(ctx, func() {
			for again := time.Tick(10 * time.Millisecond); ; { // the command may be about to open the pipe
				if f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil { // somebody waits
					waited.Store(true)
					f.Close()
				}
				select {
				case <-again:
				case <-ended:
					return
				}
			}
		})
	}
	return func() bool { close(ended); return waited.Load() }
}

// conclude prints the error on one line and returns the exit status.
func conclude(cmd *cobra.Command, stderr io.Writer, err error) int {
	if err == nil {
		return ExitOK
	}
	if f, ok := errors.AsType[Failure](err); ok && f.error == nil {
		return f.Status
	}
	fmt.Fprintln(stderr, cmd.Root().Name()+":", OneLine(err))
	if IsUsage(err) {
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	}
	return StatusOf(err)
}
