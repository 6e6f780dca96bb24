package main

import (
	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
)

// fleetWork has the flags of one fleet work command.
type fleetWork struct {
	fleetServer
	workers int
	only    string
	builds  builds // of the engines
}

func fleetWorkCommand() *cobra.Command {
	var w fleetWork
	cmd := &cobra.Command{
		Use:   "work [flags] DIR",
		Short: "Work on the tasks of a folder until none are left",
		Long: `Work does the tasks that 'xcbench fleet plan' wrote into DIR. Each worker
searches in a process of its own, with the checks of a run. Work ends when all
tasks have results or are set aside. Any number of machines that share the
folder can do so at the same time.

With --nats, DIR is the name of a plan on a server, where 'xcbench fleet submit'
put it. The machines need no folder then.

Work can be killed at any moment and started again. If somebody kills a worker,
its task is tried again; after three times the task is set aside, and the rest
is done. If a machine dies, others take over when its lease is over. A search
that crashes or does not stop has that as its result.

Engines of the plan are named with --engine or --engines, as they are for run.
Each machine may have them in another place.`,
		Example: "  xcbench fleet work jobs --workers 4\n" +
			"  xcbench fleet work jobs --workers 4 --nats nats://queue.example:4222",
		Args: cli.Arguments(1, 1, "the folder of a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if w.workers < 1 {
				return cli.Usagef("--workers %d, expected at least 1", w.workers)
			}
			p, err := w.place(cmd, args[0])
			if err != nil {
				return err
			}
			if w.builds, err = neededEngines(cmd, args[0], p.engines()); err != nil {
				return err
			}
			return w.run(cmd, p)
		},
	}
	f := cmd.Flags()
	f.IntVar(&w.workers, "workers", 1, "work in `N` processes")
	f.StringVar(&w.only, "task", "", "do only the task with this `NAME`, even if it is set aside")
	w.flags(cmd)
	cli.EngineFlags(cmd)
	return cmd
}

// place returns where the tasks are, if they are for this build.
func (w *fleetWork) place(cmd *cobra.Command, dir string) (workplace, error) {
	switch {
	case w.nats != "" && w.only != "":
		return nil, cli.Usagef("--task excludes --nats; join the results, and then do the task in the folder")
	case w.nats != "":
		return newServerPlace(cmd.Context(), w.fleetServer, dir)
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	f, err := fleet.Open(dir)
	if err == nil {
		err = f.CheckBuild()
	}
	return &folderPlace{f, w.only}, err
}
