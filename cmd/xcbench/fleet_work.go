package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/fleet"
	"xcbench/internal/english"
)

// fleetWork has the flags of one fleet work command.
type fleetWork struct {
	workers int
	only    string
	child   string
}

func fleetWorkCommand() *cobra.Command {
	var w fleetWork
	cmd := &cobra.Command{
		Use:   "work [flags] DIR",
		Short: "Work on the tasks of a folder until none are left",
		Long: `Work does the tasks that 'xcbench fleet plan' wrote into DIR, in processes of
their own. It ends when all tasks have results or are set aside. Any number of
machines that share the folder can do so at the same time.

Work can be killed at any moment and started again. If a process dies, its task
is tried again; after three deaths the task is set aside, and the rest is done.
If a machine dies, others take over when its lease is over.`,
		Example: "  xcbench fleet work jobs --workers 4",
		Args:    arguments(1, 1, "the folder of a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := fleet.Open(args[0])
			if err == nil {
				err = f.CheckBuild()
			}
			switch {
			case err != nil:
				return err
			case w.child != "":
				return w.serve(cmd, f)
			case w.workers < 1:
				return usagef("--workers %d, expected at least 1", w.workers)
			}
			return w.supervise(cmd, f)
		},
	}
	f := cmd.Flags()
	f.IntVar(&w.workers, "workers", 1, "work in `N` processes")
	f.StringVar(&w.only, "task", "", "do only the task with this `NAME`, even if it is set aside")
	f.StringVar(&w.child, "child", "", "work in this process, as the worker `NAME`")
	f.Lookup("child").Hidden = true
	return cmd
}

// serve is a worker process. It gives back its task when standard input ends: then the process that
// started it wants it to stop, or is dead.
func (w *fleetWork) serve(cmd *cobra.Command, f *fleet.Folder) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	go func() {
		io.Copy(io.Discard, cmd.InOrStdin())
		cancel()
	}()
	notes := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), brief(text)) }
	_, err := fleet.Work(ctx, f.Queue(fleet.ThisMachine(w.child), w.only, notes), f.Lease())
	if ctx.Err() != nil {
		return exitStatus(exitGivenBack)
	}
	return conflict(err)
}

// exitGivenBack is the exit status of a worker process that was asked to stop.
const exitGivenBack = 75

// mostIdleDeaths is how many processes in a row may die before they have taken a task.
const mostIdleDeaths = 3

// supervise starts the worker processes and waits for them.
func (w *fleetWork) supervise(cmd *cobra.Command, f *fleet.Folder) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	errs := make([]error, w.workers)
	var busy sync.WaitGroup
	log := &lines{w: cmd.ErrOrStderr()}
	for k := range w.workers {
		busy.Go(func() {
			if errs[k] = w.keep(ctx, f, k, log); errs[k] != nil {
				cancel() // a full disk or a folder that is gone stops all of them
			}
		})
	}
	busy.Wait()
	s, err := f.Status()
	if err = conflict(cmp.Or(errors.Join(errs...), err)); err != nil && cmd.Context().Err() == nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	fmt.Fprintf(stdout, "%d of %s done", s.Done, english.Count(s.Tasks, "task"))
	if len(s.Aside) > 0 {
		fmt.Fprintf(stdout, ", %d set aside", len(s.Aside))
	}
	fmt.Fprintln(stdout)
	for _, a := range s.Aside {
		fmt.Fprintf(cmd.ErrOrStderr(), "set aside: task %s: %s\n", a.Task, brief(a.Reason))
	}
	switch {
	case cmd.Context().Err() != nil:
		return errors.New("interrupted; the same command continues")
	case len(s.Aside) > 0:
		return exitStatus(exitFailed)
	}
	return nil
}

// keep keeps a worker process running until there is nothing left to do.
func (w *fleetWork) keep(ctx context.Context, f *fleet.Folder, number int, log *lines) error {
	idle := 0
	for life := 1; ctx.Err() == nil; life++ {
		name := fmt.Sprintf("%d.%d.%d", os.Getpid(), number+1, life)
		reason, err := w.live(ctx, f, name, log)
		if err != nil || reason == "" {
			return err
		}
		working, err := f.Mourn(fleet.ThisMachine(name), reason)
		if err != nil {
			return err
		}
		if idle++; working {
			idle = 0
		}
		if idle == mostIdleDeaths {
			return fmt.Errorf("%d worker processes died before they began: %s", idle, reason)
		}
	}
	return nil
}

// live runs one worker process. It returns how the process died, "" if nothing is left to do, and the
// error that it reported.
func (w *fleetWork) live(ctx context.Context, f *fleet.Folder, name string, log *lines) (died string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	args := []string{fleetName, "work", f.Path(), "--child", name}
	if w.only != "" {
		args = append(args, "--task", w.only)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), bench.WorkerVariable+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	defer in.Close()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { in.Close() }) // the worker gives back its task and ends
	defer stop()
	first, last := log.copy(stderr)
	err = cmd.Wait()
	switch code := cmd.ProcessState.ExitCode(); {
	case err == nil || ctx.Err() != nil:
		return "", nil
	case code == exitFailed || code == exitWrong:
		err = errors.New(strings.TrimPrefix(cmp.Or(last, err.Error()), "xcbench: "))
		if code == exitWrong {
			err = wrongError{err}
		}
		return "", err
	}
	reason := err.Error()
	if first != "" {
		reason += ": " + brief(first)
	}
	return reason, nil
}

// lines passes on the lines of worker processes, one at a time.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

// copy passes on what is not an error message, and returns the first and the last line. The last
// line of a worker that fails is its error.
func (l *lines) copy(from io.Reader) (first, last string) {
	scanner := bufio.NewScanner(from)
	for scanner.Scan() {
		text := scanner.Text()
		first, last = cmp.Or(first, text), text
		if strings.HasPrefix(text, "task ") {
			l.mu.Lock()
			fmt.Fprintln(l.w, text)
			l.mu.Unlock()
		}
	}
	io.Copy(io.Discard, from) // a line that is too long
	return first, last
}
