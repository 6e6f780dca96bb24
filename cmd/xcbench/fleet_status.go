package main

import (
	"time"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/report"
)

func fleetStatusCommand() *cobra.Command {
	var form string
	var server fleetServer
	cmd := &cobra.Command{
		Use:   "status [flags] DIR",
		Short: "Show how far the work on a folder is",
		Long: `Status counts the tasks that are done, running, set aside and left. The time
left is estimated from the time of the tasks so far. A worker that died counts
as running until another one has waited for its lease.

With --nats, status first brings the results on the server into the folder.`,
		Example: "  xcbench fleet status jobs",
		Args:    cli.Arguments(1, 1, "the folder of a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := fleet.Open(args[0])
			if err == nil {
				err = server.collect(cmd, f)
			}
			if err != nil {
				return conflict(err)
			}
			s, err := f.Status()
			if err != nil {
				return conflict(err)
			}
			return cli.WriteTable(cmd.OutOrStdout(), form, statusTable(args[0], s))
		},
	}
	cli.TableFlag(cmd, &form)
	server.flags(cmd)
	return cmd
}

func statusTable(dir string, s fleet.Status) report.Table {
	t := report.Table{Title: "Work on " + dir, Columns: []report.Column{{Name: "tasks", Right: true},
		{Name: "done", Right: true}, {Name: "running", Right: true}, {Name: "set aside", Key: "aside", Right: true},
		{Name: "left", Right: true}, {Name: "time left", Key: "seconds_left", Right: true}}}
	timeLeft := report.Cell{Text: "?"}
	if s.Left > 0 {
		timeLeft = report.Cell{Text: s.Left.Round(time.Second).String(), Value: s.Left.Seconds()}
	}
	left := s.Tasks - s.Done - len(s.Aside)
	t.Rows = [][]report.Cell{{report.Int(int64(s.Tasks)), report.Int(int64(s.Done)), report.Int(int64(len(s.Running))),
		report.Int(int64(len(s.Aside))), report.Int(int64(left)), timeLeft}}
	for _, m := range s.Running {
		t.Notes = append(t.Notes, "running: "+m.String())
	}
	for _, a := range s.Aside {
		t.Notes = append(t.Notes, "set aside: task "+a.Task+": "+cli.Brief(a.Reason))
	}
	t.Notes = append(t.Notes, s.Notes...)
	return t
}
