package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/results"
)

// running has the flags of run.
type running struct {
	planning
	joining
	workers int
	listen  string
}

func runCommand() *cobra.Command {
	var r running
	cmd := &cobra.Command{
		Use:   "run [flags] [INSTANCE | FILE]...",
		Short: "Plan, work and join in one command",
		Long: `Run searches with several workers, adds up what they find, and writes a run
directory. The flags select solvers and instances as they do for 'xcbench run'.
A killed run is continued by the same command.

With --divide, searches that are estimated to take longer than --task-time are
divided into parts that take about that time. A part is some siblings of the
search tree, with everything below them. --task-nodes gives the size of a part
in nodes instead, so that the plan does not depend on the machine.

With --listen, workers of other machines can help: 'xcbench-fleet work --server
URL --plan run'. Without it, no port is opened.`,
		Example: "  xcbench-fleet run queens/16 --solver dlx_index --divide --workers 4 --dir runs/queens",
		RunE:    func(cmd *cobra.Command, args []string) error { return r.run(cmd, args) },
	}
	r.planning.flags(cmd, 10*time.Second)
	workersFlag(cmd, &r.workers)
	cmd.Flags().StringVar(&r.dir, "dir", "", "write the run directory `DIR`")
	cmd.Flags().StringVar(&r.listen, "listen", "", "let others help, at `HOST:PORT`")
	cli.TableFlag(cmd)
	return cmd
}

func (r *running) run(cmd *cobra.Command, args []string) error {
	queue := queueFolder(r.dir)
	switch {
	case r.dir == "":
		return cli.Usagef("no run directory is named, expected --dir DIR")
	case exists(filepath.Join(r.dir, results.RowsFile)) && !exists(queue):
		return fmt.Errorf("%s has results already; a run needs a new directory", r.dir)
	}
	embedded, err := fleet.Embed(queue, r.listen)
	if err != nil {
		return err
	}
	if r.listen != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), embedded.URL())
	}
	server, err := fleet.Connect(fleet.Options{Plan: "run", Embedded: embedded})
	if err != nil {
		return errors.Join(err, embedded.Close())
	}
	err = r.all(cmd, server, args)
	whole := err == nil || r.wrong > 0 // wrong answers are recorded too
	if err = errors.Join(err, server.Close(), embedded.Close()); whole {
		err = cmp.Or(err, os.RemoveAll(queue), r.Verdict())
	}
	return err
}

// all plans unless that is done, does the tasks that are left, and joins.
func (r *running) all(cmd *cobra.Command, server *fleet.Server, args []string) error {
	plan, err := r.submit(cmd, server, 1, args)
	if errors.Is(err, fleet.ErrPlanned) {
		if plan, err = server.Plan(cmd.Context()); err == nil && !slices.Equal(plan.Args, whatFor(cmd, args)) {
			return cli.Usagef("%s has another plan, expected the command that began it: %s", r.dir, plan.Command)
		}
	}
	if err != nil {
		return err
	}
	if _, err := server.Again(cmd.Context()); err != nil {
		return err
	}
	if err := work(cmd, server, plan, r.workers); err != nil {
		return err
	}
	for _, name := range []string{results.RowsFile, results.LevelsFile, results.RunFile} { // of a join that was killed
		if err := os.RemoveAll(filepath.Join(r.dir, name)); err != nil {
			return err
		}
	}
	return r.join(cmd, server, plan)
}
